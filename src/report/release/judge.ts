import { comparisonsIn, type WorseComparison, type WorseCondition } from '../expression/worse.ts';
import { decides } from '../expression/values.ts';
import { exactNumber, rangeBetween } from '../expression/number-range.ts';
import type { Doubt } from '../results/doubt.ts';
import { notQueried, because, type VerdictReason, WARNING_FALSE } from '../expression/reasons.ts';
import { findSnooze, type Judgement, type JudgeSettings, NO_NUMBERS } from '../gate/verdict/decide.ts';
import type { ReleaseRequest, ReleaseThreshold } from '../inputs/request.ts';
import type { FailedInsight, Outcome, Period, ReleaseEvent, Worse } from '../results/results.ts';
import { daysNeeded, type EventCounts, worseOf } from './compare.ts';
import { contradiction, type Doubted } from './doubts.ts';
import type { Compared } from './versions.ts';

/** What is known of one event, and what speaks against any conclusion from it. */
export interface JudgedEvent extends EventCounts, Pick<Doubted, 'sides' | 'people'> {
  readonly doubts: readonly Doubt[];
}

/** What a release's gates are judged by. */
interface ReleaseEvidence {
  readonly name: string;
  readonly title: string;
  readonly interval: Period | null;
  readonly timezone: string;
  /** Why nothing can be compared; null if something can. */
  readonly problem: string | null;
  /** What is compared, and the events, in words. */
  readonly versions: Readonly<Record<'new' | 'old', string>>;
  readonly texts: ReadonlyMap<string | null, string>;
  /** By event, the release's own under null. */
  readonly events: ReadonlyMap<string | null, JudgedEvent>;
}

/** What came of requesting a release: what its gates are judged by, and what is shown. */
export interface AnsweredRelease {
  readonly request: ReleaseRequest;
  readonly evidence: ReleaseEvidence;
  /** The column of versions. */
  readonly column: string;
  readonly compared: Compared;
  readonly events: readonly ReleaseEvent[];
  /** The first day; null if nobody has the new version. */
  readonly since: string | null;
}

/** The confidence of a gate that names none. */
export const CONFIDENCE = 0.95;

/** The other events that a release's gates read. */
export function eventsRead(gates: readonly ReleaseThreshold[]): readonly string[] {
  const conditions = gates.flatMap(({ assert, warn }) => [assert.condition, warn?.condition ?? []].flat());
  return [...new Set(conditions.flatMap(comparisonsIn).flatMap(({ event }) => event ?? []))];
}

/** Judges a gate of a release: by the whole interval, which holds however often it is asked. */
export function judgeRelease(
  request: ReleaseThreshold,
  evidence: ReleaseEvidence | FailedInsight,
  settings: JudgeSettings,
): Judgement {
  const judged = {
    request,
    title: evidence.title,
    insights: [evidence.name],
    forecast: null,
    ...NO_NUMBERS,
    ...findSnooze(request.until, settings.nowMs, settings.timezone),
  };
  if ('error' in evidence) {
    const { error } = evidence;
    const isRefused = error.kind === 'unauthorized' || error.kind === 'plan';
    return {
      ...judged,
      outcome: 'inconclusive',
      interval: null,
      timezone: null,
      reasons: [notQueried(error, null)],
      ...(isRefused ? { refusal: error.message } : {}),
    };
  }
  const { problem, interval, timezone } = evidence;
  const dated = { ...judged, interval, timezone };
  if (problem !== null) return { ...dated, outcome: 'inconclusive', reasons: [because(problem)] };
  const confidence = request.confidence ?? CONFIDENCE;
  const decision = decide(request.assert.condition, evidence, confidence);
  const { outcome, by } = decision;
  const { sides, people } = countsOf(evidence, by);
  const small = smallSample(request, sides.new.users);
  const warned = outcome === 'passed' && small === null ? warning(request, evidence, confidence) : null;
  const reasons = [small, ...reasonsOf(decision, evidence, confidence), warned];
  return {
    ...dated,
    outcome: small !== null ? 'inconclusive' : warned !== null ? 'warned' : outcome,
    reasons: reasons.filter((reason) => reason !== null),
    value: worseOfEvent(evidence, by, confidence).value,
    limit: by.limit,
    subject: by.subject,
    needs: by.needs,
    unit: 'change',
    sample: {
      count: sides.new.had,
      of: sides.new.users,
      unit: 'user-days',
      ...(people?.different == null ? {} : { people: people.different }),
    },
  };
}

/** What its numbers are doubted by, and the interval, with the days that it takes to be clear. */
function reasonsOf(
  { outcome, by, doubts }: Decision,
  evidence: ReleaseEvidence,
  confidence: number,
): readonly VerdictReason[] {
  const { low, high } = worseOfEvent(evidence, by, confidence);
  const isDecided = outcome !== 'inconclusive' || doubts.length > 0;
  const days = isDecided ? null : daysNeeded(countsOf(evidence, by), by.limit, confidence);
  const names = { ...evidence.versions, event: evidence.texts.get(by.event) ?? '' };
  return [
    ...doubts.map((doubt) => ({ kind: 'doubt', doubt, names }) as const),
    { kind: 'every-look', confidence, low, high: high ?? Infinity, days, isDecided },
  ];
}

function smallSample({ minSample }: ReleaseThreshold, size: number): VerdictReason | null {
  if (minSample === null || size >= minSample) return null;
  const counted = { unit: 'user-days' } as const;
  return { kind: 'small-sample', size, minSample, period: 'now', counted, largest: null };
}

function warning(
  { warn }: ReleaseThreshold,
  evidence: ReleaseEvidence,
  confidence: number,
): VerdictReason | null {
  if (warn === null) return null;
  const { outcome } = decide(warn.condition, evidence, confidence);
  return outcome === 'failed' ? WARNING_FALSE : null;
}

interface Decision {
  readonly outcome: Exclude<Outcome, 'warned'>;
  /** The comparison that decided, or that left the outcome open. */
  readonly by: WorseComparison;
  /** Why it is open although the interval is not. */
  readonly doubts: readonly Doubt[];
}

function decide(assertion: WorseCondition, evidence: ReleaseEvidence, confidence: number): Decision {
  if (assertion.kind === 'comparison') {
    const worse = worseOfEvent(evidence, assertion, confidence);
    const event = countsOf(evidence, assertion);
    const outcome = compare(assertion, worse.low, worse.high ?? Infinity);
    const same = contradiction({ ...event, spread: event.background.spread }, worse, assertion.limit);
    const doubts = [...event.doubts, ...(outcome === 'inconclusive' || same === null ? [] : [same])];
    return { outcome: doubts.length > 0 ? 'inconclusive' : outcome, by: assertion, doubts };
  }
  const [left, right] = assertion.parts.map((part) => decide(part, evidence, confidence));
  if (left === undefined || right === undefined) throw new Error('An assertion has two parts.');
  const first: Outcome[] = assertion.kind === '&&' ? ['failed', 'inconclusive'] : ['passed', 'inconclusive'];
  return first.flatMap((outcome) => [left, right].find((part) => part.outcome === outcome) ?? [])[0] ?? left;
}

function compare({ operator, limit }: WorseComparison, low: number, high: number): Decision['outcome'] {
  const holds = decides(operator, rangeBetween(low, high, null), exactNumber(limit));
  return holds === null ? 'inconclusive' : holds ? 'passed' : 'failed';
}

function countsOf({ events }: ReleaseEvidence, { event }: WorseComparison): JudgedEvent {
  const counts = events.get(event);
  if (counts === undefined) throw new Error(`The event ${String(event)} was not asked for.`);
  return counts;
}

function worseOfEvent(evidence: ReleaseEvidence, by: WorseComparison, confidence: number): Worse {
  return worseOf(countsOf(evidence, by), confidence);
}
