// Guesses which column is meant by a field of events, when an import says what a file lacks: `user_id` is
// probably `clientUser`.
import { nearestWord } from '../../text/nearest.ts';
import { CORE_NAMES } from '../events/columns.ts';

/** A name without what programs write in different ways: `client_user` is `clientUser`. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-\s]/g, '');
}

/** The names that other programs give to the fields of events, folded. */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  timestamp: 'time date datetime createdat eventtime occurredat ts when eventtimestamp utctime'.split(' '),
  appID: 'app application bundleid package packagename appname websiteid projectid'.split(' '),
  clientUser: 'user userid uid distinctid deviceid userpseudoid visitorid anonymousid clientid who'.split(
    ' ',
  ),
  type: 'event eventname eventtype name action what signal'.split(' '),
  sessionID: 'session visitid'.split(' '),
};

/** The column that is most likely meant by a field that the file does not have; null if none is near. */
export function likelyColumn(field: string, columns: readonly string[]): string | null {
  const usualNames = USUAL_NAMES[field] ?? [];
  const unusedColumns = columns.filter((name) => !CORE_NAMES.has(name) && name !== 'timestamp');
  return (
    usualNames.flatMap((name) => unusedColumns.filter((column) => foldName(column) === name))[0] ??
    nearestWord(field, unusedColumns)
  );
}
