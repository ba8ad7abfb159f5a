// Reads parts of Druid's answers, whose form may differ between versions.
import { isJsonObject, type JsonObject } from '../tql/json.ts';
import { ClusterAnswerError } from '../service/errors.ts';

/** A part of an answer of Druid's that need not be there: anything but an object is an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A part of an answer of Druid's that need not be there: anything but a list is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An answer that has to be a list. Throws `ClusterAnswerError`; `what` says what was requested. */
export function needList(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw strangeAnswer(what);
}

/** An answer that has to be a list of texts. Throws `ClusterAnswerError`; `what` says what was requested. */
export function needTexts(value: unknown, what: string): readonly string[] {
  return needList(value, what).map((each) => {
    if (typeof each === 'string') return each;
    throw strangeAnswer(what);
  });
}

/**
 * The texts that the objects of an answer have at a key. Throws `ClusterAnswerError`, as `needTexts` does.
 */
export function needTextsAt(value: unknown, key: string, what: string): readonly string[] {
  return needTexts(
    needList(value, what).map((each) => objectOf(each)[key]),
    what,
  );
}

/**
 * The error for an answer that is JSON, but not what Druid answers to a question for `what`. It must not be
 * read as "there is nothing".
 */
export function strangeAnswer(what: string): ClusterAnswerError {
  return new ClusterAnswerError(
    `unexpected response from Druid for ${what}: check that the address is Druid's`,
  );
}
