// The gates of a report as templates see them, and the sentences about all of them together. Pure.
import type { Outcome, Results, Verdict } from '../../results/results.ts';
import { toOneLine } from '../../../text/visible.ts';
import { formatDay } from '../format/dates.ts';
import { periodText } from './period.ts';
import type { GateView } from './report-types.ts';
import { describeSnooze } from '../format/verdicts.ts';
import { join, prose, quoted, type Sentence, value, words } from './sentences/sentence.ts';
import { shownOutcome, SYMBOLS } from './gates-summary.ts';

/** A verdict as templates see it. */
export function buildGateView(verdict: Verdict, results: Results): GateView {
  const { insight, assert, outcome, snoozedUntil, snoozeEnded, interval, timezone } = verdict;
  const shown = shownOutcome(verdict);
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
    words: shown === outcome ? outcome : `${outcome}, snoozed`,
    symbol: SYMBOLS[shown],
    value: verdict.valueText,
    now: verdict.nowText,
    loss: verdict.lossText ?? null,
    needs: verdict.needs,
    limit: limit === '' ? null : limit,
    sample: verdict.sampleText,
    period: interval === null || timezone === null ? null : periodText({ interval, timezone }, results).text,
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

/** What stands in place of a value: a `rows.all(…)` that passed has none, but had data. */
export function withoutValue({ outcome }: GateView): string {
  return outcome === 'inconclusive' ? 'no data' : '–';
}

/** The answers to a gate whose name is a question. */
const ANSWERS: Readonly<Record<Outcome, string>> = {
  passed: 'Yes.',
  warned: 'Yes, with a warning.',
  failed: 'Not yet.',
  inconclusive: 'Not known yet.',
};

/**
 * What came before, for a gate that changed: `newly failing (passed in run 52, Nov 10, 2026)`; for one that
 * did not pass before either, only since when.
 */
function describeCourse({ outcome, since, was }: Verdict, { locale, timezone }: Results): string | null {
  if (since === undefined || (was === undefined && outcome === 'passed')) return null;
  const sinceMs = Date.parse(since);
  if (was === undefined) return `${outcome} since ${formatDay(sinceMs, locale, timezone)}`;
  const day = formatDay(Date.parse(was.at), locale, timezone);
  const when = was.run === undefined ? `on ${day}` : `in run ${was.run}, ${day}`;
  return `${NEWLY[outcome]} (${was.outcome} ${when})`;
}

const NEWLY: Readonly<Record<Outcome, string>> = {
  passed: 'newly passing',
  warned: 'newly warning',
  failed: 'newly failing',
  inconclusive: 'newly inconclusive',
};

/** The gates in order of importance: those that changed, that failed, that did not pass, and the others. */
export function orderGates(gates: readonly GateView[]): readonly GateView[] {
  return gates.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf(gate: GateView): number {
  if (gate.was !== null) return 0;
  if (shownOutcome(gate) === 'failed') return 1;
  return gate.outcome === 'passed' ? 3 : 2;
}

/**
 * The remarks on a gate: why it has its outcome, its forecast, and its author's reason if it did not pass.
 */
function sayRemark({ note, forecast, reason, outcome }: Verdict): Sentence | null {
  const parts = [
    note === null ? null : prose(note),
    forecast === undefined ? null : words(asClause(forecast)),
    reason === null || outcome === 'passed' ? null : quoted(value(reason)),
  ];
  return join(parts, '; ');
}

/** A sentence as a part of another one: without its capital and its full stop. */
function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
