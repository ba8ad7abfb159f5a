// Why an event is refused: the error, and the reasons, which imports in SQL give as well.
import { truncate } from '../../text/truncate.ts';

/**
 * Why an event is refused. `reason` contains no value of the event, so that refused lines can be counted by
 * it; `detail` may.
 */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
  readonly reason: string;
  constructor(reason: string, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** The longest `appID` and `eventID`, in characters. */
export const LIMIT_ID = 100;

/** Why events are refused. */
export const REASONS = {
  missing: 'is missing',
  empty: 'is empty',
  text: 'is not a string',
  time: 'timestamp is not a date-time with a zone, as 2026-10-05T08:12:33Z',
  zone: 'timestamp has no zone',
  early: 'timestamp is before the year 2000',
  late: 'timestamp is more than a day in the future',
  long: `is longer than ${LIMIT_ID} characters`,
  testMode: 'isTestMode is neither true nor false',
  number: 'floatValue is not a number',
  payload: 'payload is not an object',
  numericKey: 'is a numeric key and its value is not a number',
};

/** Refuses an event because of a value in it. */
export function refuse(reason: string, value: unknown): never {
  throw new InvalidEventError(reason, showValue(value));
}

/**
 * The first 60 characters of a value's JSON. Nested values are not shown: they can be nested deeper than the
 * stack allows.
 */
function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = JSON.stringify(value);
  return truncate(json, 60, 60);
}
