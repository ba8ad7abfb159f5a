import { display } from '../format/display.ts';
import { codeSpan, escapeProse, escapeValue } from './escape.ts';
import { findWorstSymbol, summarizeGates } from '../view/gates.ts';
import type { GateView } from '../view/report-types.ts';

/** The longest assertion that is shown in whole. */
const ASSERTION_LIMIT = 300;

/** The gates in Markdown: how they went, a table of them, and a line for each that needs words. Empty of none. */
export function renderGateTable(gates: readonly GateView[]): string {
  if (gates.length === 0) return '';
  const remarks =
    gates.length === 1
      ? gates.map((gate) => capitalize(remarkOf(gate))).filter((remark) => remark !== '')
      : gates.flatMap(remarkLine);
  const [period, ...others] = periodsOf(gates);
  const below = [
    ...(remarks.length === 0 ? [] : ['', ...remarks]),
    ...(period === undefined || others.length > 0 ? [] : ['', `<sub>Gates are of ${period}.</sub>`]),
  ];
  return [gatesLine(gates), '', renderTable(gates), ...below].join('\n');
}

function periodsOf(gates: readonly GateView[]): readonly string[] {
  return [...new Set(gates.map(({ period }) => period).filter((period) => period !== null))];
}

function renderTable(gates: readonly GateView[]): string {
  const hasPeriods = periodsOf(gates).length > 1;
  return [
    `|  | Gate | Now | Needs | Sample |${hasPeriods ? ' Period |' : ''}`,
    `|:--|:--|--:|:--|:--|${hasPeriods ? ':--|' : ''}`,
    ...gates.map((gate) => renderRow(gate, hasPeriods)),
  ].join('\n');
}

/** The gates in less and less room: all of them, those that did not pass, the failed ones, and only how they went. */
export function renderGatePages(gates: readonly GateView[]): readonly string[] {
  const some = [
    gates,
    gates.filter(({ outcome }) => outcome !== 'passed'),
    gates.filter(({ outcome }) => outcome === 'failed'),
  ];
  const tables = some.filter((each) => each.length > 0).map((each) => `${gatesLine(gates)}\n\n${renderTable(each)}`);
  return [renderGateTable(gates), ...tables, gatesLine(gates)];
}

/** How the gates went, in one line. */
function gatesLine(gates: readonly GateView[]): string {
  return `${findWorstSymbol(gates)} **Usage gates: ${summarizeGates(gates)}**`;
}

function renderRow(gate: GateView, hasPeriod: boolean): string {
  const { symbol, words, text, value, needs, sample, period } = gate;
  const cells = [
    `${symbol} ${words}`,
    codeSpan(display(text, ASSERTION_LIMIT), 'cell'),
    value === null ? '–' : `**${value}**`,
    needs === null ? '' : codeSpan(display(needs, ASSERTION_LIMIT), 'cell'),
    sample ?? '',
    ...(hasPeriod ? [period ?? ''] : []),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A remark that nothing stands before. */
function capitalize(remark: string): string {
  return remark.charAt(0).toUpperCase() + remark.slice(1);
}

/** Of several gates each remark names its own. */
function remarkLine(gate: GateView): readonly string[] {
  const remark = remarkOf(gate);
  const name = codeSpan(display(gate.text, ASSERTION_LIMIT), 'line');
  return remark === '' ? [] : [`- ${gate.symbol} ${name}: ${remark}`];
}

function remarkOf({ note, reason, snoozedUntil, snoozeEnded, outcome }: GateView): string {
  const remarks = [
    note === null ? null : escapeProse(note),
    snoozedUntil === null ? null : `snoozed until ${snoozedUntil}`,
    snoozeEnded === null ? null : `its snooze ended on ${snoozeEnded}`,
    reason === null || outcome === 'passed' ? null : `_${escapeValue(reason)}_`,
  ];
  return remarks.filter((remark) => remark !== null).join('; ');
}
