// Finds how a file is written by its first bytes, whatever its name: `prepare.ts` asks, and the engine then
// guesses nothing.
import { parseJson } from '../../text/json.ts';
import { isJsonObject } from '../../tql/json.ts';
import type { FileForm } from '../../service/import/rows.ts';
import { beginsWith } from './compression.ts';
import { csvForm } from './csv.ts';
import { decodeLine } from './mend.ts';

/** The encoding of a text that is not written in bytes of ASCII; null if it is. */
export function encodingOf(head: Buffer): string | null {
  const [first, second] = head;
  if (beginsWith(head, [0xff, 0xfe]) || (first !== 0 && second === 0)) return 'utf-16le';
  if (beginsWith(head, [0xfe, 0xff]) || (first === 0 && second !== 0)) return 'utf-16be';
  // Its byte order mark would be part of the first value.
  return beginsWith(head, [0xef, 0xbb, 0xbf]) ? 'utf-8' : null;
}

/** The form of a file; NDJSON if nothing speaks for another one. */
export function formOf(head: Buffer, encoding: string | null): FileForm {
  const latin1 = head.toString('latin1');
  if (latin1.startsWith('PAR1')) return { kind: 'parquet' };
  const text =
    encoding === null
      ? latin1.split('\n').map(decodeLine).join('\n')
      : new TextDecoder(encoding).decode(head);
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const firstLine = lines.find((line) => line !== '') ?? '';
  if (firstLine.startsWith('[') || isPartOfJson(firstLine)) return { kind: 'json' };
  const isObject = (line: string) => isJsonObject(parseJson(line));
  // The first lines may be damaged.
  if (firstLine === '' || firstLine.startsWith('{') || lines.slice(0, 10).some(isObject))
    return { kind: 'ndjson' };
  // What is no CSV either is refused line by line.
  return csvForm(text) ?? { kind: 'ndjson' };
}

/** Whether an object goes on in the next line (`{"type":"opened",`), or has another one right behind it. */
function isPartOfJson(line: string): boolean {
  if (!line.startsWith('{')) return false;
  const firstObject = line.slice(0, line.indexOf('}{') + 1);
  return /[{[]$|[^}],$/.test(line) || isJsonObject(parseJson(firstObject));
}
