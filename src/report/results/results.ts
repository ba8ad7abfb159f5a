// The results file (results.json): everything that a report is rendered from. `run/` makes it, `render/` and
// other programs read it. The types are made from the schema; only `insight-report preview`, which reads
// saved files, uses the schema itself.
import * as v from 'valibot';
import {
  type comparedPeriod,
  failedInsight,
  type foldedRows,
  type goneRow,
  type period,
  reportedInsight,
  type row,
  type versionRow,
  type versions,
} from './insight.ts';
import { release, type releaseEvent, type worse } from './release.ts';
import { minimums, type raise } from './minimums.ts';
import { type signal, signals } from './signals.ts';
import { list, moment, object, text, textOrNull } from './values.ts';
import { type outcome, verdict } from './verdict.ts';

const conclusion = v.picklist(['error', 'failed', 'inconclusive', 'warned', 'passed', 'neutral', 'skipped']);

const workflowRun = object({
  url: text,
  id: text,
  attempt: v.number(),
  /** The number that GitHub counts the run by, if known. */
  number: v.exactOptional(text),
  /** The workflow's name, if known. */
  workflow: v.exactOptional(text),
  /** `owner/name`. Older files have none. */
  repository: v.exactOptional(text),
  /**
   * The pull request that the event is about; absent if it is about none. Anyone may have written its title.
   */
  pullRequest: v.exactOptional(object({ number: v.number(), title: textOrNull, url: text })),
});

const previousPost = object({
  /** Null if this report is posted in the same place. */
  url: textOrNull,
  at: moment,
});

/** The results file of one report. */
export const RESULTS_SCHEMA = object({
  schema: v.literal(1),
  conclusion,
  generatedAt: moment,
  /** Null outside Actions. */
  run: v.nullable(workflowRun),
  reportId: text,
  title: text,
  timezone: text,
  locale: text,
  /** The report before this one, if one was found. */
  previousPost: v.exactOptional(v.nullable(previousPost)),
  /**
   * What is marked on trends, oldest first; absent if nothing is. For a day of the input `marks`, `at` is
   * half past ten UTC, which is on that day from Hawaii to New Zealand.
   */
  marks: v.exactOptional(list(object({ at: moment, text }))),
  durationMs: v.number(),
  /** Why the run could not begin, if it could not. */
  error: v.exactOptional(object({ message: text })),
  /** Why nothing was queried, if the run was skipped. */
  reason: v.exactOptional(text),
  /**
   * The highest version that keeps the share of users of the first insight with `kind: versions`, else of the
   * first of versions; absent without one, null if it is not known.
   */
  minimumVersion: v.exactOptional(textOrNull),
  insights: list(v.variant('status', [reportedInsight, failedInsight])),
  thresholds: list(verdict),
  /** Absent if none were judged. */
  releases: v.exactOptional(list(v.variant('status', [release, failedInsight]))),
  /**
   * The event names in the code, compared with events; absent if they were not requested, or a change touches
   * none.
   */
  signals: v.exactOptional(signals),
  /** The minimum versions that a pull request raises; absent if it raises none. */
  minimums: v.exactOptional(minimums),
});

/** The results file of several reports: all of them, and the worst of their conclusions. */
export const SEVERAL_RESULTS_SCHEMA = object({
  schema: v.literal(1),
  conclusion,
  reports: list(RESULTS_SCHEMA),
});

export type Results = v.InferOutput<typeof RESULTS_SCHEMA>;

export type SeveralResults = v.InferOutput<typeof SEVERAL_RESULTS_SCHEMA>;

/**
 * The worst outcome before policies; `neutral` without thresholds, `skipped` if nothing ran, `error` if the
 * run could not begin.
 */
export type Conclusion = v.InferOutput<typeof conclusion>;

/** The outcome of a threshold, before policies. */
export type Outcome = v.InferOutput<typeof outcome>;

/** A threshold and its outcome. */
export type Verdict = v.InferOutput<typeof verdict>;

export type Period = v.InferOutput<typeof period>;

/**
 * The period that an insight is compared with: the one before, the same dates a year earlier, or 52 weeks
 * earlier.
 */
export type ComparedPeriod = v.InferOutput<typeof comparedPeriod>;

/** A row of a table, with its comparison and history. What is not known is null. */
export type ResultsRow = v.InferOutput<typeof row>;

/** What requiring a version would lose, for each version that could be required. */
export type Versions = v.InferOutput<typeof versions>;

export type VersionRow = v.InferOutput<typeof versionRow>;

/** A row of the comparison's table that this table, which is complete, does not have. */
export type GoneRow = v.InferOutput<typeof goneRow>;

export type FoldedRows = v.InferOutput<typeof foldedRows>;

export type ReportedInsight = v.InferOutput<typeof reportedInsight>;

/** A release, judged or not. */
export type ReportedRelease = v.InferOutput<typeof release>;

export type ReleaseResult = ReportedRelease | FailedInsight;

export type ReleaseEvent = v.InferOutput<typeof releaseEvent>;

export type Worse = v.InferOutput<typeof worse>;

export type FailedInsight = v.InferOutput<typeof failedInsight>;

/** The event names in the code that a report shows. */
export type Signals = v.InferOutput<typeof signals>;

export type SignalResult = v.InferOutput<typeof signal>;

/** The minimum versions that a pull request raises. */
export type Minimums = v.InferOutput<typeof minimums>;

export type RaiseResult = v.InferOutput<typeof raise>;

export type InsightResult = ReportedInsight | FailedInsight;
