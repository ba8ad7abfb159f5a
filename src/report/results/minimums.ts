// The schema of the minimum OS versions that a pull request raises, such as iOS 15 → 16, in the results file.
import * as v from 'valibot';
import { list, numberOrNull, object, text, textOrNull } from './values.ts';

export const raise = object({
  platform: v.picklist(['iOS', 'macOS', 'tvOS', 'watchOS', 'visionOS', 'Android']),
  /** The target of a project, the module of a build, or the package. */
  target: text,
  /** Users are counted for an app only. */
  kind: v.picklist(['app', 'library', 'other']),
  /** Null if nothing is compared. */
  from: textOrNull,
  to: text,
  /** Android's API levels, before and after. */
  api: v.exactOptional(list(v.number())),
  places: list(object({ file: text, line: v.number() })),
  /** The platform's users in the interval. What is not known is null, and `why` says why. */
  users: numberOrNull,
  /** Those whose every event is of a lower version than `to`: the app loses them. */
  lost: numberOrNull,
  share: numberOrNull,
  /** Those of the lost who have no device that can be updated to `to`. */
  cannotUpdate: numberOrNull,
  /** The platform's users without an event that has a version. */
  withoutVersion: numberOrNull,
  why: textOrNull,
  /** Counts below this are not shown; `hidden` names them. */
  fewerThan: v.exactOptional(v.number()),
  hidden: v.exactOptional(list(text)),
});

export const minimums = object({
  /** The time that was requested, in words; null if nothing was queried. */
  interval: textOrNull,
  /** The app whose users count, null for all of them, and why it is this one. */
  app: v.nullable(object({ id: textOrNull, by: v.picklist(['given', 'insights', 'only', 'all']) })),
  /** Why the numbers could not be read. */
  problem: textOrNull,
  raises: list(raise),
});
