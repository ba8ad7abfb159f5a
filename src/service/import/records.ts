import { isUtf8 } from 'node:buffer';
import { InvalidEventError } from '../events/event.ts';

/** One event as it stands in a file: the number of the line that it begins on, and its text. */
export interface EventRecord {
  readonly number: number;
  readonly text: string;
  /** The event in the form of an NDJSON line. Throws `EventRefusal`. */
  read(): unknown;
}

/** Makes events' records of a file's lines. */
export interface RecordReader {
  /** Whether blank lines mean something. */
  readonly keepsBlank: boolean;
  push(line: Line): EventRecord | null;
  /** What is left at the end of the file. */
  end(): EventRecord | null;
}

/** The record of one line that is a JSON object. */
export function ndjsonRecord(line: Line): EventRecord {
  const { number, text } = line;
  if (text === null) return refusedRecord(number, '', line.reason);
  return { number, text, read: () => parseJsonLine(text) };
}

/** A record that is refused whoever reads it. */
export function refusedRecord(number: number, text: string, reason: string): EventRecord {
  return {
    number,
    text,
    read: () => {
      throw new InvalidEventError(reason);
    },
  };
}

function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidEventError('not JSON');
  }
}

/** A line longer than this is refused: no event is as long, and a file without newlines must not fill the memory. */
export const LIMIT_LINE_BYTES = 1_048_576;

/** One line of a file. `text` is null where the line cannot be read, and `reason` says why. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly text: null; readonly reason: string };

/** Cuts chunks of bytes into numbered lines, in constant memory. Blank lines are counted, and left out unless they are kept. */
export class LineSplitter {
  private rest: Buffer = Buffer.alloc(0);
  private number: number;
  /** In the midst of a line that is too long: its rest is passed over. */
  private isSkipping = false;
  private readonly keepsBlank: boolean;

  /** `before`: how many lines stand before the first one. */
  constructor(keepsBlank = false, before = 0) {
    this.keepsBlank = keepsBlank;
    this.number = before;
  }

  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): Line[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const last = bytes.lastIndexOf(NEWLINE);
    if (last === -1) return this.keep(bytes);
    const whole = Buffer.concat([this.rest, bytes.subarray(0, last)]);
    const wasSkipping = this.isSkipping;
    this.isSkipping = false;
    this.rest = Buffer.alloc(0);
    const lines = wasSkipping ? this.afterSkipped(whole) : this.cut(whole);
    return [...lines, ...this.keep(bytes.subarray(last + 1))];
  }

  /** The last line of a file that does not end with a newline. */
  end(): Line[] {
    const lines = this.isSkipping || this.rest.length === 0 ? [] : this.cut(this.rest);
    this.rest = Buffer.alloc(0);
    return lines;
  }

  private keep(bytes: Buffer): Line[] {
    if (this.isSkipping) return [];
    this.rest = this.rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.rest, bytes]);
    if (this.rest.length <= LIMIT_LINE_BYTES) return [];
    this.rest = Buffer.alloc(0);
    this.isSkipping = true;
    this.number += 1;
    return [tooLong(this.number)];
  }

  private afterSkipped(bytes: Buffer): Line[] {
    const end = bytes.indexOf(NEWLINE);
    return end === -1 ? [] : this.cut(bytes.subarray(end + 1));
  }

  private cut(bytes: Buffer): Line[] {
    const text = bytes.toString('utf8');
    // U+FFFD stands in the text itself, or for bytes that are no UTF-8.
    const texts = text.includes('\uFFFD') ? decodeEach(bytes) : text.split('\n');
    const lines: Line[] = [];
    for (const each of texts) {
      this.number += 1;
      if (each === null) lines.push({ number: this.number, text: null, reason: 'not UTF-8' });
      else if (each.length > LIMIT_LINE_BYTES) lines.push(tooLong(this.number));
      else {
        const line = this.number === 1 && each.startsWith('\uFEFF') ? each.slice(1) : each;
        if (this.keepsBlank || !BLANK.test(line)) lines.push({ number: this.number, text: line });
      }
    }
    return lines;
  }
}

const NEWLINE = 10;
const BLANK = /^\s*$/;

function tooLong(number: number): Line {
  return { number, text: null, reason: 'longer than 1 MiB' };
}

function decodeEach(bytes: Buffer): (string | null)[] {
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
