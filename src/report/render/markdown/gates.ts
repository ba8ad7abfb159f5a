import { display } from '../format/display.ts';
import { codeSpan, escapeProse } from './escape.ts';
import { sentenceAsMarkdown } from './sentence.ts';
import { findWorstSymbol, gatesHeading } from '../view/gates.ts';
import type { PeriodView } from '../view/insight-types.ts';
import type { GateView } from '../view/report-types.ts';

/** How many characters of an assertion are shown. */
const ASSERTION_LIMIT = 300;

/**
 * The gates in Markdown: a summary line, and an item for each, which a phone need not scroll sideways. Empty
 * without gates. Their period is left out if it is the one that is `shown` already.
 */
export function renderGates(
  gates: readonly GateView[],
  shown: Pick<PeriodView, 'text'> | null = null,
): string {
  if (gates.length === 0) return '';
  const [period, ...others] = periodsOf(gates);
  const isSaid = period === undefined || others.length > 0 || period === shown?.text;
  const [alone, another] = gates;
  const remark = alone === undefined || another !== undefined ? '' : capitalize(remarkOf(alone));
  const below = [remark, isSaid ? '' : `<sub>Gates are of ${period}.</sub>`];
  return [gatesLine(gates), renderItems(gates), ...below].filter(Boolean).join('\n\n');
}

function periodsOf(gates: readonly GateView[]): readonly string[] {
  return [...new Set(gates.map(({ period }) => period).filter((period) => period !== null))];
}

function renderItems(gates: readonly GateView[]): string {
  const hasPeriods = periodsOf(gates).length > 1;
  return gates.map((gate) => renderItem(gate, hasPeriods, gates.length > 1)).join('\n');
}

/**
 * The gates in ever shorter forms: all of them, those that did not pass, the failed ones, and only the
 * summary line.
 */
export function renderGatePages(gates: readonly GateView[]): readonly string[] {
  const some = [
    gates,
    gates.filter(({ outcome }) => outcome !== 'passed'),
    gates.filter(({ outcome }) => outcome === 'failed'),
  ];
  const tables = some
    .filter((each) => each.length > 0)
    .map((each) => `${gatesLine(gates)}\n\n${renderItems(each)}`);
  return [renderGates(gates), ...tables, gatesLine(gates)];
}

/** The summary line: how many gates had each outcome. */
function gatesLine(gates: readonly GateView[]): string {
  return `${findWorstSymbol(gates)} **${gatesHeading(gates)}**`;
}

/** Outcome, number and limit; below, the gate, and a remark, which for a single gate is a paragraph. */
function renderItem(gate: GateView, hasPeriod: boolean, hasRemark: boolean): string {
  const { symbol, words, value, needs, sample, period } = gate;
  const numbers = [
    `${symbol} **${words}${value === null ? '' : `: ${escapeProse(value, true)}`}**`,
    needs === null ? '' : `needs ${codeSpan(display(needs, ASSERTION_LIMIT), 'line')}`,
    sample === null ? '' : escapeProse(sample, true),
    hasPeriod ? (period ?? '') : '',
  ];
  const lines = [
    numbers.filter(Boolean).join(', '),
    nameOf(gate),
    hasRemark ? capitalize(remarkOf(gate)) : '',
  ];
  // Another mark than that of the list of insights that may follow: it would be the same list.
  return `* ${lines.filter(Boolean).join('<br>')}`;
}

/**
 * A gate's title in prose and its assertion in code; without a title its insight's name is in the code too.
 */
export function nameOf({ title, assert, text }: GateView): string {
  const code = codeSpan(
    display(title === null ? text : assert.replace(/\s+/g, ' ').trim(), ASSERTION_LIMIT),
    'line',
  );
  return title === null ? code : `${escapeProse(title, true)}: ${code}`;
}

/** A remark as a sentence of its own. A name that begins it, such as iPhone 16, stays as it is. */
function capitalize(remark: string): string {
  return remark.replace(/^\p{Ll}+(?= )/u, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

function remarkOf({ course, remark }: GateView): string {
  return [course ?? '', remark === null ? '' : sentenceAsMarkdown(remark)].filter(Boolean).join('; ');
}
