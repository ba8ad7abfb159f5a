// `npm run bench:store:proof -- --druid URL --namespace NAME`: the same questions, asked of a Druid with and
// without the proof that an answer is whole, in turns. `bench:store:druid` makes the events, in the data
// source bench.N.
import { parseArgs } from 'node:util';
import { takeCensus } from '../../src/cluster/census/census.ts';
import { connectDruid } from '../../src/cluster/druid.ts';
import { createQueryRunner } from '../../src/service/query/answer.ts';
import { createDruidEngine } from '../../src/cluster/engine/engine.ts';
import { checkPlan } from '../../src/service/query/engines/duckdb/engine.ts';
import { CASES, LAST_30_DAYS, WHOLE_YEAR } from './cases.ts';
import { median, ms } from './measure.ts';

const { values: flags } = parseArgs({
  options: {
    druid: { type: 'string', default: 'http://127.0.0.1:8888' },
    'druid-overlord': { type: 'string' },
    namespace: { type: 'string', default: 'bench.1000000' },
    runs: { type: 'string', default: '25' },
  },
});

const druid = connectDruid({ druidUrl: flags.druid, overlordUrl: flags['druid-overlord'] ?? null });
const census = takeCensus(druid);
const engines = [null, census].map((proof) => createDruidEngine(druid.broker, checkPlan, proof));
const { signal } = new AbortController();
console.log('| question | without | with | median of the ratios |\n|:--|--:|--:|--:|');
const ratios: number[] = [];
for (const one of CASES) {
  for (const range of [LAST_30_DAYS, WHOLE_YEAR]) {
    const pairs: (readonly [number, number])[] = [];
    for (let run = -2; run < Number(flags.runs); run++) {
      const times = [0, 0];
      // Each goes first in every other run.
      for (const at of run % 2 === 0 ? [0, 1] : [1, 0]) {
        const startedMs = performance.now();
        const owner = { id: 1, namespace: flags.namespace };
        const engine = engines[at];
        if (engine === undefined) throw new Error('no engine');
        await createQueryRunner(engine).ask(one.query(range), owner, Date.now(), signal);
        times[at] = performance.now() - startedMs;
      }
      if (run >= 0) pairs.push([times[0] ?? 0, times[1] ?? 0]);
    }
    const ratio = median(pairs.map(([without, proven]) => proven / without));
    ratios.push(ratio);
    const [without, proven] = [0, 1].map((at) => ms(median(pairs.map((pair) => pair[at] ?? 0))));
    console.log(`| ${one.name}, ${range.name} | ${without} | ${proven} | ${ratio.toFixed(3)} |`);
  }
}
console.log(`median of all: ${median(ratios).toFixed(3)}`);
census.close();
for (const engine of engines) await engine.close();
await druid.close();
