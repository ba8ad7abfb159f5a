import { isAscii, isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LIMIT_LINE_BYTES, linesOf, readChunks } from './lines.ts';

/** What is seen in the bytes of a file while they pass. */
export interface Scan {
  /** The SHA-256 by which a file is recognized. */
  readonly content: string;
  readonly head: Buffer;
  /** Whether some bytes are not UTF-8; and whether some are that are not ASCII. */
  readonly hasOther: boolean;
  readonly hasUtf8: boolean;
  readonly hasReturn: boolean;
  readonly hasNewline: boolean;
  readonly hasQuote: boolean;
  readonly hasLongLine: boolean;
}

const HEAD_BYTES = 65_536;
const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

/** Reads all bytes, and writes them to a file if one is named. `passed` is called for each chunk. */
export async function scan(
  chunks: AsyncIterable<Uint8Array>,
  copy: string | null,
  passed: () => void,
): Promise<Scan> {
  const hash = createHash('sha256');
  const seen = { hasOther: false, hasUtf8: false, hasReturn: false, hasNewline: false, hasQuote: false };
  let head = Buffer.alloc(0);
  let rest = Buffer.alloc(0);
  let hasLongLine = false;
  const look = (bytes: Buffer) => {
    if (isAscii(bytes)) return;
    for (const line of isUtf8(bytes) ? [bytes] : splitAt(bytes))
      if (!isUtf8(line)) seen.hasOther = true;
      else if (!isAscii(line)) seen.hasUtf8 = true;
  };
  const pass = async function* () {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      hash.update(bytes);
      passed();
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, bytes.subarray(0, HEAD_BYTES - head.length)]);
      seen.hasReturn ||= bytes.includes(RETURN);
      seen.hasQuote ||= bytes.includes(QUOTE);
      const [first, last] = [bytes.indexOf(NEWLINE), bytes.lastIndexOf(NEWLINE)];
      seen.hasNewline ||= last !== -1;
      const begun = rest.length + (first === -1 ? bytes.length : first);
      hasLongLine ||= begun > LIMIT_LINE_BYTES;
      if (!hasLongLine) {
        look(Buffer.concat([rest, bytes.subarray(0, last + 1)]));
        rest = last === -1 ? Buffer.concat([rest, bytes]) : Buffer.from(bytes.subarray(last + 1));
      }
      yield bytes;
    }
    look(rest);
  };
  const to =
    copy === null
      ? new Writable({
          write: (_chunk, _encoding, done) => {
            done();
          },
        })
      : createWriteStream(copy, { mode: 0o600 });
  await pipeline(Readable.from(pass()), to);
  return { content: hash.digest('hex'), head, hasLongLine, ...seen };
}

function splitAt(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(NEWLINE, start);
    const end = next === -1 ? bytes.length : next + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** The encoding of a text, as `TextDecoder` names it. Programs on Windows write two others than UTF-8. */
export function encodingOf({
  head,
  hasOther,
  hasUtf8,
}: Scan): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  // Lines in UTF-8 beside others: the others are damaged.
  return hasOther && !hasUtf8 ? 'windows-1252' : 'utf-8';
}

/** A line that is not taken. */
export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

/**
 * Writes a text with lines of UTF-8 that end with a newline. A line that cannot be read becomes an empty one,
 * so that the others keep their number; `refuse` is called for it.
 */
export async function mend(
  from: string,
  to: string,
  encoding: ReturnType<typeof encodingOf>,
  { hasNewline }: Scan,
  refuse: (line: RefusedLine) => Promise<void>,
): Promise<void> {
  const mended = async function* () {
    for await (const lines of linesOf(decoded(readChunks(from), encoding, hasNewline))) {
      let text = '';
      for (const line of lines) {
        if (line.text === null) await refuse({ line: line.number, reason: line.reason });
        text += `${line.text ?? ''}\n`;
      }
      yield text;
    }
  };
  await pipeline(Readable.from(mended()), createWriteStream(to, { mode: 0o600 }));
}

async function* decoded(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  hasNewline: boolean,
): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' && hasNewline ? null : new TextDecoder(encoding);
  for await (const chunk of chunks) {
    if (decoder === null) yield chunk;
    else yield withNewlines(decoder.decode(chunk, { stream: true }), hasNewline);
  }
  if (decoder !== null) yield withNewlines(decoder.decode(), hasNewline);
}

/** Old programs end lines with a carriage return only. */
function withNewlines(text: string, hasNewline: boolean): Buffer {
  return Buffer.from(hasNewline ? text : text.replaceAll('\r', '\n'));
}
