import { isJsonObject, type Json } from '../../tql/json.ts';
import { CrowdedError } from '../errors.ts';
import { createEventLoopYield } from '../event-loop.ts';
import { createAdmission } from './admission.ts';
import { HttpProblem } from './problem.ts';

/** How many bytes answers may have: a single one, and all that are being sent to slow readers. */
export interface AnswerLimits {
  readonly bytes: number;
  readonly bytesOfAll: number;
}

const MIB = 1_048_576;

/** The default limits. */
export const ANSWER_LIMITS: AnswerLimits = { bytes: 128 * MIB, bytesOfAll: 256 * MIB };

/**
 * Answers an organization with a result. `caller` is aborted when the client has gone. Throws `HttpProblem`
 * 400 or `CrowdedError`.
 */
type SendResult = (result: Json, organization: string, caller: AbortSignal) => Promise<Response>;

const JSON_TYPE = { 'content-type': 'application/json' };
/**
 * A shorter answer is handed to the system at once, so that a slow reader does not keep it in memory here.
 */
const SMALL_BYTES = MIB;

/** An organization's answers may have three times as many bytes as are left to others. */
const SHARES = [3];

/**
 * Makes a function that answers with results: a short one at once, a long one in pieces, between which other
 * requests are served.
 */
export function sendResults(limits: AnswerLimits): SendResult {
  const admit = createAdmission(limits.bytesOfAll, SHARES);
  return async (result, organization, caller) => {
    if (isShort(result)) return new Response(JSON.stringify(result), { headers: JSON_TYPE });
    const pieces = await jsonPieces(result, limits.bytes);
    if (pieces === null) throw new HttpProblem(400, TOO_LONG);
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (bytes <= SMALL_BYTES) return new Response(Buffer.concat(pieces), { headers: JSON_TYPE });
    const release = admit(bytes, [organization]);
    if (release === null) throw new CrowdedError(CROWDED);
    caller.addEventListener('abort', release, { once: true });
    return new Response(streamOf(pieces, release), {
      headers: { ...JSON_TYPE, 'content-length': String(bytes) },
    });
  };
}

const TOO_LONG = 'The answer is too long. Use a shorter interval, fewer columns or fewer rows.';
const CROWDED = 'Other long answers that are being sent leave too little memory for this one';

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

/** How many rows become text at once. */
const ROWS_PER_PIECE = 500;

/**
 * The bytes of a result's JSON, the same as those of `JSON.stringify`, in pieces. Other requests are served
 * between two pieces. Null if there would be more than `limitBytes`.
 */
export async function jsonPieces(result: Json, limitBytes: number): Promise<readonly Buffer[] | null> {
  const pauseIfDue = createEventLoopYield();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const text of jsonTexts(result)) {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > limitBytes) return null;
    pieces.push(piece);
    const pause = pauseIfDue();
    if (pause !== null) await pause;
  }
  return pieces;
}

/** Whether a result has so few rows that it can become text at once. */
export function isShort(result: Json): boolean {
  if (!Array.isArray(result)) return true;
  return result.length <= ROWS_PER_PIECE && !result.some(holdsLong);
}

function isLong(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.length > ROWS_PER_PIECE;
}

/** An object that holds a long list: a batch of events, or a bucket with its rows. */
function holdsLong(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).some(isLong);
}

function* jsonTexts(value: Json): Generator<string> {
  if (Array.isArray(value)) yield* listTexts(value);
  else if (isJsonObject(value) && holdsLong(value)) {
    for (const [index, [name, inner]] of Object.entries(value).entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* jsonTexts(inner);
    }
    yield '}';
  } else yield JSON.stringify(value);
}

function* listTexts(list: readonly Json[]): Generator<string> {
  yield '[';
  for (let from = 0; from < list.length; from += ROWS_PER_PIECE) {
    const step = list.slice(from, from + ROWS_PER_PIECE);
    if (from > 0) yield ',';
    if (!step.some(holdsLong)) yield JSON.stringify(step).slice(1, -1);
    else
      for (const [index, each] of step.entries()) {
        if (index > 0) yield ',';
        yield* jsonTexts(each);
      }
  }
  yield ']';
}
