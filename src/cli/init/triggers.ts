// When the workflow of `init` runs: issues are posted to every Monday, pull requests when they change,
// releases when they are published. Each such trigger is a report with its own permissions. Pure.
import { type Destination, WRITE_PERMISSIONS } from '../../report/inputs/request.ts';

/** When a report runs. */
const TRIGGERS = ['weekly', 'pull-request', 'release'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** When each destination is posted to; null: whenever a report runs. */
export const TRIGGER_OF: Readonly<Record<Destination, Trigger | null>> = {
  summary: null,
  'pull-request': 'pull-request',
  issue: 'weekly',
  discussion: 'weekly',
  release: 'release',
  check: 'pull-request',
  webhook: 'weekly',
};

/** A report: when it runs and where it is posted. */
export interface PlannedReport {
  readonly trigger: Trigger;
  readonly destinations: readonly Destination[];
}

/**
 * One report for each trigger that the destinations have. Without any, a gate runs on pull requests, and a
 * report every week.
 */
export function planReports(
  destinations: readonly Destination[],
  hasGate: boolean,
): readonly PlannedReport[] {
  const used = TRIGGERS.filter((trigger) => destinations.some((each) => TRIGGER_OF[each] === trigger));
  const triggers = used.length > 0 ? used : ([hasGate ? 'pull-request' : 'weekly'] as const);
  return triggers.map((trigger) => ({
    trigger,
    destinations: destinations.filter((each) => [null, trigger].includes(TRIGGER_OF[each])),
  }));
}

/** The permissions that a job needs: to read the config file from a checkout, and to post. */
export function permissionsOf({
  destinations,
}: PlannedReport): readonly (readonly [scope: string, level: string])[] {
  const scopes = destinations.flatMap((destination) => WRITE_PERMISSIONS[destination] ?? []);
  return [...new Map([['contents', 'read'], ...scopes.map((scope): [string, string] => [scope, 'write'])])];
}
