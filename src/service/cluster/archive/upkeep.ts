import { CancelledError } from '../../errors.ts';
import type { Druid } from '../druid.ts';
import { compactDays } from './compact.ts';
import { keepForEver } from './rules.ts';

/** What the upkeep of a cluster's data sources needs. */
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
  readonly periodMs?: number;
}

const PERIOD_MS = 3_600_000;

/**
 * Sees to the data sources of all organizations, at once and then hourly: their rules, and days with many
 * segments.
 */
export function startUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  const done = new Map<string, string>();
  const run = async () => {
    for (const namespace of await options.namespaces()) await seeTo(namespace, options, done);
  };
  let pass = run();
  const timer = setInterval(() => {
    pass = pass.then(run);
  }, options.periodMs ?? PERIOD_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return pass;
    },
  };
}

async function seeTo(
  namespace: string,
  { druid, hasKeep, warn }: UpkeepOptions,
  done: Map<string, string>,
): Promise<void> {
  try {
    if (!hasKeep) await keepForEver(druid, namespace);
    while ((await compactDays(druid, namespace, Date.now(), done)) > 0);
  } catch (error) {
    if (error instanceof CancelledError) return;
    const reason = error instanceof Error ? error.message : String(error);
    warn?.(
      `Segments of ${namespace} could not be put together, and queries over them take longer: ${reason}`,
    );
  }
}
