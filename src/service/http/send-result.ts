// Writes the result of a query as an answer without blocking other requests, and limits how much memory
// answers take.
import { isJsonObject, type Json } from '../../tql/json.ts';
import { CrowdedError } from '../errors.ts';
import { createPause } from '../event-loop.ts';
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
 * A longer answer is sent in pieces. This much the system's buffers take at once, however slow the reader
 * is.
 */
const SMALL_BYTES = MIB;

/** An organization's answers may have three times as many bytes as are left to others. */
const SHARES = [3];

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Makes the function that answers an organization with a query's result. `caller` is aborted when the client
 * has gone. It throws `HttpProblem` 400 or `CrowdedError`.
 */
export function sendResults(limits: AnswerLimits) {
  const admit = createAdmission(limits.bytesOfAll, SHARES);
  return async (result: Json, organization: string, caller: AbortSignal): Promise<Response> => {
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

/** The pieces as a body that is read at the client's pace. `ended` is called once it is read or abandoned. */
function streamOf(pieces: readonly Buffer[], ended: () => void): ReadableStream<Uint8Array> {
  const unsent = pieces.toReversed();
  return new ReadableStream({
    pull: (controller) => {
      const piece = unsent.pop();
      if (piece !== undefined) {
        controller.enqueue(piece);
        return;
      }
      controller.close();
      ended();
    },
    cancel: ended,
  });
}

/** How many rows become text at once. */
const ROWS_PER_PIECE = 500;

/**
 * The bytes of a result's JSON, the same as those of `JSON.stringify`, in pieces. Other requests are served
 * between two pieces. Null if there would be more than `limitBytes`.
 */
export async function jsonPieces(result: Json, limitBytes: number): Promise<readonly Buffer[] | null> {
  const pauseIfDue = createPause();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const text of jsonTexts(result)) {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > limitBytes) return null;
    pieces.push(piece);
    await pauseIfDue();
  }
  return pieces;
}

/** The JSON of a value, in texts of at most `ROWS_PER_PIECE` rows. */
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
    const rows = list.slice(from, from + ROWS_PER_PIECE);
    if (from > 0) yield ',';
    if (!rows.some(holdsLong)) yield JSON.stringify(rows).slice(1, -1);
    else
      for (const [index, row] of rows.entries()) {
        if (index > 0) yield ',';
        yield* jsonTexts(row);
      }
  }
  yield ']';
}

/** Whether an object has a long list in it: a batch of events, or a bucket with its rows. */
function holdsLong(value: Json): boolean {
  return (
    isJsonObject(value) &&
    Object.values(value).some((inner) => Array.isArray(inner) && inner.length > ROWS_PER_PIECE)
  );
}
