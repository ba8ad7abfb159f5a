// `npm run bench:store:size`: what an answer costs when the store grows around the window, and when files
// were imported out of order.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES, LAST_30_DAYS, type Range } from './cases.ts';
import { fillStore, partsInOrder } from './events.ts';
import { type Part, YEAR_DAYS } from './events-sql.ts';
import { median, ms, processorMs } from './measure.ts';
import { startServing, type Serving } from './serving.ts';

const USAGE = `npm run bench:store:size -- [--sizes N,N,…] [--runs N] [--dir DIR] [--orders]
  --sizes   how many events the stores hold (1000000,5000000,20000000)
  --runs    how often each question is asked (15)
  --dir     where the stores are made, and removed afterwards (/tmp/benchstore)
  --orders  stores of the first of the sizes, their files imported in and out of the order of time, instead`;

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000000,5000000,20000000' },
    runs: { type: 'string', default: '15' },
    dir: { type: 'string', default: '/tmp/benchstore' },
    orders: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

interface Store {
  readonly what: string;
  readonly events: number;
  readonly parts?: readonly Part[];
}

const asked = CASES.filter(({ name }) => !name.includes('filtered') && !name.includes('Berlin'));
const sizes = flags.sizes.split(',').map(Number);
const least = Math.min(...sizes);

if (flags.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const stores = flags.orders
    ? orders(sizes[0] ?? 0)
    : sizes.map((events) => ({ what: million(events), events }));
  console.log(`Medians of ${flags.runs}: wall time, processor time.\n`);
  console.log(`| store | window | events in it | ${asked.map(({ name }) => name).join(' | ')} |`);
  console.log(`|:--|:--|--:|${asked.map(() => '--:|').join('')}`);
  for (const store of stores) await measure(store);
}

async function measure({ what, events, parts }: Store): Promise<void> {
  const file = join(flags.dir, 'size.duckdb');
  const { token } = await fillStore(file, { events, seed: 7 }, parts);
  const serving = await startServing(file, token);
  const same = { ...windowOf(least / 10, events), name: `the last ${million(least / 10)}` };
  for (const range of flags.orders ? [LAST_30_DAYS] : [same, LAST_30_DAYS]) {
    const held = await serving.ask({ ...asked[0]?.query(range), queryType: 'timeseries' });
    const costs: string[] = [];
    for (const one of asked) costs.push(await cost(serving, one.query(range)));
    console.log(`| ${[what, range.name, /"n":(\d+)/.exec(held)?.[1] ?? '?', ...costs].join(' | ')} |`);
  }
  await serving.stop();
  rmSync(file);
}

async function cost(serving: Serving, query: object): Promise<string> {
  const [wallMs, processor]: [number[], number[]] = [[], []];
  for (let run = -2; run < Number(flags.runs); run++) {
    const [started, before] = [performance.now(), processorMs(serving.pid)];
    await serving.ask(query);
    if (run < 0) continue;
    wallMs.push(performance.now() - started);
    processor.push(processorMs(serving.pid) - before);
  }
  return `${ms(median(wallMs))}, ${ms(median(processor))}`;
}

/**
 * The end of the year that holds about so many events: their density grows from 1 to 3 over it, so 3 / 2 of
 * the mean at its end.
 */
function windowOf(wanted: number, events: number): Range {
  const year = (Math.sqrt(1 + 8 * (1 - wanted / events)) - 1) / 2;
  const { endMs } = LAST_30_DAYS;
  return { name: '', startMs: Math.round(endMs - (1 - year) * YEAR_DAYS * 86_400_000), endMs };
}

/** The same events, imported in different orders: the layouts that the table can come to have. */
function orders(events: number): readonly Store[] {
  const inOrder = partsInOrder(events, 10);
  const shuffled = [7, 2, 9, 0, 5, 3, 8, 1, 6, 4].flatMap((part) => inOrder.slice(part, part + 1));
  const spread = (of: number): Part[] =>
    Array.from({ length: of }, (_, part) => ({ from: 0, to: events, part, of }));
  return [
    { what: '10 files, one after the other', events, parts: inOrder },
    { what: '10 files, out of order', events, parts: shuffled },
    { what: '10 files, each over the whole year', events, parts: spread(10) },
    { what: '100 files, each over the whole year', events, parts: spread(100) },
  ];
}

function million(events: number): string {
  return `${events / 1e6} million`;
}
