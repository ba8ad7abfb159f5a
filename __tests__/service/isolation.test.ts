import fc, { isLong, runs } from '../support/properties.ts';
import { aggregationSchema } from '../../src/tql/schema/aggregation.ts';
import { dimensionSchema } from '../../src/tql/schema/dimension.ts';
import { filterSchema } from '../../src/tql/schema/filter.ts';
import { havingSchema } from '../../src/tql/schema/having.ts';
import { granularitySchema } from '../../src/tql/time/granularity.ts';
import { type Json } from '../../src/tql/json.ts';
import { metricSchema } from '../../src/tql/schema/metric.ts';
import { postAggregationSchema } from '../../src/tql/schema/post-aggregation.ts';
import { runQuerySchema } from '../../src/tql/schema/run-query.ts';
import { EVERY_BLOCK, keysOf, stringFields } from '../support/service/query-fields.ts';
import { BEYOND, HEAVY } from '../support/service/heavy-queries.ts';
import { QUERY_SHAPES } from '../support/service/query-shapes.ts';
import { hostileTexts } from '../support/service/hostile-texts.ts';
import { INSIGHT_PROBES, NAMES, PROBES } from '../support/service/isolation-probes.ts';
import { findFault, forEach, sampled } from '../support/service/isolation-checks.ts';
import { startTwo, type Answer } from '../support/service/two-organizations.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const folders: string[] = [emptyFolder(), emptyFolder()];
const two = await startTwo(folders[0] ?? '', true);
const alone = await startTwo(folders[1] ?? '', false);
const untouched = await two.state();

afterAll(async () => {
  await Promise.all([two.service.close(0), alone.service.close(0)]);
});

const FIELDS = stringFields(EVERY_BLOCK);
const wrong = (answer: Answer, sent: string) => findFault(answer, sent, folders);

test('an organization gets the same bytes as if the other organization did not exist', async () => {
  const differing: string[] = [];
  const statuses: Record<number, number> = {};
  const probes = [...PROBES, ...EVERY_BLOCK].filter((_, index) => isLong || index % 5 === 0);
  await forEach(probes, async (query) => {
    const [beside, without] = await Promise.all([two.ask(query), alone.ask(query)]);
    statuses[beside.status] = (statuses[beside.status] ?? 0) + 1;
    if (beside.status !== without.status || beside.text !== without.text)
      differing.push(JSON.stringify(query));
  });
  expect(differing).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(runs(100, 15));
  expect(statuses[403]).toBeGreaterThan(runs(10, 1));
  expect(await two.state()).toBe(untouched);
});

test.each(INSIGHT_PROBES)('an organization learns nothing from the path %j', async (path) => {
  const body = { relativeInterval: { beginningDate: DAY, endDate: DAY } };
  const [beside, without] = await Promise.all([two.ask(body, path), alone.ask(body, path)]);
  expect(beside).toEqual(without);
  expect(beside.status).toBe(404);
});

test('an organization learns nothing from a name that only the other has, in any place of a query', async () => {
  const differing: string[] = [];
  const cases = FIELDS.flatMap((field) => NAMES.slice(0, 3).map((name) => field.replaced(name)));
  await forEach(sampled(cases), async (query) => {
    const [beside, without] = await Promise.all([two.ask(query), alone.ask(query)]);
    if (beside.status !== without.status || beside.text !== without.text)
      differing.push(JSON.stringify(query));
  });
  expect(differing).toEqual([]);
});

const DAY = { component: 'day', offset: 0, position: 'beginning' };

describe('hostile texts', () => {
  test('the test queries use every block and every key of the language', () => {
    const written = keysOf({ json: EVERY_BLOCK });
    const schemas = [
      aggregationSchema,
      dimensionSchema,
      filterSchema,
      granularitySchema,
      havingSchema,
      metricSchema,
      postAggregationSchema,
      runQuerySchema,
    ];
    const known = keysOf({ schemas });
    expect([...known].filter((key) => !written.has(key))).toEqual([]);
    expect(known.size).toBeGreaterThan(150);
  });

  test('the test queries run without a hostile text', async () => {
    const refused: string[] = [];
    await forEach(EVERY_BLOCK, async (query) => {
      const { status, text } = await two.ask(query);
      if (status !== 200) refused.push(`${JSON.stringify(query)} ${text}`);
    });
    expect(refused).toEqual([]);
  });

  test('each test query is answered or refused with 400 in every place for a string, and changes nothing', async () => {
    const found: string[] = [];
    const texts = hostileTexts(folders[0] ?? '');
    const cases = FIELDS.flatMap((field) => texts.map((text) => ({ ...field, text })));
    await forEach(sampled(cases), async ({ name, replaced, text }) => {
      const problem = wrong(await two.ask(replaced(text)), text);
      if (problem !== null) found.push(`${name}, ${JSON.stringify(text).slice(0, 60)}: ${problem}`);
    });
    expect(found).toEqual([]);
    expect(cases.length).toBeGreaterThan(5000);
    expect(await two.state()).toBe(untouched);
  }, 240_000);

  test('two test queries made of pieces are answered or refused as well', async () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          "'",
          '"',
          ';',
          '--',
          '\\',
          '\0',
          '$1',
          '(',
          ')',
          '%',
          '/*',
          ' UNION SELECT ',
          'events_2',
          '{',
          '[',
          '+',
          '*',
          '\ud800',
          '9',
          '.',
        ),
        { minLength: 1, maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    const place = fc.constantFrom(...FIELDS);
    await fc.assert(
      fc.asyncProperty(place, pieces, fc.nat(), pieces, async (first, one, pick, other) => {
        const inner = stringFields([first.replaced(one)]);
        const query = inner[pick % inner.length]?.replaced(other) ?? null;
        const problem = wrong(await two.ask(query), one);
        if (problem !== null) throw new Error(`${JSON.stringify(query)}: ${problem}`);
      }),
      { numRuns: runs(50, 5) },
    );
    expect(await two.state()).toBe(untouched);
  });

  test('a NUL does not end a string', async () => {
    const count = async (filter: Json) => {
      const { text } = await two.ask({
        queryType: 'timeseries',
        granularity: 'all',
        intervals: ['2026-10-01/2026-10-08'],
        aggregations: [{ type: 'count', name: 'n' }],
        filter,
      });
      return /"n":(\d+)/.exec(text)?.[1];
    };
    expect(await count({ type: 'selector', dimension: 'plan', value: 'pro' })).toBe('6');
    expect(await count({ type: 'selector', dimension: 'plan', value: 'pro\0' })).toBe('0');
    expect(await count({ type: 'in', dimension: 'plan', values: ['pro\0', 'pro\0x'] })).toBe('0');
  });
});

test.each([
  ["SELECT * FROM read_csv('/etc/passwd')", 'Permission'],
  ["SELECT * FROM '/etc/passwd'", ''],
  ["SELECT * FROM read_text('/etc/hostname')", 'Permission'],
  ["SELECT * FROM glob('/etc/*')", 'Permission'],
  ["SELECT * FROM read_parquet('https://example.org/x.parquet')", ''],
  ["COPY (SELECT 1) TO '/tmp/ir-stolen.csv'", 'Permission'],
  ["COPY events_1 FROM '/etc/passwd'", 'Permission'],
  ["EXPORT DATABASE '/tmp/ir-stolen'", ''],
  ["ATTACH '/tmp/ir-x.db' AS x", 'Permission'],
  ['INSTALL httpfs', ''],
  ['LOAD httpfs', ''],
  ["LOAD '/tmp/ir-x.duckdb_extension'", ''],
  ['SET enable_external_access = true', ''],
  ["SET GLOBAL allowed_paths = ['/etc']", 'lock'],
  ['SET lock_configuration = false', 'lock'],
  ["SET temp_directory = '/tmp/ir-x'", 'lock'],
  ["PRAGMA temp_directory = '/tmp/ir-x'", 'lock'],
  ["SET memory_limit = '1KB'", 'lock'],
  ["CREATE SECRET s (TYPE S3, KEY_ID 'x')", ''],
  ["SELECT getenv('HOME')", ''],
])('while it serves, the engine refuses %s', async (sql, says) => {
  const tried = two.service.store.withConnection((connection) => connection.runAndReadAll(sql));
  await expect(tried).rejects.toThrow(says);
  expect(await two.state()).toBe(untouched);
});

describe('an expensive query', () => {
  test.each(BEYOND)(
    'an expensive query is answered or refused if its numbers overflow: %s',
    async (expression) => {
      const query = {
        queryType: 'scan',
        intervals: ['2026-10-01/2026-10-08'],
        virtualColumns: [{ type: 'expression', name: 'x', expression }],
        columns: ['x'],
      };
      expect(wrong(await two.ask(query), expression)).toBeNull();
    },
  );

  // A short run tries every eighth that takes less than a second, and those of the next test.
  const slow = ['a call of as many operands as fit', 'an extraction of open groups'];
  const tried = Object.entries(HEAVY).filter(
    ([name], nth) => isLong || (nth % 8 === 0 && !slow.includes(name)),
  );

  test.each(tried)('an expensive query is answered or refused: %s', async (_name, body) => {
    const sent = body();
    expect(sent.length).toBeLessThanOrEqual(1_048_576);
    expect(wrong(await two.ask(sent), sent)).toBeNull();
  });

  test('an expensive query does not keep /health from being answered', async () => {
    const largest = {
      'selectors in or': 999,
      'post-aggregation fieldAccess, many': 2000,
      'virtual columns of conditions': 100,
    };
    const bodies = Object.entries(largest).map(([name, count]) =>
      QUERY_SHAPES.find((shape) => shape.name === name)?.query(count),
    );
    const heavy = bodies.map((body) => two.ask(JSON.stringify(body)));
    const signal = AbortSignal.timeout(5000);
    expect((await fetch(`${two.service.url}/health`, { signal })).status).toBe(200);
    expect((await Promise.all(heavy)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(process.memoryUsage().rss).toBeLessThan(4e9);
  });

  test('an expensive query does not harm the service', async () => {
    expect(await (await fetch(`${two.service.url}/health`)).json()).toEqual({ status: 'ok' });
    expect(await two.state()).toBe(untouched);
  });
});
