// `npm run bench:store:explorer`: how soon the explorer's home is there, beside the same questions in
// hand-written SQL through the same binding.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasChromium, withPage } from '../../__tests__/support/chromium.ts';
import { WHOLE_YEAR } from './cases.ts';
import { fillStore } from './events.ts';
import { median, ms } from './measure.ts';
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

const TABLE = 'events_1';
const DAY_MS = 86_400_000;

/** How soon after Enter the first number is on the page, and when the page is whole. */
const LIMITS_MS = [300, 2000] as const;
/** The most that the whole page may take of the time of the hand-written SQL. */
const LIMIT_RATIO = 1.3;

/** What has to be on the page, as expressions of the page itself. */
const MOMENTS = [
  `/\\d/.test(document.querySelector('.figure strong')?.textContent)`,
  `document.querySelectorAll('.tile li').length > 0 && document.querySelector('.home [aria-busy=true]') === null`,
] as const;

/**
 * A promise of when each moment comes, in milliseconds since Enter: in the frame after a change. To draw
 * frames without a change, or to ask the page again and again, would take the cores from the service.
 */
const NOTING = `
  let enter;
  const noted = {};
  addEventListener('keydown', () => (enter ??= performance.now()), true);
  globalThis.noted = new Promise((resolve) => {
    const look = () => {
      ${MOMENTS.map((shown, at) => `if (enter !== undefined && noted[${at}] === undefined && (${shown})) noted[${at}] = performance.now() - enter;`).join('\n')}
      if (Object.keys(noted).length === ${MOMENTS.length}) resolve(noted);
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(document, {
      subtree: true, childList: true, characterData: true, attributes: true,
    });
  });`;

if (flags.help) console.log(USAGE);
else if (hasChromium) await main();
else console.log('Install chromium first.');

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const made =
    flags.db === undefined
      ? await fillStore(join(flags.dir, 'explorer.duckdb'), { events: Number(flags.events), seed: 7 })
      : { file: flags.db, token: flags.token ?? '' };
  // DuckDB lets one process hold a file, so the hand-written SQL runs on a copy of it, byte for byte.
  const copy = join(flags.dir, 'by-hand.duckdb');
  copyFileSync(made.file, copy);
  const instance = await DuckDBInstance.create(copy, { access_mode: 'READ_ONLY' });
  const byHand = await instance.connect();
  const now = ['--now', new Date(WHOLE_YEAR.endMs).toISOString()];
  const serving = await startServing(made.file, made.token, flags.cli, now);
  // From the sources, the page is bundled when it is first asked for.
  await (await fetch(`${serving.url}/explorer.js`)).text();
  const visits: (readonly number[])[] = [];
  const byHandMs: number[] = [];
  for (let run = -1; run < Number(flags.runs); run++) {
    const [visit, alone] = [await visitHome(serving, made.token), await askByHand(byHand)];
    if (run < 0) continue;
    visits.push(visit);
    byHandMs.push(alone);
  }
  await serving.stop();
  byHand.closeSync();
  instance.closeSync();
  rmSync(copy);
  if (flags.db === undefined) rmSync(made.file);
  print(visits, median(byHandMs));
}

function print(visits: readonly (readonly number[])[], byHandMs: number): void {
  const [firstMs = NaN, wholeMs = NaN] = MOMENTS.map((_, at) =>
    median(visits.map((tookMs) => tookMs[at] ?? NaN)),
  );
  const ratio = wholeMs / byHandMs;
  const lines = [
    ['the first number', ms(firstMs), ms(LIMITS_MS[0]), firstMs <= LIMITS_MS[0]],
    ['the whole page', ms(wholeMs), ms(LIMITS_MS[1]), wholeMs <= LIMITS_MS[1]],
    [
      `the same in SQL by hand (${ms(byHandMs)})`,
      `${ratio.toFixed(2)}×`,
      `${LIMIT_RATIO}×`,
      ratio <= LIMIT_RATIO,
    ],
  ] as const;
  console.log(`${cpus().length} cores, Node ${process.versions.node}, ${visits.length} visits, medians\n`);
  console.log('| after Enter | measured | limit | |\n|:--|--:|--:|:--|');
  for (const [what, measured, limit, isMet] of lines)
    console.log(`| ${what} | ${measured} | ${limit} | ${isMet ? '✅' : '❌'} |`);
  process.exitCode = lines.every(([, , , isMet]) => isMet) ? 0 : 1;
}

/** One visit with a new browser: the milliseconds from Enter to each moment. */
async function visitHome({ url }: Serving, token: string): Promise<readonly number[]> {
  let tookMs: readonly number[] = [];
  await withPage(async (page) => {
    page.setDefaultTimeout(120_000);
    await page.addInitScript(NOTING);
    await page.goto(url);
    // Nobody types a token while the browser still starts.
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Token').fill(token);
    await page.keyboard.press('Enter');
    // The page's policy forbids to evaluate text in it, as `waitForFunction` would.
    const noted = await page.evaluate<Readonly<Record<number, number>>>('noted');
    tookMs = MOMENTS.map((_, at) => noted[at] ?? NaN);
  });
  return tookMs;
}

/** How long the questions of the home take in SQL, one after the other, in milliseconds. */
async function askByHand(connection: DuckDBConnection): Promise<number> {
  const started = performance.now();
  for (const sql of homeSql(WHOLE_YEAR.endMs)) await connection.runAndReadAll(sql);
  return performance.now() - started;
}

/** The totals, the days and the tiles of the 28 days before a day, with the 28 days before these. */
function homeSql(endMs: number): readonly string[] {
  const [before, now] = [endMs - 56 * DAY_MS, endMs - 28 * DAY_MS];
  const within = `FROM ${TABLE} WHERE __time >= ${before} AND __time < ${endMs}`;
  const [ofNow, ofBefore] = [`FILTER (WHERE __time >= ${now})`, `FILTER (WHERE __time < ${now})`];
  const both = (what: string): string => `${what} ${ofNow}, ${what} ${ofBefore}`;
  const users = 'count(DISTINCT _ir_user)';
  return [
    `SELECT ${both(users)}, ${both('count(*)')}, ${both('count(DISTINCT "sessionID")')} ${within}`,
    `SELECT __time // ${DAY_MS}, ${users} ${within} GROUP BY 1`,
    ...['type', 'appVersion', 'systemVersion', 'modelName', 'region'].map((column) => {
      const first = column === 'appVersion' ? ', min(__time)' : '';
      return `SELECT "${column}", ${both(users)}${first} ${within} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 8`;
    }),
  ];
}
