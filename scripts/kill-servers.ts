// `node scripts/kill-servers.ts [ROUNDS] [VICTIM…]`: kills Druid's servers, Kafka and the service in turn under
// queries and ingest, each Druid server being a process of its own, and prints what each kill did.
import { killServers, type Victim, VICTIMS } from '../__tests__/support/cluster/kill-servers.ts';

const [rounds = '1', ...named] = process.argv.slice(2);
const victims = named.length > 0 ? VICTIMS.filter((victim) => named.includes(victim)) : VICTIMS;
const all = Array.from({ length: Number(rounds) }, (): readonly Victim[] => victims).flat();
const startedMs = performance.now();
let isFirst = true;
const { faults } = await killServers(all, ({ victim, refused, backSeconds, acknowledged }) => {
  if (isFirst)
    console.log(
      `| killed | ${Object.keys(refused).join(' | ')} | whole again | acknowledged |\n|:--|${':--|'.repeat(Object.keys(refused).length)}--:|--:|`,
    );
  isFirst = false;
  console.log(`| ${victim} | ${Object.values(refused).join(' | ')} | ${backSeconds} s | ${acknowledged} |`);
});
console.log(`${faults.length} faults, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
for (const fault of faults.slice(0, 50)) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
