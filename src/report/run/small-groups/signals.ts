// Hides the numbers of event names that few users sent (`min-group-size`). `action/signals.ts` calls this
// before the section of names is posted. Pure.
import type { SignalResult, Signals } from '../../results/results.ts';
import { isFew } from '../../../text/few.ts';

/**
 * The event names of the code as readers see them. One of few users that no code sends was chosen by a user,
 * so it is not named.
 */
export function hideSmallSignals(section: Signals, fewerThan: number): Signals {
  if (fewerThan <= 1) return section;
  // A name that nobody sends is nobody's.
  const isSmall = ({ users }: SignalResult) => users !== 0 && isFew(users, fewerThan);
  const signals = section.signals
    .filter((signal) => signal.places.length > 0 || !isSmall(signal))
    .map((signal) =>
      isSmall(signal)
        ? { ...signal, users: null, events: null, share: null, lastSeen: null, hidden: ['users', 'events'] }
        : signal,
    );
  return { ...section, signals, fewerThan };
}
