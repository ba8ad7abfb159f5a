import { Temporal } from 'temporal-polyfill';
import type { ThresholdRequest } from '../../inputs/request.ts';
import { makeVisible } from '../../text/visible.ts';
import type { FailedInsight, Outcome, Verdict } from '../../results.ts';
import { type Evidence, type EvidencePair, withoutSmallGroups } from '../evidence/evidence.ts';
import type { Findings } from '../evidence/reader.ts';
import type { Assertion } from '../expression/parse.ts';
import { type DecidingComparison, findDecidingComparison } from './deciding-comparison.ts';
import { evaluate, type EvaluationResult } from './evaluate.ts';
import { formatNumbers, verdictMessage } from './message.ts';
import { estimateNote, offendingRowsNote, reasonNotToJudge } from './notes.ts';
import { shownSample } from './sample.ts';

/** A threshold whose assertions were understood. */
export interface Threshold {
  readonly request: ThresholdRequest;
  readonly assertion: Assertion;
  readonly warning: Assertion | null;
}

/** What a verdict takes from the report. */
export interface JudgeSettings {
  readonly nowMs: number;
  /** The report's zone, in which the day of `until` begins. */
  readonly timezone: string;
  readonly locale: string;
  readonly minGroupSize: number;
}

/** Judges a threshold by evidence, or by an insight that could not be reported. */
export function judgeThreshold(
  threshold: Threshold,
  evidence: Evidence | FailedInsight,
  setting: JudgeSettings,
): Verdict {
  const { request } = threshold;
  const base = { ...emptyVerdict(request), ...findSnooze(request.until, setting.nowMs, setting.timezone) };
  if ('error' in evidence) {
    const { kind, message } = evidence.error;
    const note = `the insight could not be queried (${kind}): ${message}`;
    const verdict = { ...base, outcome: 'inconclusive', note } as const;
    return { ...verdict, message: verdictMessage(verdict, evidence.title) };
  }
  const grounds = { evidence, told: withoutSmallGroups(evidence, setting.minGroupSize) };
  const found = decide(threshold, grounds, setting);
  const deciding =
    found.truth === null ? null : findDecidingComparison(threshold.assertion, found.truth, grounds, request.missingRow);
  const shown = findShownNumbers(deciding, grounds, request);
  const estimate =
    found.outcome === 'inconclusive' ? null : estimateNote(deciding, shown.unit, evidence, setting.locale);
  const { title, interval, timezone } = evidence.insight;
  const verdict = {
    ...base,
    ...shown,
    ...formatNumbers(shown, setting.locale),
    outcome: found.outcome,
    note: joinNotes([found.note, estimate, deciding?.isKept ? HIDDEN_VALUE_NOTE : null]),
    ...{ interval, timezone },
  };
  return { ...verdict, message: verdictMessage(verdict, title) };
}

const HIDDEN_VALUE_NOTE = 'its value would tell of small groups, which are kept back (min-group-size)';

interface Decision {
  readonly outcome: Outcome;
  readonly note: string | null;
  /** What the assertion came to; null where it was not evaluated. */
  readonly truth: EvaluationResult['kind'] | null;
}

function decide(
  { request, assertion, warning }: Threshold,
  grounds: EvidencePair,
  { locale }: JudgeSettings,
): Decision {
  const { evidence, told } = grounds;
  const unfit = reasonNotToJudge(request, grounds, locale);
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
        note: joinNotes([offendingRowsNote(assertion, grounds, request.missingRow), assumedNote(truth.findings, told)]),
        truth: 'false',
      };
    case 'true':
      return decidePassing(request, warning, grounds, truth.findings);
  }
}

function decidePassing(
  { missingRow, warn }: ThresholdRequest,
  warning: Assertion | null,
  { evidence, told }: EvidencePair,
  findings: Findings,
): Decision {
  const truth = warning === null ? null : evaluate(warning, evidence, missingRow);
  const assumed = assumedNote(findings, told);
  if (truth !== null && truth.kind !== 'true') {
    const why = 'why' in truth ? `whether ${warn ?? ''} is not known: ${truth.why}` : `not ${warn ?? ''}`;
    return { outcome: 'warned', note: joinNotes([why, assumed]), truth: 'true' };
  }
  return { outcome: assumed === null ? 'passed' : 'warned', note: assumed, truth: 'true' };
}

function assumedNote({ assumed }: Findings, { insight }: Evidence): string | null {
  if (assumed.size === 0) return null;
  const told = new Set(insight.rows.map(({ key }) => key));
  const rows = [...assumed].map(([key, similar]) => {
    const meant = similar === null || !told.has(similar) ? '' : ` (the most similar is "${makeVisible(similar)}")`;
    return `there is no row "${makeVisible(key)}"${meant}, which counts as zero`;
  });
  return `${rows.join('; ')}; missing-row says what it should count as`;
}

function joinNotes(notes: readonly (string | null)[]): string | null {
  const known = notes.filter((note) => note !== null);
  return known.length === 0 ? null : known.join('; ');
}

function emptyVerdict({ insight, assert, warn, reason }: ThresholdRequest): Omit<Verdict, 'outcome' | 'message'> {
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

/** What a verdict shows of the comparison that decided it. */
type ShownNumbers = Pick<Verdict, 'value' | 'limit' | 'subject' | 'needs' | 'unit' | 'sample'>;

/** The numbers of a verdict that nothing was compared for. */
const NO_NUMBERS: ShownNumbers = {
  value: null,
  limit: null,
  subject: null,
  needs: null,
  unit: 'number',
  sample: null,
};

/** The numbers to show of the comparison that decided, and what they were counted from. */
function findShownNumbers(
  deciding: DecidingComparison | null,
  grounds: EvidencePair,
  request: ThresholdRequest,
): ShownNumbers {
  const sample = shownSample(deciding, grounds, request);
  if (deciding === null) return { ...NO_NUMBERS, sample };
  const { subject, sign, limitText, value, limit, call } = deciding;
  const isPercent = PERCENTAGE.test(limitText) || call?.name === 'share';
  const isChange = call?.name === 'change' || call?.name === 'totalChange';
  return {
    value,
    limit,
    subject,
    needs: `${sign} ${limitText}`,
    unit: isChange ? 'change' : isPercent ? 'percent' : 'number',
    sample,
  };
}

/** A percentage alone; one within an expression makes no percentage of it. */
const PERCENTAGE = /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i;

/** Whether a threshold's `until` is still ahead, in the report's zone, or over. */
function findSnooze(
  until: string | null,
  nowMs: number,
  timeZone: string,
): { readonly snoozedUntil: string | null; readonly snoozeEnded: string | null } {
  if (until === null) return { snoozedUntil: null, snoozeEnded: null };
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return today < until ? { snoozedUntil: until, snoozeEnded: null } : { snoozedUntil: null, snoozeEnded: until };
}
