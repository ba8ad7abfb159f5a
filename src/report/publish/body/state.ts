// What a post remembers of the run that wrote it, in an HTML comment that nobody sees: gates, period, issue
// numbers, and the lines of past periods. The next run reads it from the post.
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { escapeUnits, parseJson } from '../../../text/json.ts';

/** A short stand-in for a text in a post's state: `digest("a") === "ca978112ca"`, always the same. */
export function digest(text: string): string {
  return hash('sha256', text).slice(0, 10);
}

const digested = v.pipe(v.string(), v.regex(/^[0-9a-f]{10}$/));
const digits = v.pipe(v.string(), v.regex(/^\d{0,20}$/));
/** The number of an issue or a discussion. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** The last moment that a `Date` can hold, in epoch milliseconds. */
export const LAST_MS = 8.64e15;
/** In epoch milliseconds. */
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LAST_MS));
const outcome = v.picklist(['passed', 'warned', 'failed', 'inconclusive']);
const text = v.pipe(v.string(), v.maxLength(300));

const gateSchema = v.object({
  /** The same in every run. */
  id: digested,
  outcome,
  /** The time of the first report with this outcome. */
  sinceMs: moment,
  /**
   * The outcome in the report before, the time of that report and the number of its run (empty if unknown),
   * if it changed with this post.
   */
  was: v.nullish(v.object({ outcome, atMs: moment, run: v.optional(digits, '') }), null),
});

const lineSchema = v.object({
  period: digested,
  dates: text,
  numbers: text,
  gates: text,
  /** The run's id, and the number that GitHub counts it by; empty if unknown. */
  run: digits,
  runNumber: digits,
  /** The first of the numbers, to be drawn. */
  value: v.exactOptional(v.number()),
});

const stateSchema = v.object({
  /** Of a state of another version nothing is read. */
  version: v.literal(1),
  /** The id of the run that wrote the post, and when. */
  run: v.nullish(digits, null),
  /** The number that GitHub counts that run by. */
  runNumber: v.nullish(digits, null),
  atMs: v.nullish(moment, null),
  /** When that run began. */
  begunMs: v.nullish(moment, null),
  /** The digests of that run's workflow and job, and of the report's configuration. */
  job: v.nullish(digested, null),
  configuration: v.nullish(digested, null),
  /** The digest of the results' fingerprint; null if nothing could be reported. */
  results: v.nullish(digested, null),
  /** The digest of the report's period. */
  period: v.nullish(digested, null),
  /** The numbers of the report's previous issue and of its next one. */
  previous: v.nullish(number, null),
  next: v.nullish(number, null),
  /** The digest of the line above the page that says why the numbers could not be renewed. */
  failure: v.nullish(digested, null),
  /** The report's gates; empty if it has none, or if nothing could be reported. */
  gates: v.optional(v.pipe(v.array(gateSchema), v.readonly()), []),
  /** This report's period and the past ones, the newest first, in a rolling issue or discussion. */
  history: v.optional(v.pipe(v.array(lineSchema), v.readonly()), []),
  /** What a comment about gates that changed has announced. */
  announced: v.optional(v.pipe(v.array(digested), v.readonly()), []),
});

/** What a comment, an issue or a section of a release's notes remembers of the run that wrote it. */
export type PostState = Readonly<v.InferOutput<typeof stateSchema>>;
export type GateState = PostState['gates'][number];
type KeptLine = PostState['history'][number];

/** The state of a text that has none. */
export const NO_STATE: PostState = v.parse(stateSchema, { version: 1 });

/** A state as a line: an HTML comment that holds JSON, without the parts that are null or empty. */
export function writeState(state: PostState): string {
  return `<!-- insight-report-state: ${toCommentJson(state)} -->`;
}

/** JSON for an HTML comment: no character that could end the comment stays as it is. */
function toCommentJson(value: unknown): string {
  const isNothing = (part: unknown): boolean => part === null || (Array.isArray(part) && part.length === 0);
  const json = JSON.stringify(value, (_key, part: unknown) => (isNothing(part) ? undefined : part));
  return escapeUnits(json, /[<>&\u2028\u2029-]/g);
}

/** Reads the JSON of a state line, which anyone may have edited: all of it is valid, or nothing is read. */
export function parseState(json: string): PostState {
  const { output, success } = v.safeParse(stateSchema, parseJson(json));
  return success ? output : NO_STATE;
}

/** A gate of a report on its way to a post: `id` is the same in every run. */
export type PostedGate = Pick<GateState, 'id' | 'outcome'>;

/** How many gates a post remembers: the first ones. */
export const GATE_LIMIT = 100;

/**
 * The states of a report's gates, given the state of the post before. A repeated run finds its own post, and
 * reports the same changes again.
 */
export function nextGateStates(
  earlier: Pick<PostState, 'run' | 'runNumber' | 'atMs' | 'gates'>,
  gates: readonly PostedGate[],
  run: { readonly id: string | null; readonly atMs: number },
): readonly GateState[] {
  const earlierGates = new Map(earlier.gates.map((gate) => [gate.id, gate]));
  return gates.slice(0, GATE_LIMIT).map(({ id, outcome }): GateState => {
    const before = earlierGates.get(id);
    const isUnknownBefore = before === undefined || earlier.atMs === null;
    if (isUnknownBefore) return { id, outcome, sinceMs: run.atMs, was: null };
    if (before.outcome === outcome) return earlier.run === run.id ? before : { ...before, was: null };
    const was = { outcome: before.outcome, atMs: earlier.atMs, run: earlier.runNumber ?? '' };
    return { id, outcome, sinceMs: run.atMs, was };
  });
}

/** What a report said about a period, as plain text. */
export type HistoryLine = Omit<KeptLine, 'period'>;

/** The line of a report, and how lines are written as Markdown: the newest first. */
export interface PostedHistory {
  readonly line: HistoryLine;
  readonly render: (lines: readonly HistoryLine[]) => string;
}

/**
 * The history of a post: what is shown of it, what its state keeps, this report's own line included, and how
 * long both are in UTF-16 units.
 */
export interface ComposedHistory {
  readonly shown: string;
  readonly kept: readonly KeptLine[];
  readonly units: number;
}

/** How many past periods a post keeps. */
const LINE_LIMIT = 60;
/** How much of a body the history may take, in UTF-16 units; beyond it the oldest periods are left out. */
const HISTORY_LIMIT_UNITS = 28_000;

/**
 * The history of a report's next post, given the lines that the post before kept; `currentLine` is null if
 * nothing could be reported.
 */
export function composeHistory(
  earlier: readonly KeptLine[],
  period: string,
  currentLine: HistoryLine | null,
  render: PostedHistory['render'],
): ComposedHistory {
  const id = digest(period);
  const current = currentLine === null ? [] : [{ ...currentLine, period: id }];
  let past = earlier.filter((line) => line.period !== id).slice(0, LINE_LIMIT);
  for (;;) {
    const shown = past.length === 0 ? '' : render(past).trim();
    const kept = [...current, ...past];
    const units = shown.length + toCommentJson({ history: kept }).length;
    if (past.length === 0 || units <= HISTORY_LIMIT_UNITS) return { shown, kept, units };
    past = past.slice(0, -1);
  }
}
