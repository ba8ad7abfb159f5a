// `npm run bench:store:explorer`: how soon the explorer is usable, beside the time that the queries it waits
// for take when they are asked alone.
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { hasChromium, withPage } from '../../__tests__/support/chromium.ts';
import { WHOLE_YEAR } from './cases.ts';
import { fillStore } from './events.ts';
import { median, ms, processorMs } from './measure.ts';
import { type Serving, startServing } from './serving.ts';

const USAGE = `npm run bench:store:explorer -- [--events N] [--runs N] [--dir DIR] [--db FILE --token TOKEN] [--cli FILE]
  --events  how many events the store holds (20000000)
  --runs    how often the page is opened (7)
  --dir     where the store is made, and removed afterwards (/tmp/benchstore)
  --db, --token  a store that \`bench/store/events.ts --store\` made, instead of a new one
  --cli     the program that serves (the built one)`;

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '20000000' },
    runs: { type: 'string', default: '7' },
    dir: { type: 'string', default: '/tmp/benchstore' },
    db: { type: 'string' },
    token: { type: 'string' },
    cli: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** How soon after Enter the columns and the first answer are on the page. */
const LIMIT_MS = 1000;

/**
 * The moments of a visit: what is done, then what is on the page. Each is an expression of the page itself.
 */
const MOMENTS = [
  ['opened', 'the field for the token', "document.querySelector('#token')"],
  ['Enter', 'the columns', "document.querySelector('.column')"],
  ['Enter', 'the first answer', "/^28 rows/.test(document.querySelector('.status')?.textContent)"],
  [
    'Enter',
    'the counts of the first column',
    "/events/.test(document.querySelector('.column')?.textContent)",
  ],
  [
    'Enter',
    'the counts of every column on the screen',
    `document.querySelector('.column') && [...document.querySelectorAll('.column')].every((column) =>
      column.getBoundingClientRect().top > innerHeight || /events/.test(column.textContent))`,
  ],
  ['a column is opened', 'its most frequent values', "document.querySelector('.value')"],
] as const;
const ANSWER = 2;

/** Notes when each moment has come, in milliseconds since what was done. */
const NOTING = `
  const done = { opened: 0 };
  const noted = (globalThis.noted = {});
  addEventListener('keydown', () => (done.Enter ??= performance.now()), true);
  addEventListener('click', ({ target }) => {
    if (target.closest('.column')) done['a column is opened'] ??= performance.now();
  }, true);
  const look = () => {
    ${MOMENTS.map(([after, , shown], at) => `if (noted[${at}] === undefined && done['${after}'] !== undefined && (${shown})) noted[${at}] = performance.now() - done['${after}'];`).join('\n')}
    requestAnimationFrame(look);
  };
  look();`;

interface Visit {
  /** The moments' times, in their order. */
  readonly tookMs: readonly number[];
  /** What was asked until the first answer. */
  readonly asked: readonly object[];
  /** The processor time from Enter to the first answer: of the page's thread, and of the service. */
  readonly pageMs: number;
  readonly serviceMs: number;
}

if (flags.help) console.log(USAGE);
else if (hasChromium) await main();
else console.log('Install chromium first.');

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const made =
    flags.db === undefined
      ? await fillStore(join(flags.dir, 'explorer.duckdb'), { events: Number(flags.events), seed: 7 })
      : { file: flags.db, token: flags.token ?? '' };
  const now = ['--now', new Date(WHOLE_YEAR.endMs).toISOString()];
  const serving = await startServing(made.file, made.token, flags.cli, now);
  const visits: Visit[] = [];
  // From the sources, the page is bundled when it is first requested.
  await (await fetch(`${serving.url}/explorer.js`)).text();
  for (let run = -1; run < Number(flags.runs); run++) {
    const visit = await visited(serving, made.token);
    if (run >= 0) visits.push(visit);
  }
  const aloneMs = await askedAlone(serving, visits[0]?.asked ?? []);
  await serving.stop();
  if (flags.db === undefined) rmSync(made.file);
  print(visits, aloneMs);
}

function print(visits: readonly Visit[], aloneMs: number): void {
  const medians = MOMENTS.map((_, at) => median(visits.map(({ tookMs }) => tookMs[at] ?? NaN)));
  console.log(`${cpus().length} cores, Node ${process.versions.node}, ${visits.length} visits, medians\n`);
  console.log('| after | on the page | time |\n|:--|:--|--:|');
  for (const [at, [after, what]] of MOMENTS.entries())
    console.log(`| ${after} | ${what} | ${ms(medians[at] ?? NaN)} |`);
  const answerMs = medians[ANSWER] ?? NaN;
  const isMet = answerMs <= LIMIT_MS;
  console.log(
    `\nWhat is asked until the first answer takes ${ms(aloneMs)} alone: ratio ${(answerMs / aloneMs).toFixed(2)}`,
  );
  const [pageMs, serviceMs] = [
    median(visits.map((visit) => visit.pageMs)),
    median(visits.map((visit) => visit.serviceMs)),
  ];
  console.log(`Processor time of it: ${ms(pageMs)} of the page, ${ms(serviceMs)} of the service`);
  console.log(`Usable ${ms(answerMs)} after Enter, of ${LIMIT_MS} ms ${isMet ? '✅' : '❌'}`);
  process.exitCode = isMet ? 0 : 1;
}

/** One visit with a new browser: the token is typed, then a column opened. */
async function visited({ url, pid }: Serving, token: string): Promise<Visit> {
  const visits: Visit[] = [];
  await withPage(async (page) => {
    page.setDefaultTimeout(120_000);
    await page.addInitScript(NOTING);
    const comes = async (at: number): Promise<void> => {
      // The page's policy forbids to evaluate text in it, as `waitForFunction` would.
      while (await page.evaluate<boolean>(`noted[${at}] === undefined`)) await sleep(20);
    };
    await page.goto(url, { waitUntil: 'commit' });
    await comes(0);
    await page.getByLabel('Token').fill(token);
    const asked: object[] = [];
    page.on('requestfinished', (request) => {
      const body: unknown = request.postDataJSON();
      if (typeof body === 'object' && body !== null) asked.push(body);
    });
    const [pageTaken, before] = [await threadClock(page), processorMs(pid)];
    await page.keyboard.press('Enter');
    await comes(ANSWER);
    const [pageMs, serviceMs] = [await pageTaken(), processorMs(pid) - before];
    const waitedFor = [...asked];
    await comes(4);
    await page.getByRole('button', { name: /^modelName/ }).click();
    await comes(5);
    const noted = await page.evaluate<Readonly<Record<number, number>>>('noted');
    visits.push({ tookMs: MOMENTS.map((_, at) => noted[at] ?? NaN), asked: waitedFor, pageMs, serviceMs });
  });
  const [visit] = visits;
  if (visit === undefined) throw new Error('nothing was measured');
  return visit;
}

/** Gives the processor time that the page's thread took since the call. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  const before = await read();
  return async () => (await read()) - before;
}

/** The median of asking these queries one after the other, without a page. */
async function askedAlone(serving: Serving, queries: readonly object[]): Promise<number> {
  const tookMs: number[] = [];
  for (let run = 0; run < Number(flags.runs); run++) {
    const started = performance.now();
    for (const query of queries) await serving.ask(query);
    tookMs.push(performance.now() - started);
  }
  return median(tookMs);
}
