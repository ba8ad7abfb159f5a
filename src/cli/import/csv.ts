// How a CSV file is written: `form.ts` finds it by the first lines and tells the engine, which then guesses
// nothing.
import type { CsvForm } from '../../service/import/rows.ts';

/** What may be before the header, besides blank lines: a comment, or Excel's name of the delimiter. */
const PREAMBLE = /^#|^sep=([,;\t|])$/;

/** Finds the delimiter and the header in the first lines of a file. Null if there is none: it is not CSV. */
export function csvForm(head: string): CsvForm | null {
  const lines = head.split(/\r\n|\r|\n/);
  const headerPlace = lines.findIndex((line) => line.trim() !== '' && !PREAMBLE.test(line));
  const header = lines[headerPlace] ?? '';
  const namedDelimiter = lines.slice(0, headerPlace).flatMap((line) => PREAMBLE.exec(line)?.[1] ?? [])[0];
  const delimiter = namedDelimiter ?? delimiterOf(header);
  if (delimiter === null) return null;
  // Spark and MySQL write `"6\" wide"`. A quote after `\"` is that of RFC 4180, `"C:\""`.
  const hasBackslashes = /\\"\w/.test(head);
  return { kind: 'csv', delimiter, hasBackslashes, header, skip: headerPlace + 1 };
}

/** The most frequent delimiter of a header; null if it has none. */
function delimiterOf(header: string): string | null {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const countOf = (delimiter: string) => unquoted.split(delimiter).length;
  const [mostFrequent = ','] = [',', ';', '\t', '|'].sort((a, b) => countOf(b) - countOf(a));
  return countOf(mostFrequent) === 1 ? null : mostFrequent;
}
