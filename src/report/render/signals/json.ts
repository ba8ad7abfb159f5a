// What `signals --format json` prints; `cli/commands/signals.ts` calls this.
import type { SignalResult } from '../../results/results.ts';

/** Signals as the command's JSON has them. A gate is seen there through its insights. */
export function signalsJson(signals: readonly SignalResult[]): readonly unknown[] {
  return signals.map(({ gates, ...signal }) => signal);
}
