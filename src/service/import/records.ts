import { isUtf8 } from 'node:buffer';
import { InvalidEventError } from '../events/event.ts';

/** An event in a file: the number of the line that it begins on, and its text. */
export interface EventRecord {
  readonly number: number;
  readonly text: string;
  /** The event in the form of an NDJSON line. Throws `InvalidEventError`. */
  read(): unknown;
}

/** Turns a file's lines into records of events. */
export interface RecordReader {
  /** Whether blank lines have a meaning. */
  readonly keepsBlank: boolean;
  push(line: Line): EventRecord | null;
  /** The last record, if the end of the file leaves one open. */
  end(): EventRecord | null;
}

/** The record of a line of NDJSON. */
export function ndjsonRecord(line: Line): EventRecord {
  const { number, text } = line;
  if (text === null) return refusedRecord(number, '', line.reason);
  return { number, text, read: () => parseJsonLine(text) };
}

/** A record whose `read` throws the reason why it is refused. */
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

/** A longer line is refused: no event is that long, and a file without newlines must not fill the memory. */
export const LIMIT_LINE_BYTES = 1_048_576;

/** One line of a file. `text` is null if the line cannot be read, and `reason` says why. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly text: null; readonly reason: string };

/**
 * Splits chunks of bytes into numbered lines, in constant memory. Blank lines count, but are dropped unless
 * `keepsBlank`.
 */
export class LineSplitter {
  private rest: Buffer = Buffer.alloc(0);
  private number = 0;
  /** Whether the rest of a line that is too long is being skipped. */
  private isSkipping = false;
  private readonly keepsBlank: boolean;

  constructor(keepsBlank = false) {
    this.keepsBlank = keepsBlank;
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
    // U+FFFD is part of the text, or replaces bytes that are not UTF-8.
    const texts = text.includes('\uFFFD') ? decodeLines(bytes) : text.split('\n');
    const lines: Line[] = [];
    for (const decoded of texts) {
      this.number += 1;
      if (decoded === null) lines.push({ number: this.number, text: null, reason: 'not UTF-8' });
      else if (decoded.length > LIMIT_LINE_BYTES) lines.push(tooLong(this.number));
      else {
        const line = this.number === 1 && decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded;
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
