import type { ThresholdRequest } from '../inputs/request.ts';
import { visible } from '../inputs/visible.ts';
import type { FailedInsight, Outcome, Verdict } from '../results.ts';
import type { Assertion } from './assertion.ts';
import { decidingComparison } from './comparison.ts';
import type { Evidence } from './evidence.ts';
import { evaluate, type Truth } from './evaluate.ts';
import { messageOf, numbersText } from './message.ts';
import { estimateNote, offenders } from './notes.ts';
import type { Findings } from './reader.ts';
import { NO_NUMBERS, shownNumbers } from './shown-numbers.ts';
import { snoozeOf } from './snooze.ts';
import { type Grounds, toldEvidence } from './told.ts';
import { unfitness } from './unfit.ts';

/** A threshold whose assertions were understood. */
export interface Threshold {
  readonly request: ThresholdRequest;
  readonly assertion: Assertion;
  readonly warning: Assertion | null;
}

/** What a verdict takes from the report. */
export interface Setting {
  readonly nowMs: number;
  /** The report's zone, in which the day of `until` begins. */
  readonly timezone: string;
  readonly locale: string;
  readonly minGroupSize: number;
}

/** Judges a threshold by evidence, or by an insight that could not be reported. */
export function judge(threshold: Threshold, evidence: Evidence | FailedInsight, setting: Setting): Verdict {
  const { request } = threshold;
  const base = { ...blank(request), ...snoozeOf(request.until, setting.nowMs, setting.timezone) };
  if ('error' in evidence) {
    const { kind, message } = evidence.error;
    const note = `the insight could not be queried (${kind}): ${message}`;
    const verdict = { ...base, outcome: 'inconclusive', note } as const;
    return { ...verdict, message: messageOf(verdict, evidence.title) };
  }
  const grounds = { evidence, told: toldEvidence(evidence, setting.minGroupSize) };
  const found = decide(threshold, grounds, setting);
  const deciding =
    found.truth === null ? null : decidingComparison(threshold.assertion, found.truth, grounds, request.missingRow);
  const shown = shownNumbers(deciding, grounds, request);
  const estimate =
    found.outcome === 'inconclusive' ? null : estimateNote(deciding, shown.unit, evidence, setting.locale);
  const { title, interval, timezone } = evidence.insight;
  const verdict = {
    ...base,
    ...shown,
    ...numbersText(shown, setting.locale),
    outcome: found.outcome,
    note: joined([found.note, estimate, deciding?.isKept ? KEPT_NOTE : null]),
    ...{ interval, timezone },
  };
  return { ...verdict, message: messageOf(verdict, title) };
}

const KEPT_NOTE = 'its value would tell of small groups, which are kept back (min-group-size)';

interface Decision {
  readonly outcome: Outcome;
  readonly note: string | null;
  /** What the assertion came to; null where it was not evaluated. */
  readonly truth: Truth['kind'] | null;
}

function decide({ request, assertion, warning }: Threshold, grounds: Grounds, { locale }: Setting): Decision {
  const { evidence, told } = grounds;
  const unfit = unfitness(request, grounds, locale);
  if (unfit !== null) return { outcome: 'inconclusive', note: unfit, truth: null };
  const truth = evaluate(assertion, evidence, request.missingRow);
  switch (truth.kind) {
    case 'unknown':
      return { outcome: 'inconclusive', note: truth.why, truth: 'unknown' };
    case 'missing':
      return { outcome: 'failed', note: `${truth.why} (missing-row: fail)`, truth: 'missing' };
    case 'false':
      return {
        outcome: 'failed',
        note: joined([offenders(assertion, grounds, request.missingRow), assumedNote(truth.findings, told)]),
        truth: 'false',
      };
    case 'true':
      return held(request, warning, grounds, truth.findings);
  }
}

function held(
  { missingRow, warn }: ThresholdRequest,
  warning: Assertion | null,
  { evidence, told }: Grounds,
  findings: Findings,
): Decision {
  const truth = warning === null ? null : evaluate(warning, evidence, missingRow);
  const assumed = assumedNote(findings, told);
  if (truth !== null && truth.kind !== 'true') {
    const why = 'why' in truth ? `whether ${warn ?? ''} is not known: ${truth.why}` : `not ${warn ?? ''}`;
    return { outcome: 'warned', note: joined([why, assumed]), truth: 'true' };
  }
  return { outcome: assumed === null ? 'passed' : 'warned', note: assumed, truth: 'true' };
}

function assumedNote({ assumed }: Findings, { insight }: Evidence): string | null {
  if (assumed.size === 0) return null;
  const told = new Set(insight.rows.map(({ key }) => key));
  const rows = [...assumed].map(([key, similar]) => {
    const meant = similar === null || !told.has(similar) ? '' : ` (the most similar is "${visible(similar)}")`;
    return `there is no row "${visible(key)}"${meant}, which counts as zero`;
  });
  return `${rows.join('; ')}; missing-row says what it should count as`;
}

function joined(notes: readonly (string | null)[]): string | null {
  const known = notes.filter((note) => note !== null);
  return known.length === 0 ? null : known.join('; ');
}

function blank({ insight, assert, warn, reason }: ThresholdRequest): Omit<Verdict, 'outcome' | 'message'> {
  return {
    insight,
    assert,
    ...NO_NUMBERS,
    valueText: null,
    sampleText: null,
    note: null,
    interval: null,
    timezone: null,
    warn,
    reason,
    snoozedUntil: null,
    snoozeEnded: null,
  };
}
