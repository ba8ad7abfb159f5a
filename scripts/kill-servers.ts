// `node scripts/kill-servers.ts [ROUNDS] [VICTIM…]`: kills Druid's servers, Kafka and the service in turn
// under queries and ingest, each Druid server being a process of its own, and prints what each kill did.
import { killServers, type Victim, VICTIMS } from '../__tests__/support/cluster/kill-servers.ts';

const [rounds = '1', ...named] = process.argv.slice(2);
const victims = named.length > 0 ? VICTIMS.filter((victim) => named.includes(victim)) : VICTIMS;
const all = Array.from({ length: Number(rounds) }, (): readonly Victim[] => victims).flat();
const startedMs = performance.now();
let isFirst = true;
const kills = await killServers(all, ({ victim, refused, backSeconds, acknowledged, faults }) => {
  const names = Object.keys(refused);
  const head = `| killed | ${names.join(' | ')} | whole again | acknowledged | wrong |\n|:--|${':--|'.repeat(names.length)}--:|--:|--:|`;
  if (isFirst) console.log(head);
  isFirst = false;
  const cells = [victim, ...Object.values(refused), `${backSeconds} s`, acknowledged, faults.length];
  console.log(`| ${cells.join(' | ')} |`);
  for (const fault of faults.slice(0, 20)) console.error(fault);
});
const count = kills.reduce((sum, { faults }) => sum + faults.length, 0);
console.log(`${count} wrong answers, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
process.exitCode = count === 0 ? 0 : 1;
