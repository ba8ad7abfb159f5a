import { describeSnooze } from '../../format/snooze.ts';
import type { GateView } from '../report-types.ts';
import { join, prose, quoted, type Sentence, value, words } from './sentence.ts';

/** What the remarks on a gate are made of. */
type GateFacts = Omit<GateView, 'remark'>;

/** The remarks on a gate: why it came out so, what is expected of it, its snooze and its reason. */
export function sayRemark(gate: GateFacts): Sentence | null {
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
