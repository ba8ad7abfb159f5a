// Judges the gates of a release, `worse() < 20%`, by what `run/releases/` counted. It queries nothing.
import { comparisonsIn, type WorseComparison, type WorseCondition } from '../expression/worse.ts';
import { decides } from '../expression/values.ts';
import { exactNumber, rangeBetween } from '../expression/number-range.ts';
import type { BySide, Doubt, DoubtNames } from '../results/doubt.ts';
import { notQueried, because, type VerdictReason, WARNING_FALSE } from '../expression/reasons.ts';
import { type Judgement, NO_NUMBERS } from '../gate/verdict/judgement.ts';
import type { ReleaseRequest, ReleaseThreshold } from '../inputs/request.ts';
import type { FailedInsight, Outcome, Period, ReleaseEvent, Worse } from '../results/results.ts';
import { daysNeeded, type EventCounts, worseOf } from './compare.ts';
import { type Doubted, doubtsOf } from './doubts.ts';
import type { Compared } from './versions.ts';

/** One event of a release: its counts, and what may be doubted about them. */
export interface JudgedEvent extends EventCounts, Doubted {
  /** How messages name it. */
  readonly text: string;
}

/** What a release's gates are judged by. */
interface ReleaseEvidence {
  readonly name: string;
  readonly title: string;
  readonly interval: Period | null;
  readonly timezone: string;
  /** Why nothing can be compared; null if something can. */
  readonly problem: string | null;
  /** The compared versions in words. */
  readonly versions: BySide<string>;
  /** By event, the release's own under null. */
  readonly events: ReadonlyMap<string | null, JudgedEvent>;
}

/** A release that was queried: what its gates are judged by, and what the report shows. */
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

/** The events that a release's gates read besides the release's own. */
export function eventsRead(gates: readonly ReleaseThreshold[]): readonly string[] {
  const conditions = gates.flatMap(({ assert, warn }) => [assert.condition, warn?.condition ?? []].flat());
  return [...new Set(conditions.flatMap(comparisonsIn).flatMap(({ event }) => event ?? []))];
}

/**
 * Judges a gate of a release. The first of these that is true gives the outcome:
 * 1. The release could not be queried or compared: inconclusive.
 * 2. The new version has fewer user-days than `min-sample`: inconclusive, whatever the interval says.
 * 3. There are doubts, or the limit is within the interval: inconclusive.
 * 4. The whole interval is on one side of the limit: failed or passed; warned if only `warn` fails.
 */
export function judgeRelease(
  request: ReleaseThreshold,
  evidence: ReleaseEvidence | FailedInsight,
): Judgement {
  const undecided = {
    request,
    insights: [evidence.name],
    forecast: null,
    outcome: 'inconclusive',
    interval: null,
    timezone: null,
    ...NO_NUMBERS,
  } as const;
  if ('error' in evidence) {
    const { error } = evidence;
    const isRefused = error.kind === 'unauthorized' || error.kind === 'plan';
    return {
      ...undecided,
      reasons: [notQueried(error, null)],
      refusal: isRefused ? error.message : undefined,
    };
  }
  const { problem, interval, timezone, versions } = evidence;
  if (problem !== null) return { ...undecided, interval, timezone, reasons: [because(problem)] };
  const confidence = request.confidence ?? CONFIDENCE;
  const decision = decide(request.assert.condition, evidence, confidence);
  const { by, event, worse } = decision;
  const { sides, people } = event;
  const smallSample = findSmallSample(request, sides.new.users);
  const outcome = smallSample === null ? decision.outcome : 'inconclusive';
  const isWarned =
    outcome === 'passed' &&
    request.warn !== null &&
    decide(request.warn.condition, evidence, confidence).outcome === 'failed';
  return {
    ...undecided,
    interval,
    timezone,
    outcome: isWarned ? 'warned' : outcome,
    reasons: [
      ...(smallSample === null ? [] : [smallSample]),
      ...reasonsOf(decision, { ...versions, event: event.text }, confidence),
      ...(isWarned ? [WARNING_FALSE] : []),
    ],
    value: worse.value,
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

function findSmallSample({ minSample }: ReleaseThreshold, size: number): VerdictReason | null {
  if (minSample === null || size >= minSample) return null;
  return {
    kind: 'small-sample',
    size,
    minSample,
    period: 'now',
    counted: { unit: 'user-days' },
  };
}

/** The reasons of a verdict: the doubts, and the interval with the days until it decides. */
function reasonsOf(
  { outcome, by, event, worse: { low, high }, doubts }: Decision,
  names: DoubtNames,
  confidence: number,
): readonly VerdictReason[] {
  const isDecided = outcome !== 'inconclusive' || doubts.length > 0;
  const days = isDecided ? null : daysNeeded(event, by.limit, confidence);
  return [
    ...doubts.map((doubt) => ({ kind: 'doubt', doubt, names }) as const),
    { kind: 'every-look', confidence, low, high: high ?? Infinity, days, isDecided },
  ];
}

interface Decision {
  readonly outcome: Exclude<Outcome, 'warned'>;
  /** The comparison that decided, or that left the outcome open. */
  readonly by: WorseComparison;
  readonly event: JudgedEvent;
  readonly worse: Worse;
  /** Why the outcome is open although the interval is clear. */
  readonly doubts: readonly Doubt[];
}

/**
 * Of two sides, the outcome that comes first here decides: one failed side of `&&`, one passed side of `||`.
 */
const DECIDING_FIRST = {
  '&&': ['failed', 'inconclusive', 'passed'],
  '||': ['passed', 'inconclusive', 'failed'],
} as const;

function decide(condition: WorseCondition, evidence: ReleaseEvidence, confidence: number): Decision {
  if (condition.kind === 'comparison') return decideComparison(condition, evidence, confidence);
  const [left, right] = condition.parts;
  const [one, other] = [decide(left, evidence, confidence), decide(right, evidence, confidence)];
  const placeOf = ({ outcome }: Decision): number => DECIDING_FIRST[condition.kind].indexOf(outcome);
  return placeOf(one) <= placeOf(other) ? one : other;
}

function decideComparison(by: WorseComparison, { events }: ReleaseEvidence, confidence: number): Decision {
  const event = events.get(by.event);
  if (event === undefined) throw new Error(`The event ${String(by.event)} was not queried.`);
  const worse = worseOf(event, confidence);
  const interval = rangeBetween(worse.low, worse.high ?? Infinity, null);
  const holds = decides(by.operator, interval, exactNumber(by.limit));
  const doubts = doubtsOf(event, holds === null ? null : { worse, limit: by.limit, confidence });
  if (holds === null || doubts.length > 0) return { outcome: 'inconclusive', by, event, worse, doubts };
  return { outcome: holds ? 'passed' : 'failed', by, event, worse, doubts };
}
