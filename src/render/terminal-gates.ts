import type { Outcome } from '../results.ts';
import { display } from './display.ts';
import { gatesText } from './gate-view.ts';
import type { Paint, Style } from './terminal-table.ts';
import type { GateView } from './view-gate.ts';
import { wrap } from './wrap.ts';

const SIGNS: Readonly<Record<Outcome, readonly [sign: string, style: Style]>> = {
  failed: ['✗', 'red'],
  inconclusive: ['?', 'red'],
  warned: ['!', 'cyan'],
  passed: ['✓', 'green'],
};
const MESSAGE_LIMIT = 1000;

/** The gates for a terminal, a message each, before anything else; no lines of none. */
export function gateLines(gates: readonly GateView[], paint: Paint, width: number): readonly string[] {
  if (gates.length === 0) return [];
  return [
    '',
    `  ${paint('bold', `Usage gates: ${gatesText(gates)}`)}`,
    ...gates.flatMap((gate) => messageLines(gate, paint, width)),
  ];
}

function messageLines(
  { outcome, snoozedUntil, message, period }: GateView,
  paint: Paint,
  width: number,
): readonly string[] {
  const [sign, style] = snoozedUntil === null ? SIGNS[outcome] : (['z', 'dim'] as const);
  const text = period === null ? message : `${message} · ${period}`;
  const [first = '', ...further] = wrap(display(text, MESSAGE_LIMIT), width - 2);
  return [`  ${paint(style, sign)} ${first}`, ...further.map((line) => `    ${line}`)];
}
