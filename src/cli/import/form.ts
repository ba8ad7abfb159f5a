// Finds how a file is written by its first bytes, whatever its name: `prepare.ts` asks, and the engine then
// guesses nothing.
import { parseJson } from '../../text/json.ts';
import { isJsonObject } from '../../tql/json.ts';
import type { FileForm } from '../../service/import/file-rows.ts';
import { beginsWith } from './compression.ts';
import { csvForm } from './csv.ts';
import { isUtf8Line } from './text-rows.ts';

/**
 * The encoding of a text that must be written again for the engine; null if it reads the text as it is.
 * Programs on Windows write Windows-1252, in which no line is UTF-8, except those of ASCII alone.
 */
export function encodingOf(head: Buffer): string | null {
  const [first, second] = head;
  if (beginsWith(head, [0xff, 0xfe]) || (first !== 0 && second === 0)) return 'utf-16le';
  if (beginsWith(head, [0xfe, 0xff]) || (first === 0 && second !== 0)) return 'utf-16be';
  // Its byte order mark would be part of the first value.
  if (beginsWith(head, [0xef, 0xbb, 0xbf])) return 'utf-8';
  const lines = head.toString('latin1').split('\n');
  const lettered = lines.filter((line) => /[\x80-\xff]/.test(line));
  return lettered.length > 0 && !lettered.some(isUtf8Line) ? 'windows-1252' : null;
}

/** How many lines may be damaged before the first JSON object, so that a file is still NDJSON. */
const DAMAGED_LINES = 9;

/** The form of a file; NDJSON if nothing speaks for another one. Throws `StoreError` as `csvForm` does. */
export function formOf(name: string, head: Buffer, encoding: string): FileForm {
  if (head.toString('latin1', 0, 4) === 'PAR1') return { kind: 'parquet' };
  const text = new TextDecoder(encoding).decode(head);
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const firstLine = lines.find((line) => line !== '') ?? '';
  if (firstLine.startsWith('[') || isPartOfJson(firstLine)) return { kind: 'json' };
  const beginsObject = (line: string, index: number) =>
    line.startsWith('{') && !isWithinQuotes(lines.slice(0, index));
  if (firstLine === '' || lines.slice(0, DAMAGED_LINES + 1).some(beginsObject)) return { kind: 'ndjson' };
  // What is no CSV either is refused line by line.
  return csvForm(name, text) ?? { kind: 'ndjson' };
}

/** Whether an object goes on in the next line (`{"type":"opened",`), or has another one right behind it. */
function isPartOfJson(line: string): boolean {
  if (!line.startsWith('{')) return false;
  const firstObject = line.slice(0, line.indexOf('}{') + 1);
  return /[{[]$|[^}],$/.test(line) || isJsonObject(parseJson(firstObject));
}

/** Whether a cell of CSV, in quotes, goes on after these lines. */
function isWithinQuotes(lines: readonly string[]): boolean {
  return lines.join('').split('"').length % 2 === 0;
}
