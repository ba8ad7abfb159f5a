import type { ThresholdRequest } from '../inputs/request.ts';
import { visible } from '../inputs/visible.ts';
import type { FailedInsight, Outcome, Verdict } from '../results.ts';
import type { Amount } from './amount.ts';
import type { Assertion } from './assertion.ts';
import { type Deciding, decidingComparison } from './comparison.ts';
import type { Evidence } from './evidence.ts';
import { evaluate, type Truth } from './evaluate.ts';
import { messageOf, numbersText } from './message.ts';
import { estimateNote, offenders } from './notes.ts';
import { createReader, type Findings } from './reader.ts';
import { ROW_NUMBERS } from './row.ts';
import { isEmpty, sampleOutput } from './sample.ts';
import { snoozeOf } from './snooze.ts';
import { toldEvidence } from './told.ts';
import { countText } from './words.ts';

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
  const snooze = snoozeOf(request.until, setting.nowMs, setting.timezone);
  if ('error' in evidence) {
    const { kind, message } = evidence.error;
    const base = {
      ...blank(request),
      ...snooze,
      outcome: 'inconclusive' as const,
      note: `the insight could not be queried (${kind}): ${message}`,
    };
    return { ...base, message: messageOf(base, evidence.title) };
  }
  const told = toldEvidence(evidence, setting.minGroupSize);
  const found = decide(threshold, evidence, told, setting);
  const deciding =
    found.truth === null
      ? null
      : decidingComparison(threshold.assertion, found.truth, { evidence, told }, request.missingRow);
  const shown = numbersOf(deciding, evidence, told, request);
  const estimate =
    found.outcome === 'inconclusive' ? null : estimateNote(deciding, shown.unit, evidence, setting.locale);
  const kept = told !== evidence && isKept(deciding, threshold, found.truth, evidence) ? KEPT_NOTE : null;
  const notes = [found.note, estimate, kept].filter((note) => note !== null);
  const verdict = {
    ...blank(request),
    ...shown,
    ...numbersText(shown, setting.locale),
    ...snooze,
    outcome: found.outcome,
    note: notes.length === 0 ? null : notes.join('; '),
    interval: evidence.insight.interval,
    timezone: evidence.insight.timezone,
  };
  return { ...verdict, message: messageOf(verdict, evidence.insight.title) };
}

const KEPT_NOTE = 'its value would tell of small groups, which are kept back (min-group-size)';

/** Whether a value is withheld that there is. */
function isKept(
  deciding: Deciding | null,
  { assertion, request }: Threshold,
  truth: Truth['kind'] | null,
  evidence: Evidence,
): boolean {
  if (deciding === null || deciding.value !== null || truth === null) return false;
  return decidingComparison(assertion, truth, { evidence, told: evidence }, request.missingRow)?.value != null;
}

interface Decision {
  readonly outcome: Outcome;
  readonly note: string | null;
  /** What the assertion came to; null where it was not evaluated. */
  readonly truth: Truth['kind'] | null;
}

function decide(
  { request, assertion, warning }: Threshold,
  evidence: Evidence,
  told: Evidence,
  { locale }: Setting,
): Decision {
  const unfit = unfitness(request, evidence, told, locale);
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
        note: joined([offenders(assertion, evidence, told, request.missingRow), assumedNote(truth.findings, told)]),
        truth: 'false',
      };
    case 'true':
      return held(request, warning, { evidence, told }, truth.findings);
  }
}

/** Why nothing can be concluded from an answer, whatever is asserted of it. */
function unfitness(
  { minSample, insight }: ThresholdRequest,
  evidence: Evidence,
  told: Evidence,
  locale: string,
): string | null {
  if (evidence.insight.rows.length === 0) return 'the answer is empty';
  if (minSample !== 0 && isEmpty(evidence.insight)) {
    return 'the answer is empty: nothing was counted in the period (min-sample: 0 says that this is to be expected)';
  }
  if (minSample === null || minSample === 0) return null;
  const size = sampleSize(evidence);
  if (size === null) return `min-sample is ${minSample}, and how many ${visible(insight)} counts is not known`;
  if (size >= minSample) return null;
  const count = sampleSize(told) === size ? `only ${countText(size, locale)}` : 'a small number';
  return `${count} in total, fewer than min-sample (${countText(minSample, locale)})`;
}

/** The total that the sample is; null where it is not known. */
export function sampleSize(evidence: Evidence): number | null {
  const output = sampleOutput(evidence.insight);
  return output === null ? null : tryExact(() => createReader(evidence, null).table('total', output));
}

function held(
  { missingRow, warn }: ThresholdRequest,
  warning: Assertion | null,
  { evidence, told }: { readonly evidence: Evidence; readonly told: Evidence },
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

/** A percentage alone; one within an expression makes no percentage of it. */
const PERCENTAGE = /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i;

type Numbers = Pick<Verdict, 'value' | 'limit' | 'subject' | 'needs' | 'unit' | 'sample'>;

function numbersOf(deciding: Deciding | null, evidence: Evidence, told: Evidence, request: ThresholdRequest): Numbers {
  const sample = toldSample(sampleOf(deciding, evidence, request), sampleOf(deciding, told, request));
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

/** A sample as far as a reader of the report can see the same. */
function toldSample(sample: Verdict['sample'], told: Verdict['sample']): Verdict['sample'] {
  if (sample === null) return null;
  const count = sample.count === told?.count ? sample.count : null;
  const of = sample.of === told?.of ? sample.of : null;
  return count === null && of === null ? null : { ...sample, count, of };
}

/** What the value was counted from: the row that its expression names, of the true total. */
function sampleOf(deciding: Deciding | null, evidence: Evidence, { missingRow }: ThresholdRequest): Verdict['sample'] {
  const { insight } = evidence;
  const reader = createReader(evidence, missingRow);
  const { name = '', args: [first = null, second = null] = [] } = deciding?.firstCall ?? {};
  const isRow = ROW_NUMBERS.some((each) => each === name);
  const counted = (isRow ? second : first) ?? sampleOutput(insight);
  if (counted === null) return null;
  const isOfRow = isRow && first !== null && (second !== null || counted === insight.metric);
  const count = isOfRow ? tryExact(() => reader.row('value', first, second)) : null;
  const of = tryExact(() => reader.table('total', counted));
  return count === null && of === null
    ? null
    : { count, of, unit: counted === insight.metric ? insight.unit : 'other' };
}

function tryExact(read: () => Amount): number | null {
  try {
    return read().exact;
  } catch {
    return null;
  }
}

const NO_NUMBERS: Numbers = { value: null, limit: null, subject: null, needs: null, unit: 'number', sample: null };

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
