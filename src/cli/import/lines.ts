import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** A longer line is refused: no event is that long, and a file without newlines must not fill the memory. */
export const LIMIT_LINE_BYTES = 1_048_576;

/** One line of a file. `text` is null if the line cannot be read, and `reason` says why. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly text: null; readonly reason: string };

/** Splits chunks of bytes into numbered lines, in constant memory. */
export function splitLines() {
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  /** Whether the rest of a line that is too long is being skipped. */
  let isSkipping = false;
  const keep = (bytes: Buffer): Line[] => {
    if (isSkipping) return [];
    rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
    if (rest.length <= LIMIT_LINE_BYTES) return [];
    rest = Buffer.alloc(0);
    isSkipping = true;
    return [tooLong(++number)];
  };
  const cut = (bytes: Buffer): Line[] => {
    const text = bytes.toString('utf8');
    // U+FFFD is part of the text, or replaces bytes that are not UTF-8.
    const texts = text.includes('\uFFFD') ? decodeLines(bytes) : text.split('\n');
    return texts.map((decoded): Line => {
      number += 1;
      if (decoded === null) return { number, text: null, reason: 'not UTF-8' };
      if (decoded.length > LIMIT_LINE_BYTES) return tooLong(number);
      return { number, text: (number === 1 ? decoded.replace(/^\uFEFF/, '') : decoded).replace(/\r$/, '') };
    });
  };
  return {
    /** The lines that end in this chunk. */
    push: (chunk: Uint8Array): Line[] => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const last = bytes.lastIndexOf(NEWLINE);
      if (last === -1) return keep(bytes);
      const whole = Buffer.concat([rest, bytes.subarray(0, last)]);
      const skipped = isSkipping ? whole.indexOf(NEWLINE) + 1 : 0;
      const lines = isSkipping && skipped === 0 ? [] : cut(whole.subarray(skipped));
      isSkipping = false;
      rest = Buffer.alloc(0);
      return [...lines, ...keep(bytes.subarray(last + 1))];
    },
    /** The last line of a file that does not end with a newline. */
    end: (): Line[] => (isSkipping || rest.length === 0 ? [] : cut(rest)),
  };
}

const NEWLINE = 10;

function tooLong(number: number): Line {
  return { number, text: null, reason: 'longer than 1 MiB' };
}

function decodeLines(bytes: Buffer): (string | null)[] {
  const texts: (string | null)[] = [];
  let start = 0;
  while (start <= bytes.length) {
    const next = bytes.indexOf(NEWLINE, start);
    const line = bytes.subarray(start, next === -1 ? bytes.length : next);
    start += line.length + 1;
    texts.push(isUtf8(line) ? line.toString('utf8') : null);
  }
  return texts;
}

/** The lines of chunks of bytes, some at a time. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const lines = splitLines();
  for await (const chunk of chunks) yield lines.push(chunk);
  yield lines.end();
}

const CHUNK_BYTES = 256 * 1024;

/** The bytes of a file, or its first ones. */
export function readChunks(path: string, limitBytes = Infinity): AsyncIterable<Buffer> {
  const end = limitBytes === Infinity ? {} : { end: limitBytes - 1 };
  return createReadStream(path, { highWaterMark: CHUNK_BYTES, ...end });
}
