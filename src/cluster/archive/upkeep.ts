// Takes care of a cluster's data sources every hour: merges small segments, and removes old retention rules.
import { messageOf } from '../../text/errors.ts';
import { CancelledError } from '../../service/errors.ts';
import type { Druid } from '../druid.ts';
import { compactDays } from './compact.ts';
import { keepForEver } from './rules.ts';
import { type RunAlone, type Job, repeat } from '../../service/jobs/repeat.ts';

interface UpkeepOptions {
  readonly druid: Druid;
  readonly namespaces: () => Promise<readonly string[]>;
  /**
   * Whether events are kept for a limited time; without it, rules that an earlier service made are taken
   * back.
   */
  readonly hasKeep: boolean;
  /**
   * Is called with a sentence for each data source that could not be seen to; it is tried again at the next
   * pass.
   */
  readonly warn: ((message: string) => void) | undefined;
  readonly alone: RunAlone;
}

const PERIOD_MS = 3_600_000;

/** Starts it for the data sources of all organizations, at once and then hourly. */
export function startUpkeep(options: UpkeepOptions): Job {
  const mergedDays = new Map<string, string>();
  const pass = async () => {
    for (const namespace of await options.namespaces()) await takeCareOf(namespace, options, mergedDays);
  };
  return repeat(() => options.alone(pass), PERIOD_MS);
}

async function takeCareOf(
  namespace: string,
  { druid, hasKeep, warn }: UpkeepOptions,
  mergedDays: Map<string, string>,
): Promise<void> {
  try {
    if (!hasKeep) await keepForEver(druid, namespace);
    while ((await compactDays(druid, namespace, Date.now(), mergedDays)) > 0);
  } catch (error) {
    if (error instanceof CancelledError) return;
    const reason = messageOf(error);
    warn?.(
      `Segments of ${namespace} could not be put together, and queries over them take longer: ${reason}`,
    );
  }
}
