// Writes the part of the results file about a release: its counts and the advice ("Go on: 2.3% of users …").
// `run/judge.ts` calls it when the release's gates are judged. Pure.
import type { Judgement } from '../../gate/verdict/judgement.ts';
import { againstText } from '../../release/versions.ts';
import { type AnsweredRelease, CONFIDENCE } from '../../release/judge.ts';
import type { ReleaseEvent, ReportedRelease, Worse } from '../../results/results.ts';
import { doubtText } from './doubt.ts';
import { limitOf } from './limit-words.ts';
import { numberFormat } from '../format/numbers.ts';
import { type ChangeRange, rangeText, waitText } from '../format/releases.ts';

/** The release of the results file: what was counted, and the advice by its gates. */
export function writeRelease(
  answered: AnsweredRelease,
  judgements: readonly Judgement[],
  fewerThan: number,
  locale: string,
): ReportedRelease {
  const { request, evidence, column, compared, events, since } = answered;
  const { problem } = evidence;
  const advice = adviceOf(judgements);
  return {
    name: request.name,
    title: evidence.title,
    status: 'ok',
    version: column,
    new: compared.version,
    against: againstText(request.against, compared.old),
    since,
    strata: request.strata,
    confidence: CONFIDENCE,
    events: problem === null ? events.map((event, index) => withLimit(event, judgements, index === 0)) : [],
    problem,
    advice,
    sentence: sentenceOf(answered, judgements, advice, { locale, fewerThan }),
    ...(fewerThan > 1 ? { fewerThan } : {}),
  };
}

/** An event with the limit of its gate; `worse()` is of the first event. */
function withLimit(event: ReleaseEvent, judgements: readonly Judgement[], isFirst: boolean): ReleaseEvent {
  const subjects = [`worse(${JSON.stringify(event.event)})`, ...(isFirst ? ['worse()'] : [])];
  const limit = judgements.find(({ subject }) => subject !== null && subjects.includes(subject))?.limit;
  return limit == null ? event : { ...event, limit };
}

/** The advice of the worst gate. */
function adviceOf(judgements: readonly Judgement[]): ReportedRelease['advice'] {
  const outcomes = judgements.map(({ outcome }) => outcome);
  if (outcomes.length === 0) return null;
  if (outcomes.includes('failed')) return 'stop';
  return outcomes.includes('inconclusive') ? 'wait' : 'go on';
}

/** The outcomes behind an advice: the first gate with one of them gives the reason. */
const OUTCOMES = { stop: ['failed'], wait: ['inconclusive'], 'go on': ['passed', 'warned'] } as const;

function sentenceOf(
  { evidence: { problem, versions }, events }: AnsweredRelease,
  judgements: readonly Judgement[],
  advice: ReportedRelease['advice'],
  { locale, fewerThan }: { readonly locale: string; readonly fewerThan: number },
): string {
  const begin = advice === null ? '' : `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`;
  if (problem !== null) return `${begin === '' ? 'Nothing to compare' : begin}: ${problem}.`;
  const outcomes: readonly string[] = advice === null ? [] : OUTCOMES[advice];
  const gate = judgements.find(({ outcome }) => outcomes.includes(outcome));
  const isOfGate = ({ event }: ReleaseEvent) => gate?.subject === `worse(${JSON.stringify(event)})`;
  const event = events.find(isOfGate) ?? events[0];
  if (event === undefined) return `${begin}.`;
  const rates = ratesText(event, versions.new, versions.old, locale);
  const reasons = gate?.reasons ?? [];
  const doubts = reasons.filter((each) => each.kind === 'doubt');
  if (doubts.length > 0) {
    const texts = doubts.map(({ doubt, names }) => doubtText(doubt, names, locale, fewerThan));
    return `${begin}, ${texts.join('; ')}. ${rates}.`;
  }
  const look = reasons.find((each) => each.kind === 'every-look');
  const isUndecided = look !== undefined && !look.isDecided;
  const wait = isUndecided ? `, ${waitText(look.days)}` : '';
  const lead = begin === '' ? 'So far' : `${begin}${wait}`;
  const compared = comparedText(
    event.worse,
    { ...(look ?? event.worse), limit: gate?.limit ?? null },
    locale,
  );
  const limitText = gate && limitOf(gate.request, gate, { insights: [], releases: [], locale });
  const limit = limitText == null ? '' : `, limit: ${limitText}`;
  return `${lead}: ${rates}${compared}${limit}.`;
}

/**
 * The rates of both sides in a clause: `2.3% of users with 4.1 had “crash” on a day (…), where 1.9% would
 * have …`.
 */
function ratesText(
  { event, new: newSide, expected, leftOut = [] }: ReleaseEvent,
  version: string,
  others: string,
  locale: string,
): string {
  const { number, percent } = numberFormat(locale);
  const trouble =
    leftOut.length === 0 ? '' : ` (without ${leftOut.join(', ')}, when far more users of ${others} had it)`;
  const against = `with ${others} on the same days${trouble}`;
  if (newSide.rate === null || expected === null)
    return `too few users with ${version} or ${against} had “${event}” to show how many`;
  const counts = `${number(newSide.had)} of ${number(newSide.users)} user-days`;
  return `${percent(newSide.rate)} of users with ${version} had “${event}” on a day (${counts}), where ${percent(expected)} would have ${against}`;
}

/**
 * `; that is 1.4 times as often (+2% to +70%)`; the range alone if there is no value, or nobody has had the
 * event; empty if nothing is known.
 */
function comparedText({ value }: Worse, interval: ChangeRange, locale: string): string {
  const { low, high } = interval;
  if (value === null && low === -1 && !Number.isFinite(high)) return '';
  const range = rangeText(interval, locale);
  if (value === null || value === -1) return `; that is ${range} more likely`;
  return `; that is ${oftenText(value, locale)} (${range})`;
}

function oftenText(worse: number, locale: string): string {
  const format = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value);
  if (worse >= 1) return `${format(worse + 1, { maximumSignificantDigits: 2 })} times as often`;
  const percent = format(Math.abs(worse), { style: 'percent' });
  if (percent === format(0, { style: 'percent' })) return 'as often';
  return `${percent} ${worse < 0 ? 'less' : 'more'} often`;
}
