import { isJsonObject, type Json } from '../tql/json.ts';
import { breather } from './breathe.ts';

/** Lists of up to so many rows become text at once. */
const STEP = 500;

/**
 * A result as the bytes of its JSON, exactly those of `JSON.stringify`, in pieces: between these, others are served.
 * Null where they would be more than `limitBytes`.
 */
export async function jsonPieces(result: Json, limitBytes: number): Promise<readonly Buffer[] | null> {
  const breathe = breather();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const text of texts(result)) {
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
  return result.length <= STEP && !result.some(holdsLong);
}

function isLong(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.length > STEP;
}

/** Batches of events and the rows of a bucket: an object that holds a long list. */
function holdsLong(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).some(isLong);
}

function* texts(value: Json): Generator<string> {
  if (Array.isArray(value)) yield* listTexts(value);
  else if (isJsonObject(value) && holdsLong(value)) yield* objectTexts(value);
  else yield JSON.stringify(value);
}

function* listTexts(list: readonly Json[]): Generator<string> {
  yield '[';
  for (let from = 0; from < list.length; from += STEP) {
    const step = list.slice(from, from + STEP);
    if (from > 0) yield ',';
    if (step.some(holdsLong)) yield* separated(step.map(texts));
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
  yield* texts(value);
}

function* separated(parts: readonly Generator<string>[]): Generator<string> {
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield ',';
    yield* part;
  }
}
