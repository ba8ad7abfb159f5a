// Sets how many days of events an organization keeps (`serve --keep`), by Druid's load rules.
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { StoreError } from '../../service/errors.ts';
import type { Druid } from '../druid.ts';
import { requireList, objectOf } from '../answer-parts.ts';
import { throwManagementError } from '../druid-error.ts';

/** The name under which Druid keeps the rules of all data sources without their own. */
const CLUSTER = '_default';

/**
 * Has Druid load the events of some days only, and drop older ones. Rules that an earlier call made are
 * replaced. Throws `StoreError` if the data source has others: they are the administrator's.
 */
export async function keepForDays(druid: Druid, namespace: string, days: number): Promise<void> {
  const [existing, common] = await Promise.all([readRules(druid, namespace), readRules(druid, CLUSTER)]);
  if (existing.length > 0 && !(await areRulesOurs(druid, namespace))) {
    throw new StoreError(
      `${namespace} has its own retention rules in Druid, which are kept. Remove them there, or serve without --keep.`,
    );
  }
  const period = `P${days}D`;
  if (objectOf(existing[0])['period'] === period) return;
  await writeRules(druid, namespace, [
    { type: 'loadByPeriod', period, includeFuture: true, ...replicantsOf(common) },
    { type: 'dropForever' },
  ]);
}

/** Removes the rules that `keepForDays` made; others stay. */
export async function keepForEver(druid: Druid, namespace: string): Promise<void> {
  if ((await readRules(druid, namespace)).length === 0) return;
  if (await areRulesOurs(druid, namespace)) await writeRules(druid, namespace, []);
}

/** How many copies of a segment the cluster's rules request, in the form of a rule. */
function replicantsOf(rules: readonly unknown[]): JsonObject {
  const load = rules.find(
    (rule): rule is JsonObject => isJsonObject(rule) && isJsonObject(rule['tieredReplicants']),
  );
  const tieredReplicants: Json | undefined = load?.['tieredReplicants'];
  return tieredReplicants === undefined ? { useDefaultTierForNull: true } : { tieredReplicants };
}

/** The load rules of a data source; without any, Druid uses those of the cluster. */
export async function readRules({ overlord }: Druid, namespace: string): Promise<readonly unknown[]> {
  const rules = await overlord.ask({ path: rulesPath(namespace) }).catch(throwManagementError);
  return requireList(rules, 'retention rules');
}

/** Druid's history of rules names the author of each change, whom the header `x-druid-author` gives. */
const AUTHOR = 'insight-report';

/** Whether the rules of a data source were written by `writeRules`. */
async function areRulesOurs({ overlord }: Druid, namespace: string): Promise<boolean> {
  const history = await overlord.ask({ path: `${rulesPath(namespace)}/history?count=1` });
  const [last] = requireList(history, 'the history of retention rules');
  return objectOf(objectOf(last)['auditInfo'])['author'] === AUTHOR;
}

/** Replaces the rules of a data source. */
async function writeRules({ overlord }: Druid, namespace: string, rules: readonly unknown[]): Promise<void> {
  const headers = { 'x-druid-author': AUTHOR };
  await overlord.ask({ path: rulesPath(namespace), body: rules, headers });
}

function rulesPath(namespace: string): string {
  return `/druid/coordinator/v1/rules/${namespace}`;
}
