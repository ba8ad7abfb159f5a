/**
 * Compares the engine with plain loops over the events in many random cases: `node scripts/agree.ts 100000
 * --seed 1 --shard 1/2`. Prints each disagreement with its smallest case, and what the cases covered. `node
 * scripts/agree.ts 1000 --druid http://127.0.0.1:8888` compares it with a Druid instead, by a router, or a
 * broker and `--druid-overlord`; it makes data sources whose names begin with `agree-`. Prints what differs
 * beyond the list in docs/operate/cluster/differences.md.
 */
import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { agree, scenarios, type Scenario } from '../__tests__/oracle/agreement.ts';
import { compareEngines, type Comparison } from '../__tests__/oracle/engine-agreement.ts';
import { findStale } from '../__tests__/support/cluster/differences.ts';
import { Tally } from '../__tests__/oracle/tally.ts';
import { connectDruid } from '../src/cluster/druid.ts';

const QUERIES_A_SET = 20;
const SETS_A_CHUNK = 12;
/** Loading a world takes Druid seconds. */
const QUERIES_A_WORLD = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    out: { type: 'string' },
    druid: { type: 'string' },
    'druid-overlord': { type: 'string' },
  },
});
const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
const wanted = Math.ceil(Number(positionals[0] ?? 10_000) / shards);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
process.exitCode = (await (values.druid === undefined ? run() : runOnDruid(values.druid))) === 0 ? 0 : 1;

async function run(): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const tally = new Tally();
  const begun = Date.now();
  let disagreements = 0;
  const chunks = Math.ceil(wanted / (QUERIES_A_SET * SETS_A_CHUNK));
  for (let chunk = 0; chunk < chunks; chunk++) {
    const chunkSeed = seed + chunk * shards + (shard - 1);
    if (!(await runChunk(instance, tally, chunkSeed))) disagreements++;
    const seconds = Math.round((Date.now() - begun) / 1000);
    if (chunk % 10 === 9) console.log(`${tally.cases} cases, ${disagreements} disagreements, ${seconds} s`);
  }
  instance.closeSync();
  console.log(tally.toString());
  console.log(`${tally.cases} cases of seed ${seed}, shard ${values.shard}: ${disagreements} disagreements`);
  if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(tally));
  return disagreements;
}

async function runChunk(instance: DuckDBInstance, tally: Tally, chunkSeed: number): Promise<boolean> {
  const property = fc.asyncProperty(scenarios(QUERIES_A_SET), (scenario) => agree(scenario, instance, tally));
  const details = await fc.check(property, {
    numRuns: SETS_A_CHUNK,
    seed: chunkSeed,
  });
  tally.isCounting = true;
  if (!details.failed) return true;
  console.log(`DISAGREEMENT seed ${chunkSeed} path ${String(details.counterexamplePath)}`);
  console.log(smallest(details.counterexample?.[0], details.errorInstance));
  return false;
}

function smallest(scenario: Scenario | undefined, error: unknown): string {
  const list = scenario?.list.map((event) => JSON.stringify(event)) ?? [];
  return [
    error instanceof Error ? error.message : String(error),
    `now: ${String(scenario?.now)}`,
    ...list,
  ].join('\n');
}

async function runOnDruid(url: string): Promise<number> {
  const druid = connectDruid({ druidUrl: url, overlordUrl: values['druid-overlord'] ?? null });
  const begun = Date.now();
  let shown = 0;
  const onWorld = ({ asked, unlisted }: Comparison): void => {
    for (const one of unlisted.slice(shown)) console.log(one);
    shown = unlisted.length;
    console.log(`${asked} queries, ${shown} differences, ${Math.round((Date.now() - begun) / 1000)} s`);
  };
  const found = await compareEngines({
    druid,
    queryCount: wanted,
    queriesPerWorld: QUERIES_A_WORLD,
    seed,
    onWorld,
  });
  await druid.close();
  for (const [name, count] of found.listed) console.log(`${count} differ as listed: ${name}`);
  console.log(
    `${found.asked} queries of seed ${seed}, ${found.refused} refused by both: ${found.unlisted.length} differences outside of the list`,
  );
  const stale = findStale(new Set(found.listed.keys()));
  if (stale.length > 0) console.log(`Nothing differs any more by: ${stale.join(', ')}`);
  return found.unlisted.length + stale.length;
}
