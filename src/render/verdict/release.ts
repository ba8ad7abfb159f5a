import type { Judgement } from '../../gate/verdict/decide.ts';
import { againstText } from '../../release/read.ts';
import { type AnsweredRelease, CONFIDENCE } from '../../release/judge.ts';
import type { ReleaseEvent, ReportedRelease } from '../../results.ts';
import { rangeText } from '../format/ranges.ts';
import { waitText } from '../format/wait.ts';

/** The release of the results file: what was counted, and the advice that its gates come to. */
export function writeRelease(
  answered: AnsweredRelease,
  judgements: readonly Judgement[],
  minGroupSize: number,
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
    against: againstText(request.against),
    since,
    strata: request.strata,
    confidence: CONFIDENCE,
    events: problem === null ? events : [],
    problem,
    advice,
    sentence: sentenceOf(answered, judgements, advice, locale),
    ...(minGroupSize > 1 ? { roundedTo: minGroupSize } : {}),
  };
}

/** The advice of the worst gate. */
function adviceOf(judgements: readonly Judgement[]): ReportedRelease['advice'] {
  const outcomes = judgements.map(({ outcome }) => outcome);
  if (outcomes.length === 0) return null;
  if (outcomes.includes('failed')) return 'stop';
  return outcomes.includes('inconclusive') ? 'wait' : 'go on';
}

const OUTCOMES = { stop: ['failed'], wait: ['inconclusive'], 'go on': ['passed', 'warned'] } as const;

function sentenceOf(
  { evidence: { problem }, compared: { version }, request, events }: AnsweredRelease,
  judgements: readonly Judgement[],
  advice: ReportedRelease['advice'],
  locale: string,
): string {
  const begin = advice === null ? '' : `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`;
  if (problem !== null) return `${begin === '' ? 'Nothing to compare' : begin}: ${problem}.`;
  const outcomes: readonly string[] = advice === null ? [] : OUTCOMES[advice];
  const by = judgements.find(({ outcome }) => outcomes.includes(outcome));
  const [own] = events;
  const event = events.find(({ event }) => by?.subject === `worse(${JSON.stringify(event)})`) ?? own;
  if (event === undefined) return `${begin}.`;
  const wait = by?.reasons.flatMap((each) =>
    each.kind === 'every-look' && !each.isDecided ? [each.days] : [],
  )[0];
  const pace = wait === undefined ? '' : `, ${waitText(wait)}`;
  const others = request.against.kind === 'previous' ? 'lower versions' : againstText(request.against);
  const limit = by?.needs == null ? '' : `; the gate asks for ${by.needs}`;
  const with4 = `with ${version ?? ''} a user has “${event.event}” ${comparedText(event, locale)} as with ${others} on the same days`;
  return `${begin === '' ? 'So far' : `${begin}${pace}`}: ${with4} (${rangeText({ ...event.worse, limit: by?.limit ?? null }, locale)})${limit}.`;
}

/** `1.4 times as often`. */
function comparedText({ worse: { value } }: ReleaseEvent, locale: string): string {
  if (value === null) return 'not yet known how often';
  const times = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(value + 1);
  return `${times} times as often`;
}
