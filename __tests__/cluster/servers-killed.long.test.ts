// Kills each server of a Druid whose servers are separate processes, Kafka and the service in turn, for ten
// minutes, under queries and ingest, and prints what each kill did.
import { findMissingTools } from '../../scripts/cluster/java-program.ts';
import { type Kill, killServers, VICTIMS } from '../support/cluster/kill-servers.ts';
import { testWith } from '../support/needs.ts';

const FOR_MS = 600_000;
const missing = await findMissingTools();
const title =
  'no number is smaller than the truth or than before, whichever server is killed, and all come back';

function* inTurn() {
  const endMs = performance.now() + FOR_MS;
  for (let turn = 0; turn < VICTIMS.length || performance.now() < endMs; turn++) {
    const victim = VICTIMS[turn % VICTIMS.length];
    if (victim !== undefined) yield victim;
  }
}

function rowOf({ victim, refused, backSeconds, acknowledged, faults }: Kill): string {
  const cells = [victim, ...Object.values(refused), `${backSeconds} s`, acknowledged, faults.length];
  return `| ${cells.join(' | ')} |\n`;
}

testWith(missing ?? '', missing === null)(
  title,
  async () => {
    const kills = await killServers(inTurn(), (kill) => process.stderr.write(rowOf(kill)));
    process.stderr.write(
      `| killed | ${Object.keys(kills[0]?.refused ?? {}).join(' | ')} | whole again | acknowledged | wrong |\n`,
    );
    expect(kills.flatMap(({ victim, faults }) => faults.map((fault) => `${victim}: ${fault}`))).toEqual([]);
    expect(new Set(kills.map(({ victim }) => victim))).toEqual(new Set(VICTIMS));
  },
  FOR_MS * 3,
);
