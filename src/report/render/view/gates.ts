import type { Outcome, Results, Verdict } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { toOneLine } from '../../../text/visible.ts';
import { formatDay } from '../format/dates.ts';
import { periodText } from './period.ts';
import type { GateView } from './report-types.ts';
import { describeSnooze } from '../format/verdicts.ts';
import { join, prose, quoted, type Sentence, value, words } from './sentences/sentence.ts';

/** A verdict as templates see it. */
export function buildGateView(verdict: Verdict, results: Results): GateView {
  const { insight, assert, outcome, snoozedUntil, snoozeEnded } = verdict;
  const isSnoozed = snoozedUntil !== null && outcome !== 'passed';
  const snooze = describeSnooze(verdict, results.locale);
  const limit = [verdict.limitText, snooze].filter(Boolean).join(', ');
  return {
    insight,
    name: verdict.name,
    title: verdict.title ?? null,
    assert: toOneLine(assert),
    outcome,
    was: verdict.was?.outcome ?? null,
    course: describeCourse(verdict, results),
    words: isSnoozed ? `${outcome}, snoozed` : outcome,
    symbol: isSnoozed ? '💤' : SYMBOLS[outcome],
    value: verdict.valueText,
    now: verdict.nowText,
    loss: verdict.lossText ?? null,
    needs: verdict.needs,
    limit: limit === '' ? null : limit,
    sample: verdict.sampleText,
    period: periodOf(verdict, results),
    note: verdict.note,
    forecast: verdict.forecast ?? null,
    reason: verdict.reason,
    snoozedUntil,
    snoozeEnded,
    message: verdict.message,
    answer: verdict.name.endsWith('?') ? ANSWERS[outcome] : null,
    remark: sayRemark(verdict),
  };
}

/** The answers to a gate whose name is a question. */
const ANSWERS: Readonly<Record<Outcome, string>> = {
  passed: 'Yes.',
  warned: 'Yes, with a warning.',
  failed: 'Not yet.',
  inconclusive: 'Not known yet.',
};

/** What stands above the gates: the verdict of all of them in one sentence. */
export function gatesHeading(gates: readonly GateView[]): string {
  const count = (words: string): number => gates.filter((gate) => gate.words === words).length;
  const of = (some: number): string => `${some} of ${gates.length} ${plural('gate', gates.length)}`;
  const [failed, open, warned] = [count('failed'), count('inconclusive'), count('warned')];
  if (failed > 0) return `Not yet: ${of(failed)} failed`;
  if (open > 0) return `Not known yet: ${of(open)} ${open === 1 ? 'has' : 'have'} no answer`;
  if (warned > 0) return `Passed with ${warned === 1 ? 'a warning' : 'warnings'}: ${of(warned)} warned`;
  const passed = count('passed');
  if (passed < gates.length) return `${of(passed)} passed, ${gates.length - passed} snoozed`;
  return gates.length === 1 ? 'The gate passed' : `All ${gates.length} gates passed`;
}

/** How many gates had each outcome, the worst first; with a `noun`, `1 gate failed, 2 passed`. */
export function summarizeGates(gates: readonly GateView[], noun = ''): string {
  const counts = [...Object.keys(SYMBOLS), 'snoozed'].flatMap((outcome) => {
    const count = gates.filter(({ words }) => words.split(', ').at(-1) === outcome).length;
    return count === 0 ? [] : [{ count, outcome }];
  });
  return counts
    .map(({ count, outcome }, index) =>
      [count, index === 0 && noun !== '' ? plural(noun, count) : '', outcome].filter(Boolean).join(' '),
    )
    .join(', ');
}

/** The symbol of the worst outcome. */
export function findWorstSymbol(gates: readonly GateView[]): string {
  const worst = Object.values(SYMBOLS).find((symbol) => gates.some((gate) => gate.symbol === symbol));
  return worst === SYMBOLS.passed && gates.some(({ symbol }) => symbol === '💤') ? '💤' : (worst ?? '💤');
}

/** The outcomes, the worst first, and their symbols. */
const SYMBOLS: Readonly<Record<Outcome, string>> = {
  failed: '❌',
  inconclusive: '❓',
  warned: '⚠️',
  passed: '✅',
};

/**
 * What came before, for a gate that changed: `Newly failing (passed in run 52, Nov 10, 2026)`; only since
 * when
 * for one that did not pass before either.
 */
function describeCourse({ outcome, since, was }: Verdict, { locale, timezone }: Results): string | null {
  if (since === undefined || (was === undefined && outcome === 'passed')) return null;
  const sinceMs = Date.parse(since);
  if (was === undefined) return `${outcome} since ${formatDay(sinceMs, locale, timezone)}`;
  const day = formatDay(Date.parse(was.at), locale, timezone);
  return `${NEWLY[outcome]} (${was.outcome} ${was.run === undefined ? 'on ' : `in run ${was.run}, `}${day})`;
}

const NEWLY: Readonly<Record<Outcome, string>> = {
  passed: 'newly passing',
  warned: 'newly warning',
  failed: 'newly failing',
  inconclusive: 'newly inconclusive',
};

/**
 * A verdict as it is above the sections of the insights: why one of them could not be reported is in
 * its section, and only referred to here.
 */
export function referToSections(verdict: Verdict, { insights }: Results): Verdict {
  const messages = insights.flatMap((insight) => (insight.status === 'error' ? [insight.error.message] : []));
  // The longest first: one message may begin with another.
  const refer = (text: string): string =>
    messages
      .toSorted((one, other) => other.length - one.length)
      .reduce((so, message) => so.replaceAll(`): ${message}`, () => '), for the reason below'), text);
  return {
    ...verdict,
    note: verdict.note === null ? null : refer(verdict.note),
    message: refer(verdict.message),
  };
}

/**
 * The gates in order of importance: those that changed, those that failed, those that did not
 * pass, the others.
 */
export function orderGates(gates: readonly GateView[]): readonly GateView[] {
  return gates.toSorted((one, other) => worthOf(one) - worthOf(other));
}

function worthOf({ was, words, outcome }: GateView): number {
  if (was !== null) return 0;
  return words === 'failed' ? 1 : outcome === 'passed' ? 3 : 2;
}

function periodOf({ interval, timezone }: Verdict, results: Results): string | null {
  return interval === null || timezone === null ? null : periodText({ interval, timezone }, results).text;
}

/** The remarks on a gate: why it came out so, what is expected of it and its reason. */
function sayRemark({ note, forecast, reason, outcome }: Verdict): Sentence | null {
  const parts = [
    note === null ? null : prose(note),
    forecast === undefined
      ? null
      : words(forecast.charAt(0).toLowerCase() + forecast.slice(1).replace(/\.$/, '')),
    reason === null || outcome === 'passed' ? null : quoted(value(reason)),
  ];
  return join(parts, '; ');
}
