import { display } from '../format/display.ts';
import { codeSpan, escapeProse } from './escape.ts';
import { sentenceAsMarkdown } from './sentence.ts';
import { findWorstSymbol, summarizeGates } from '../view/gates.ts';
import type { PeriodView } from '../view/insight-types.ts';
import type { GateView } from '../view/report-types.ts';

/** How many characters of an assertion are shown. */
const ASSERTION_LIMIT = 300;

/**
 * The gates in Markdown: a summary line, a table, and a remark for each gate that needs one. Empty without
 * gates. Their period is left out if it is the one that is `shown` already.
 */
export function renderGateTable(
  gates: readonly GateView[],
  shown: Pick<PeriodView, 'text'> | null = null,
): string {
  if (gates.length === 0) return '';
  const remarks =
    gates.length === 1
      ? gates.map((gate) => capitalize(remarkOf(gate))).filter((remark) => remark !== '')
      : gates.flatMap(remarkLine);
  const [period, ...others] = periodsOf(gates);
  const below = [
    ...(remarks.length === 0 ? [] : ['', ...remarks]),
    ...(period === undefined || others.length > 0 || period === withoutToday(shown)
      ? []
      : ['', `<sub>Gates are of ${period}.</sub>`]),
  ];
  return [gatesLine(gates), '', renderTable(gates), ...below].join('\n');
}

/** A gate's period says `so far` where the report's says `today so far`. */
function withoutToday(shown: Pick<PeriodView, 'text'> | null): string | undefined {
  return shown?.text.replace(/, today so far$/, ', so far');
}

function periodsOf(gates: readonly GateView[]): readonly string[] {
  return [...new Set(gates.map(({ period }) => period).filter((period) => period !== null))];
}

function renderTable(gates: readonly GateView[]): string {
  const hasPeriods = periodsOf(gates).length > 1;
  return [
    `|  | Now | Needs | Gate | Sample |${hasPeriods ? ' Period |' : ''}`,
    `|:--|--:|:--|:--|:--|${hasPeriods ? ':--|' : ''}`,
    ...gates.map((gate) => renderRow(gate, hasPeriods)),
  ].join('\n');
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
    .map((each) => `${gatesLine(gates)}\n\n${renderTable(each)}`);
  return [renderGateTable(gates), ...tables, gatesLine(gates)];
}

/** The summary line: how many gates had each outcome. */
function gatesLine(gates: readonly GateView[]): string {
  return `${findWorstSymbol(gates)} **Usage gates: ${summarizeGates(gates)}**`;
}

function renderRow(gate: GateView, hasPeriod: boolean): string {
  const { symbol, words, value, needs, sample, period } = gate;
  const cells = [
    `${symbol} ${words}`,
    value === null ? '–' : `**${escapeProse(value, true)}**`,
    needs === null ? '' : codeSpan(display(needs, ASSERTION_LIMIT), 'cell'),
    nameOf(gate, 'cell'),
    sample === null ? '' : escapeProse(sample),
    ...(hasPeriod ? [period ?? ''] : []),
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * A gate's title in prose and its assertion in code; without a title its insight's name is in the code too.
 */
export function nameOf({ title, assert, text }: GateView, place: 'cell' | 'line'): string {
  const code = codeSpan(
    display(title === null ? text : assert.replace(/\s+/g, ' ').trim(), ASSERTION_LIMIT),
    place,
  );
  return title === null ? code : `${escapeProse(title, true)}: ${code}`;
}

/** A gate's title, or its assertion if it has none. */
function shortNameOf({ title, text }: GateView): string {
  return title === null
    ? codeSpan(display(text, ASSERTION_LIMIT), 'line')
    : `**${escapeProse(title, true)}**`;
}

/** A remark as a sentence of its own. A name that begins it, such as iPhone 16, stays as it is. */
function capitalize(remark: string): string {
  return remark.replace(/^\p{Ll}+(?= )/u, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/**
 * A remark as a list item that names its gate, by its title alone if it has one: the assertion is in the
 * table. None if the gate has no remark.
 */
function remarkLine(gate: GateView): readonly string[] {
  const remark = remarkOf(gate);
  return remark === '' ? [] : [`- ${gate.symbol} ${shortNameOf(gate)}: ${remark}`];
}

function remarkOf({ course, remark }: GateView): string {
  return [course ?? '', remark === null ? '' : sentenceAsMarkdown(remark)].filter(Boolean).join('; ');
}
