// Sums up gates: the verdict of all of them in a heading, how many had each outcome, and the worst symbol.
// Pure.
import type { Outcome } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import type { GateView } from './report-types.ts';

/**
 * What stands above the gates: the verdict of all of them, which an output sets in bold, and how many had
 * each other outcome. So nobody has to know what the symbols of a table mean: `Not yet: 1 of 3 gates failed,
 * 2 passed`.
 */
export function gatesHeading(gates: readonly GateView[], bold: (verdict: string) => string): string {
  const worst = worstOutcome(gates);
  const others = gates.filter((gate) => shownOutcome(gate) !== worst);
  const verdict = verdictOf(worst, gates.length - others.length, gates.length);
  return [bold(verdict), summarizeGates(others)].filter(Boolean).join(', ');
}

/** The verdict of `all` gates, if `count` of them had the worst outcome. */
function verdictOf(worst: ShownOutcome, count: number, all: number): string {
  const gates = `${count} of ${all} ${plural('gate', all)}`;
  switch (worst) {
    case 'failed':
      return `Not yet: ${gates} failed`;
    case 'inconclusive':
      return `Not known yet: ${gates} ${count === 1 ? 'has' : 'have'} no answer`;
    case 'warned':
      return `Passed with ${count === 1 ? 'a warning' : 'warnings'}: ${gates} warned`;
    case 'passed':
      if (count < all) return `${gates} passed`;
      return all === 1 ? 'The gate passed' : `All ${all} gates passed`;
    case 'snoozed':
      return `${gates} snoozed`;
  }
}

/**
 * How many gates had each outcome, the worst first: `1 failed, 2 passed`; with a `noun`, `1 gate failed, …`.
 */
export function summarizeGates(gates: readonly GateView[], noun = ''): string {
  const parts: string[] = [];
  for (const outcome of OUTCOMES) {
    const count = gates.filter((gate) => shownOutcome(gate) === outcome).length;
    if (count === 0) continue;
    const isFirst = parts.length === 0;
    parts.push(isFirst && noun !== '' ? `${count} ${plural(noun, count)} ${outcome}` : `${count} ${outcome}`);
  }
  return parts.join(', ');
}

/** The symbol of the worst outcome; of gates that all passed but for snoozed ones, that of the snoozed. */
export function findWorstSymbol(gates: readonly GateView[]): string {
  const worst = worstOutcome(gates);
  return worst === 'passed' && gates.some((gate) => shownOutcome(gate) === 'snoozed')
    ? SYMBOLS.snoozed
    : SYMBOLS[worst];
}

/** An outcome as a report shows it. */
type ShownOutcome = Outcome | 'snoozed';

export const SYMBOLS: Readonly<Record<ShownOutcome, string>> = {
  failed: '❌',
  inconclusive: '❓',
  warned: '⚠️',
  passed: '✅',
  snoozed: '💤',
};

/** The worst first. */
const OUTCOMES = ['failed', 'inconclusive', 'warned', 'passed', 'snoozed'] as const;

function worstOutcome(gates: readonly GateView[]): ShownOutcome {
  return OUTCOMES.find((outcome) => gates.some((gate) => shownOutcome(gate) === outcome)) ?? 'passed';
}

/** A snooze changes nothing about a gate that passed. */
export function shownOutcome({
  snoozedUntil,
  outcome,
}: Pick<GateView, 'snoozedUntil' | 'outcome'>): ShownOutcome {
  return snoozedUntil !== null && outcome !== 'passed' ? 'snoozed' : outcome;
}
