// The schema of the event names in the code in the results file: which a pull request renames or removes,
// and which are still sent.
import * as v from 'valibot';
import { count, list, moment, numberOrNull, object, text, textOrNull } from './values.ts';

const place = object({
  /** Its path from the folder that was read. */
  file: text,
  /** Counted from 1; for what was removed, the line that it had. */
  line: v.number(),
});

export const signal = object({
  /** The name that is sent; of a computed one its pattern: `screen.{page}`. */
  name: text,
  places: list(place),
  /** Numbers are of the interval; null if nothing was queried, or if `hidden` names them. */
  events: numberOrNull,
  users: numberOrNull,
  /** The part of the interval's users who sent it, 0 to 1. */
  share: numberOrNull,
  lastSeen: v.nullable(moment),
  /** Contract, section 6.1. Null if numbers would decide it, and nothing was queried. */
  state: v.nullable(
    v.picklist(['renamed', 'removed', 'new', 'silent', 'rare', 'unknown', 'live', 'dynamic']),
  ),
  /** The new name of a renamed one. */
  to: v.exactOptional(text),
  /** The insights whose queries filter on it, and the gates that read them. */
  insights: list(text),
  gates: list(text),
  /** The numbers that are null because they are of fewer users than `fewerThan`. */
  hidden: v.exactOptional(list(text)),
});

export const signals = object({
  /** `change`: what a pull request touches; `whole`: the whole folder. */
  scope: v.picklist(['change', 'whole']),
  /** The time that was requested, in words; null if nothing was queried. */
  interval: textOrNull,
  /** Why the code or the numbers could not be read. */
  problem: textOrNull,
  signals: list(signal),
  /** No number of fewer users is shown (`min-group-size`); absent if all are. */
  fewerThan: v.exactOptional(count),
  /** Files that were left out: too large, or not read in time. */
  unread: list(text),
});
