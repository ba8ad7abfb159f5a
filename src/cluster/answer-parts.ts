// Reads values of Druid's answers, whose form may differ between versions: `objectOf(answer)['status']`.
import { isJsonObject, type JsonObject } from '../tql/json.ts';
import { ClusterAnswerError } from '../service/errors.ts';

/** A value that should be an object; anything else gives an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A value that should be a list; anything else gives an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An answer that has to be a list. Throws `ClusterAnswerError`; `requested` is for its message. */
export function requireList(value: unknown, requested: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unexpectedAnswer(requested);
}

/** An answer that has to be a list of texts. Throws as `needList` does. */
export function requireTexts(value: unknown, requested: string): readonly string[] {
  return requireList(value, requested).map((each) => {
    if (typeof each === 'string') return each;
    throw unexpectedAnswer(requested);
  });
}

/**
 * The texts that the objects of an answer have at a key. Throws `ClusterAnswerError`, as `needTexts` does.
 */
export function requireTextsAt(value: unknown, key: string, requested: string): readonly string[] {
  return requireTexts(
    requireList(value, requested).map((each) => objectOf(each)[key]),
    requested,
  );
}

/**
 * The error for JSON that is not Druid's answer to a request for `what`, and must not be read as "nothing".
 */
export function unexpectedAnswer(requested: string): ClusterAnswerError {
  return new ClusterAnswerError(
    `unexpected response from Druid for ${requested}: check that the address is Druid's`,
  );
}
