// Deletes events once they are older than `serve --keep 400d` says, at once and then daily; but not by a
// clock that may be wrong.
import { messageOf } from '../../text/errors.ts';
import { plural } from '../../text/plural.ts';
import type { EventArchive } from '../events/event-store.ts';
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import { type RunAlone, type Job, repeat } from './repeat.ts';
import type { Store } from '../store/store.ts';

interface RetentionOptions extends Pick<Store, 'organizations' | 'lastExpiry' | 'noteExpiry'> {
  readonly keepMs: number;
  readonly now: () => number;
  /** Whether `--now` set the clock. Such a clock is trusted, whatever it says. */
  readonly isClockFixed: boolean;
  readonly events: Pick<EventArchive, 'expire'>;
  /** Reports how many events were deleted, or why they could not be. */
  readonly say: (message: string) => void;
  /** How long to wait between two passes. */
  readonly everyMs?: number;
  readonly alone?: RunAlone;
}

/**
 * How far the clock may be ahead of the last deletion. A service that was off for longer waits a day, too.
 */
const LIMIT_LEAP_MS = 7 * MS_PER_DAY;

/** Deletes every organization's events that are older than `keepMs`. */
export function startRetention(options: RetentionOptions): Job {
  const everyMs = options.everyMs ?? MS_PER_DAY;
  let lastPass: Clock | null = null;
  const { alone = (task) => task() } = options;
  const pass = async () => {
    lastPass = await expireIfTrusted(options, lastPass, everyMs);
  };
  return repeat(() => alone(pass), everyMs);
}

/** When a pass ran, by the machine's clock and by the process's own time, which never leaps. */
interface Clock {
  readonly nowMs: number;
  readonly uptimeMs: number;
}

/**
 * A clock that leaps ahead would delete everything. So nothing is deleted if it is more than a week ahead of
 * the last deletion, until it has gone on for a day as this process counts. Returns the clock of this pass.
 */
async function expireIfTrusted(
  options: RetentionOptions,
  earlier: Clock | null,
  everyMs: number,
): Promise<Clock> {
  const clock = { nowMs: options.now(), uptimeMs: performance.now() };
  const days = Math.floor(options.keepMs / MS_PER_DAY);
  const age = `${days} ${plural('day', days)}`;
  try {
    const last = await options.lastExpiry();
    const hasLeapt = last !== null && clock.nowMs - last > LIMIT_LEAP_MS;
    if (hasLeapt && !options.isClockFixed && !hasKeptPace(earlier, clock, everyMs)) {
      options.say(
        `The clock says ${isoDate(clock.nowMs)}, but events were last deleted on ${isoDate(last)}. If it is wrong, set it right: events older than ${age} by this clock are deleted in a day.`,
      );
      return clock;
    }
    await expireAll(options, clock.nowMs, age);
    await options.noteExpiry(clock.nowMs);
  } catch (error) {
    const reason = messageOf(error);
    options.say(`Events older than ${age} could not be deleted: ${reason} It is tried again in a day.`);
  }
  return clock;
}

/**
 * Whether as much time has passed since an earlier pass on the clock as in the process, give or take a 24th,
 * which is an hour a day.
 */
function hasKeptPace(earlier: Clock | null, clock: Clock, everyMs: number): boolean {
  if (earlier === null) return false;
  const leapMs = clock.nowMs - earlier.nowMs - (clock.uptimeMs - earlier.uptimeMs);
  return Math.abs(leapMs) < everyMs / 24;
}

async function expireAll(
  { keepMs, organizations, events, say }: RetentionOptions,
  nowMs: number,
  age: string,
) {
  for (const { id, namespace } of await organizations.list()) {
    const count = await events.expire(id, keepMs, nowMs);
    if (count > 0) say(`${count} ${plural('event', count)} of ${namespace} older than ${age} were deleted.`);
  }
}

function isoDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
