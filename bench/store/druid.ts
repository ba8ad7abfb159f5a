// `npm run bench:store:druid -- --druid URL`: the same questions over the same events, asked of `serve` with
// the embedded engine and on a Druid cluster.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES, LAST_30_DAYS, WHOLE_YEAR } from './cases.ts';
import { writeParquet } from './events.ts';
import { median, ms } from './measure.ts';
import { startServing } from './serving.ts';

const USAGE = `npm run bench:store:druid -- --druid URL [--druid-overlord URL] [--events N] [--runs N] [--dir DIR] [--namespace NAME]
  --events     how many events (1000000)
  --runs       how often each question is asked of each, in turns (7)
  --dir        where the files are made, and kept for the next run (/tmp/benchdruid)
  --namespace  the data source (bench.EVENTS); the cluster keeps it`;

const { values: flags } = parseArgs({
  options: {
    druid: { type: 'string' },
    'druid-overlord': { type: 'string' },
    events: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '7' },
    dir: { type: 'string', default: '/tmp/benchdruid' },
    namespace: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const CLI = join(resolve(import.meta.dirname, '..', '..'), 'src', 'cli.ts');
const events = Number(flags.events);
const namespace = flags.namespace ?? `bench.${events}`;

if (flags.help || flags.druid === undefined) console.log(USAGE);
else await main(flags.druid, flags['druid-overlord']);

async function main(druid: string, overlord: string | undefined): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const cluster = ['--druid', druid, ...(overlord === undefined ? [] : ['--druid-overlord', overlord])];
  const ways = [
    { name: 'embedded', ...(await fill('embedded', [])), flags: [] },
    { name: 'Druid', ...(await fill('druid', cluster)), flags: cluster },
  ];
  const servings = [];
  for (const way of ways) servings.push(await startServing(way.file, way.token, CLI, way.flags));
  console.log(
    `\n${events} events, medians of ${flags.runs} in turns\n\n| question | embedded | Druid | | numbers |\n|:--|--:|--:|--:|:--|`,
  );
  for (const one of CASES) {
    for (const range of [LAST_30_DAYS, WHOLE_YEAR]) {
      const times = servings.map((): number[] => []);
      let off = 0;
      for (let run = -1; run < Number(flags.runs); run++) {
        const answers: (readonly number[])[] = [];
        for (const [index, serving] of servings.entries()) {
          const started = performance.now();
          answers.push(numbersOf(await serving.ask(one.query(range))));
          if (run >= 0) times[index]?.push(performance.now() - started);
        }
        off = farthest(answers[0] ?? [], answers[1] ?? []);
      }
      const [embedded = NaN, onDruid = NaN] = times.map(median);
      const numbers = off === 0 ? 'the same' : `up to ${(off * 100).toFixed(2)} % apart`;
      console.log(
        `| ${one.name}, ${range.name} | ${ms(embedded)} | ${ms(onDruid)} | ${(onDruid / embedded).toFixed(1)}× | ${numbers} |`,
      );
    }
  }
  for (const serving of servings) await serving.stop();
}

/** Imports the events as a user would, unless an earlier run did. Returns the file and a token. */
async function fill(
  name: string,
  cluster: readonly string[],
): Promise<{ readonly file: string; readonly token: string }> {
  const file = join(flags.dir, `${name}-${events}.duckdb`);
  const parquet = join(flags.dir, `${events}.parquet`);
  if (!existsSync(parquet)) await writeParquet(parquet, { events, seed: 7 });
  if (!existsSync(file)) {
    run(['org', 'create', namespace, '--db', file]);
    const started = performance.now();
    try {
      run(['import', parquet, '--org', namespace, '--db', file, ...cluster]);
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
    console.log(
      `${name}: ${events} events imported in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
  }
  return { file, token: run(['token', 'create', '--org', namespace, '--db', file]).trim() };
}

function run(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args[0] ?? ''} ended with ${String(status)}: ${stderr}`);
  return stdout;
}

/** Every number under `n`, in order of size: equal counts may come in another order. */
function numbersOf(answer: string): readonly number[] {
  return [...answer.matchAll(/"n":([\d.]+)/g)]
    .map(([, n]) => Number(n))
    .filter((n) => n > 0)
    .sort((a, b) => a - b);
}

/** How far two lists are apart at most, relative to the first. */
function farthest(first: readonly number[], second: readonly number[]): number {
  if (first.length !== second.length) throw new Error(`${first.length} numbers, and ${second.length}`);
  return Math.max(0, ...first.map((n, index) => Math.abs((second[index] ?? 0) - n) / n));
}
