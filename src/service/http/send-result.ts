import { getHeapStatistics } from 'node:v8';
import { isJsonObject, type Json } from '../../tql/json.ts';
import { CrowdedError } from '../errors.ts';
import { createEventLoopYield } from '../event-loop.ts';
import { HttpProblem } from './problem.ts';

/** How many bytes answers may have: one of them, and those together that are on their way to slow readers. */
export interface AnswerLimits {
  readonly bytes: number;
  readonly bytesOfAll: number;
}

const HALF_GIB = 536_870_912;

/** The limits unless others are given: what one text of JavaScript holds, or less where there is less memory. */
export const ANSWER_LIMITS: AnswerLimits = {
  bytes: Math.min(HALF_GIB / 2, getHeapStatistics().heap_size_limit / 8),
  bytesOfAll: Math.min(HALF_GIB, getHeapStatistics().heap_size_limit / 4),
};

/** Answers with a result. `caller` is aborted when nobody reads on. Throws `HttpProblem` 400 or `CrowdedError`. */
type SendResult = (result: Json, caller: AbortSignal) => Promise<Response>;

const JSON_TYPE = { 'content-type': 'application/json' };
/** What is shorter is written at once, and no reader keeps it from that. */
const SMALL_BYTES = 1_048_576;

/** Makes what answers with results: a short one at once, a long one in pieces, between which others are served. */
export function sendResults(limits: AnswerLimits): SendResult {
  let held = 0;
  const hold = (bytes: number): (() => void) => {
    // One that is alone is sent, or it never would be.
    if (held > 0 && held + bytes > limits.bytesOfAll) throw new CrowdedError(CROWDED);
    held += bytes;
    let isHeld = true;
    return () => {
      if (isHeld) held -= bytes;
      isHeld = false;
    };
  };
  return async (result, caller) => {
    if (isShort(result)) return new Response(JSON.stringify(result), { headers: JSON_TYPE });
    const pieces = await jsonPieces(result, limits.bytes);
    if (pieces === null) throw new HttpProblem(400, TOO_LONG);
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (bytes <= SMALL_BYTES) return new Response(Buffer.concat(pieces), { headers: JSON_TYPE });
    const letGo = hold(bytes);
    caller.addEventListener('abort', letGo, { once: true });
    return new Response(streamOf(pieces, letGo), { headers: { ...JSON_TYPE, 'content-length': String(bytes) } });
  };
}

const TOO_LONG = 'The answer is too long. Ask for a shorter interval, fewer columns or fewer rows.';
const CROWDED = 'Other long answers are on their way and left no room for this one';

function streamOf(pieces: readonly Buffer[], ended: () => void): ReadableStream<Uint8Array> {
  const left = pieces.toReversed();
  return new ReadableStream({
    pull: (controller) => {
      const piece = left.pop();
      if (piece !== undefined) {
        controller.enqueue(piece);
        return;
      }
      controller.close();
      ended();
    },
    cancel: () => {
      left.length = 0;
      ended();
    },
  });
}

/** Lists of up to so many rows become text at once. */
const ROWS_PER_PIECE = 500;

/**
 * A result as the bytes of its JSON, exactly those of `JSON.stringify`, in pieces: between these, others are served.
 * Null where they would be more than `limitBytes`.
 */
export async function jsonPieces(result: Json, limitBytes: number): Promise<readonly Buffer[] | null> {
  const breathe = createEventLoopYield();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const text of jsonTexts(result)) {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > limitBytes) return null;
    pieces.push(piece);
    const breath = breathe();
    if (breath !== null) await breath;
  }
  return pieces;
}

/** Whether a result has so few rows that it need not be taken apart. */
export function isShort(result: Json): boolean {
  if (!Array.isArray(result)) return true;
  return result.length <= ROWS_PER_PIECE && !result.some(holdsLong);
}

function isLong(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.length > ROWS_PER_PIECE;
}

/** Batches of events and the rows of a bucket: an object that holds a long list. */
function holdsLong(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).some(isLong);
}

function* jsonTexts(value: Json): Generator<string> {
  if (Array.isArray(value)) yield* listTexts(value);
  else if (isJsonObject(value) && holdsLong(value)) yield* objectTexts(value);
  else yield JSON.stringify(value);
}

function* listTexts(list: readonly Json[]): Generator<string> {
  yield '[';
  for (let from = 0; from < list.length; from += ROWS_PER_PIECE) {
    const step = list.slice(from, from + ROWS_PER_PIECE);
    if (from > 0) yield ',';
    if (step.some(holdsLong)) yield* separated(step.map(jsonTexts));
    else yield JSON.stringify(step).slice(1, -1);
  }
  yield ']';
}

function* objectTexts(object: { readonly [name: string]: Json }): Generator<string> {
  yield '{';
  yield* separated(Object.entries(object).map(([name, value]) => named(name, value)));
  yield '}';
}

function* named(name: string, value: Json): Generator<string> {
  yield `${JSON.stringify(name)}:`;
  yield* jsonTexts(value);
}

function* separated(parts: readonly Generator<string>[]): Generator<string> {
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield ',';
    yield* part;
  }
}
