import type { GateView } from '../report-types.ts';
import { join, prose, quoted, type Sentence, value, words } from './sentence.ts';

/** What the remarks on a gate are made of. */
type GateFacts = Omit<GateView, 'remark'>;

/** The remarks on a gate: why it came out so, what is expected of it, its snooze and its reason. */
export function sayRemark(gate: GateFacts): Sentence | null {
  const { note, forecast, reason, snoozedUntil, snoozeEnded, outcome } = gate;
  const parts = [
    note === null ? null : prose(note),
    forecast === null ? null : words(forecast.charAt(0).toLowerCase() + forecast.slice(1).replace(/\.$/, '')),
    snoozedUntil === null ? null : words(`snoozed until ${snoozedUntil}`),
    snoozeEnded === null ? null : words(`its snooze ended on ${snoozeEnded}`),
    reason === null || outcome === 'passed' ? null : quoted(value(reason)),
  ];
  return join(parts, '; ');
}
