// Writes the annotations of the lines at which a pull request touches event names. action/signals.ts prints
// them. Pure.
import { display } from '../format/display.ts';
import { numberFormat } from '../format/numbers.ts';
import type { SignalResult } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { isGone, isSilentYet, withoutTargets } from './plain.ts';

/**
 * A remark for each signal that a pull request touches, which the Action prints as an annotation at the
 * signal's first line. `lineNow` finds the line of what the change removed; a renamed signal has one remark
 * for both names.
 */
export function annotationsOf(
  signals: readonly SignalResult[],
  lineNow: (file: string, line: number) => number | null,
  locale: string,
) {
  return withoutTargets(signals).map((signal) => {
    const { places, state, insights, gates, events } = signal;
    const [first] = places;
    const lineOf = ({ file, line }: SignalResult['places'][number]) =>
      state === 'removed' ? lineNow(file, line) : line;
    // Null if the file is gone.
    const line = first === undefined ? null : lineOf(first);
    const isUsed = (events ?? 0) > 0 || insights.length + gates.length > 0;
    return {
      level: isGone(signal) && isUsed ? ('warning' as const) : ('notice' as const),
      message: messageOf(signal, locale),
      place: first === undefined || line === null ? null : { file: first.file, line },
    };
  });
}

function messageOf(signal: SignalResult, locale: string): string {
  const { name, state, users, insights, gates, places } = signal;
  const count =
    users === null || state === 'new' || state === 'silent'
      ? ''
      : `; ${numberFormat(locale).number(users)} ${plural('user', users)} sent it`;
  const readers = [...insights, ...gates.map((gate) => `gate ${gate}`)].map((each) => display(each));
  const read =
    readers.length === 0 ? '' : `; ${isGone(signal) ? 'goes blind' : 'read by'}: ${readers.join(', ')}`;
  const others =
    places.length > 1 ? ` (and in ${places.length - 1} more ${plural('place', places.length - 1)})` : '';
  return `${display(name)} ${stateSentence(signal)}${others}${count}${read}`;
}

function stateSentence(signal: SignalResult): string {
  switch (signal.state) {
    case 'removed':
      return 'is no longer sent';
    case 'renamed':
      return `becomes ${display(signal.to ?? '')}`;
    case 'new':
      return isSilentYet(signal) ? 'is new, and silent until the release' : 'is new';
    case 'silent':
      return 'is sent here, but no event came';
    case 'dynamic':
      return 'is a computed name, so its numbers are not known';
    default:
      return 'is sent here';
  }
}
