import type { Outcome, Results, Verdict } from '../../results/results.ts';
import { isInsightId } from '../../../text/insight-id.ts';
import { plural } from '../../../text/plural.ts';
import { toOneLine } from '../../../text/visible.ts';
import { formatDay, formatDayOrMoment } from '../format/dates.ts';
import { periodText } from './period.ts';
import type { GateView } from './report-types.ts';
import { countedWord, describeSnooze } from '../format/verdicts.ts';
import { join, prose, quoted, type Sentence, value, words } from './sentences/sentence.ts';

/** A verdict as templates see it. */
export function buildGateView(verdict: Verdict, results: Results): GateView {
  const { insight, assert, outcome, snoozedUntil, snoozeEnded, sample } = verdict;
  const isSnoozed = snoozedUntil !== null && outcome !== 'passed';
  const counted = countedWord(sample);
  const isCount = verdict.unit === 'number' && verdict.sampleText === null;
  const name = verdict.title ?? (insight === null ? null : titleOf(insight, results));
  const gate = {
    insight,
    title: verdict.title ?? null,
    assert,
    text: `${name === null ? '' : `${name}: `}${toOneLine(assert)}`,
    outcome,
    was: verdict.was?.outcome ?? null,
    course: describeCourse(verdict, results),
    words: isSnoozed ? `${outcome}, snoozed` : outcome,
    symbol: isSnoozed ? '💤' : SYMBOLS[outcome],
    value: verdict.valueText === null ? null : `${verdict.valueText}${isCount ? counted : ''}`,
    needs: verdict.needs,
    sample: verdict.sampleText === null ? null : `${formatSample(verdict)}${counted}`,
    period: periodOf(verdict, results),
    note: verdict.note,
    forecast: verdict.forecast ?? null,
    reason: verdict.reason,
    snoozedUntil,
    snoozeEnded,
    message: verdict.message,
  };
  return { ...gate, remark: sayRemark(gate) };
}

/** `90 of 4,166`; `4,166` alone if there is no value for it to be "of". */
function formatSample({ sampleText: text, valueText }: Verdict): string {
  return valueText === null ? (text ?? '').replace(/^of /, '') : (text ?? '');
}

/** What stands above the gates. */
export function gatesHeading(gates: readonly GateView[]): string {
  return `Usage gates: ${summarizeGates(gates)}`;
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
 * What came before, for a gate that changed: `failed since Nov 17, 2026, passed on Nov 10, 2026`; only since
 * when for one that did not pass before either.
 */
function describeCourse({ outcome, since, was }: Verdict, { locale, timezone }: Results): string | null {
  if (since === undefined || (was === undefined && outcome === 'passed')) return null;
  const sinceMs = Date.parse(since);
  if (was === undefined) return `${outcome} since ${formatDay(sinceMs, locale, timezone)}`;
  const wasMs = Date.parse(was.at);
  const then = `${was.outcome} on ${formatDayOrMoment(wasMs, sinceMs, locale, timezone)}`;
  return `${outcome} since ${formatDayOrMoment(sinceMs, wasMs, locale, timezone)}, ${then}`;
}

/**
 * A verdict as it stands above the sections of the insights: why one of them could not be reported stands in
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

/** The name of a gate's insight; its title if it is known only by its id. */
function titleOf(name: string, { insights }: Results): string {
  return isInsightId(name) ? (insights.find((insight) => insight.name === name)?.title ?? name) : name;
}

function periodOf({ interval, timezone }: Verdict, results: Results): string | null {
  return interval === null || timezone === null ? null : periodText({ interval, timezone }, results).text;
}

/** What the remarks on a gate are made of. */
type GateFacts = Omit<GateView, 'remark'>;

/** The remarks on a gate: why it came out so, what is expected of it, its snooze and its reason. */
function sayRemark(gate: GateFacts): Sentence | null {
  const { note, forecast, reason, outcome } = gate;
  const snooze = describeSnooze(gate);
  const parts = [
    note === null ? null : prose(note),
    forecast === null ? null : words(forecast.charAt(0).toLowerCase() + forecast.slice(1).replace(/\.$/, '')),
    snooze === null ? null : words(snooze),
    reason === null || outcome === 'passed' ? null : quoted(value(reason)),
  ];
  return join(parts, '; ');
}
