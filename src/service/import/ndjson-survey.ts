import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { InvalidEventError, parseEvent, type StorableEvent } from '../events/event.ts';
import { LIMIT_LINE_BYTES } from './records.ts';
import type { PlainLines } from './plain-lines.ts';

/** A line for the parser of events: its number, and where it stands in the file, in bytes, its newline included. */
export interface OddLine {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** What a file of NDJSON holds. `keys`: the payload keys of its plain lines; `oddKeys`: those of the others that are events. */
export interface NdjsonSurvey {
  /** The SHA-256 of the file. */
  readonly content: string;
  readonly plain: number;
  readonly odd: readonly OddLine[];
  readonly keys: readonly string[];
  readonly oddKeys: ReadonlySet<string>;
}

/** How far a survey is: the lines and bytes looked through, and how many of the lines are odd. */
export interface SurveyState {
  readonly lines: number;
  readonly bytes: number;
  readonly odd: number;
}

/**
 * Reads a file once, in constant memory, and tells its plain lines from the odd ones. Null where the odd ones are too many, or a line too long.
 * `plainLines` learns on the way.
 */
export async function surveyNdjson(
  file: FileHandle,
  plainLines: PlainLines,
  progress: (state: SurveyState) => void | Promise<void>,
): Promise<NdjsonSurvey | null> {
  const survey = new Survey(plainLines);
  const content = createHash('sha256');
  const buffer = Buffer.alloc(LIMIT_LINE_BYTES);
  let rest = 0;
  let at = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, rest, Math.min(CHUNK_BYTES, buffer.length - rest), at);
    at += bytesRead;
    if (bytesRead === 0) break;
    content.update(buffer.subarray(rest, rest + bytesRead));
    const filled = rest + bytesRead;
    const end = buffer.lastIndexOf(NEWLINE, filled - 1) + 1;
    if (end === 0 && filled === buffer.length) return null;
    for (const piece of piecesOf(buffer.subarray(0, end))) survey.take(piece);
    if (survey.isTooOdd()) return null;
    buffer.copyWithin(0, end, filled);
    rest = filled - end;
    await progress(survey.state());
  }
  if (rest > 0) survey.take(buffer.subarray(0, rest));
  return survey.isTooOdd() ? null : survey.result(content.digest('hex'));
}

/** Whole lines, about as many at a time as the processor keeps at hand. */
function* piecesOf(lines: Buffer): Generator<Buffer> {
  for (let at = 0; at < lines.length;) {
    const last = lines.lastIndexOf(NEWLINE, at + PIECE_BYTES);
    const end = (last < at ? lines.indexOf(NEWLINE, at) : last) + 1;
    yield lines.subarray(at, end);
    at = end;
  }
}

/**
 * Learns from lines all over a file, before a survey, what its plain lines are like. Whether those were all plain.
 */
export async function sampleNdjson(file: FileHandle, bytes: number, plainLines: PlainLines): Promise<boolean> {
  const survey = new Survey(plainLines);
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const at = Math.floor((sample * bytes) / SAMPLES);
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, at);
    if (bytesRead === 0) break;
    const start = at === 0 ? 0 : buffer.indexOf(NEWLINE) + 1;
    const end = buffer.lastIndexOf(NEWLINE, bytesRead - 1) + 1;
    if (start < end) survey.take(buffer.subarray(start, end));
  }
  return survey.state().odd === 0;
}

const SAMPLES = 64;

const NEWLINE = 10;
/** A part of the longest line: what is read next is still at hand for the processor. */
const CHUNK_BYTES = 262_144;
const PIECE_BYTES = 65_536;
/** As many lines may be odd in every file, and of a large one this part; where they stand is kept in memory. */
const FREE_ODD = 1000;
const ODD_PART = 0.1;
const LIMIT_ODD = 1_000_000;

class Survey {
  private lines = 0;
  private bytes = 0;
  private readonly plainLines: PlainLines;
  private readonly odd: OddLine[] = [];
  private readonly oddKeys = new Set<string>();

  constructor(plainLines: PlainLines) {
    this.plainLines = plainLines;
  }

  /** Takes whole lines; of the last one of a file the newline may be missing. */
  take(bytes: Buffer): void {
    const isAllText = isUtf8(bytes);
    const latin = bytes.toString('latin1');
    const text = latin.endsWith('\n') ? latin : `${latin}\n`;
    let at = 0;
    while (at < bytes.length) {
      this.lines += 1;
      let end = isAllText ? this.plainLines.endOf(text, at) : -1;
      if (end === -1) {
        end = text.indexOf('\n', at) + 1;
        if (!this.isPlain(bytes.subarray(at, end), text, at))
          this.odd.push({ number: this.lines, start: this.bytes + at, end: this.bytes + Math.min(end, bytes.length) });
      }
      at = end;
    }
    this.bytes += bytes.length;
  }

  state(): SurveyState {
    return { lines: this.lines, bytes: this.bytes, odd: this.odd.length };
  }

  isTooOdd(): boolean {
    return this.odd.length > Math.min(FREE_ODD + this.lines * ODD_PART, LIMIT_ODD);
  }

  result(content: string): NdjsonSurvey {
    const { odd, oddKeys } = this;
    return { content, plain: this.lines - odd.length, odd, keys: this.plainLines.keys(), oddKeys };
  }

  private isPlain(line: Buffer, text: string, at: number): boolean {
    if (!isUtf8(line)) return false;
    if (this.plainLines.endOf(text, at) !== -1) return true;
    const read = readEvent(line.toString());
    if (read === null) return false;
    if (this.plainLines.learn(text, at, read.value) !== -1) return true;
    for (const [key] of read.event.payload) this.oddKeys.add(key);
    return false;
  }
}

function readEvent(line: string): { readonly value: unknown; readonly event: StorableEvent } | null {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ''));
    return { value, event: parseEvent(value) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InvalidEventError) return null;
    throw error;
  }
}
