// Writes a text again if the engine, DuckDB, cannot read it: `prepare.ts` if it is not UTF-8, `readMended` if
// the engine finds other faults. One open quote, or one byte that is not UTF-8, does not cost the rest.
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoderStream } from 'node:stream/web';
import { LIMIT_LINE_BYTES } from '../../service/import/macros.ts';
import { MalformedTextError } from '../../service/import/reader.ts';
import type { EventFile } from '../../service/import/rows.ts';

/**
 * Has the engine read a file. If it cannot, it reads the mended text, and if it cannot read this either, CSV
 * line by line.
 */
export async function readMended<T>(
  file: EventFile,
  folder: string,
  read: (file: EventFile) => Promise<T>,
): Promise<T> {
  const mended = { ...file, path: join(folder, 'mended') };
  const readMendedText = async () => {
    await mendText(file.path, mended.path, null);
    return read(mended);
  };
  return read(file)
    .catch(ifMalformed(readMendedText))
    .catch(ifMalformed(() => read({ ...mended, isByLine: true })));
}

function ifMalformed<T>(retry: () => Promise<T>) {
  return (error: unknown) => {
    if (!(error instanceof MalformedTextError)) throw error;
    return retry();
  };
}

/** A newline; `\r` at the end of a part may be half of one. */
const NEWLINE = /\r\n|\n|\r(?!$)/;

/**
 * Writes a text as the engine reads it: in UTF-8, with one kind of newline. Of a line that is too long, it
 * writes as much as is needed to refuse it. Without an encoding, lines are UTF-8, or else Windows-1252.
 */
export async function mendText(from: string, to: string, encoding: string | null): Promise<void> {
  const bytes = createReadStream(from, encoding === null ? 'latin1' : undefined);
  const parts =
    encoding === null ? bytes : Readable.toWeb(bytes).pipeThrough(new TextDecoderStream(encoding));
  const lineOf = (text: string) => `${encoding === null ? decodeLine(text) : text.replace(/\r$/, '')}\n`;
  const mended = async function* () {
    let rest = '';
    for await (const part of parts) {
      const lines = `${rest}${String(part)}`.split(NEWLINE);
      rest = (lines.pop() ?? '').slice(0, LIMIT_LINE_BYTES + 1);
      yield lines.map(lineOf).join('');
    }
    if (rest !== '') yield lineOf(rest);
  };
  await pipeline(Readable.from(mended()), createWriteStream(to, { mode: 0o600 }));
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** The text of a line, of which each byte is the character of Latin-1 with that number. */
export function decodeLine(latin1: string): string {
  const bytes = Buffer.from(latin1.replace(/\r$/, ''), 'latin1');
  return isUtf8(bytes) ? bytes.toString() : WINDOWS_1252.decode(bytes);
}
