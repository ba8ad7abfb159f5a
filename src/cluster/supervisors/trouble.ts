// Finds in the observations of a supervisor why events do not reach Druid, for `/health` and the log.
import type { Observation } from './observation.ts';

/** How far back failed tasks count. A single one, whose server was killed, is no problem. */
const RECENT_MS = 600_000;
const FAILED_IN_A_ROW = 3;
/** How long the lag has to grow, or to stay, before it is reported. */
const LAG_MS = 60_000;
/** How old the observations are that `findTrouble` needs. */
export const MEMORY_MS = 2 * LAG_MS;

/**
 * Why events do not reach Druid, as a clause; null if they do. The newest observation is the last:
 * `their supervisor is suspended; resume it in Druid`.
 */
export function findTrouble(observed: readonly Observation[]): string | null {
  const last = observed.at(-1);
  if (last === undefined) return null;
  if (last.isSuspended) return 'their supervisor is suspended; resume it in Druid';
  const failed = describeFailedTasks(last);
  if (failed !== null) return failed;
  if (!last.isHealthy) return `their supervisor is ${last.state}${after(last.error)}`;
  if (last.unread > 0) return `Druid could not read ${last.unread} of them; the logs of its tasks say why`;
  return describeLag(observed, last);
}

/**
 * Whether tasks may have skipped events that were never stored: they begin after the first event, nothing is
 * being published, and none of the last tasks has succeeded. That happens if Druid is killed while the first
 * task of a data source publishes its events: the next task reads on after these, and fails an hour later,
 * because its events do not follow stored ones.
 */
export function mayHaveSkipped({ ended, isPublishing, reading }: Observation): boolean {
  const beginsLate = [...reading.starts.values()].some((offset) => offset > 0);
  const haveAllFailed = ended.length > 0 && ended.every(({ hasFailed }) => hasFailed);
  return beginsLate && !isPublishing && haveAllFailed;
}

/** Druid calls a supervisor healthy whose tasks fail one after the other. */
function describeFailedTasks({ ended, atMs, state }: Observation): string | null {
  const recent = ended
    .slice(0, FAILED_IN_A_ROW)
    .filter((task) => task.hasFailed && atMs - task.createdMs < RECENT_MS);
  if (recent.length < FAILED_IN_A_ROW) return null;
  const reason = recent[0]?.error ?? '';
  return `the last ${recent.length} tasks of their supervisor failed, although it is ${state}${after(reason)}`;
}

function describeLag(observed: readonly Observation[], last: Observation): string | null {
  const aMinuteAgo = observed.findLastIndex(({ atMs }) => last.atMs - atMs >= LAG_MS);
  if (aMinuteAgo === -1) return null;
  const lags = observed.slice(aMinuteAgo).map(({ lag }) => lag ?? 0);
  const hasWaited = lags.every((lag, index) => lag > 0 && lag >= (lags[index - 1] ?? 0));
  if (!hasWaited || lags.length < LEAST_LAGS) return null;
  return `${last.lag ?? 0} of them wait in Kafka, and for a minute they have not become fewer`;
}

/** With fewer observations, Druid may just not have answered in the meantime. */
const LEAST_LAGS = 3;

function after(reason: string): string {
  return reason === '' ? '' : `: ${reason}`;
}
