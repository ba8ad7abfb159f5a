// An event is the same whichever way it came: one table for posts, NDJSON, CSV and Parquet.
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPost } from '../../../src/service/ingest/read-post.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { isLong } from '../../support/properties.ts';
import { importSources } from '../../support/service/import.ts';
import { rowsOf } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const NOW = Date.UTC(2026, 10, 1);
const EIGHT = Date.UTC(2026, 9, 1, 8);
const BASE = { timestamp: '2026-10-01T08:00:00Z', appID: 'A', type: 't' };

type Fields = Readonly<Record<string, string | number | boolean>>;

/** The fields that an event has, beside the usual ones, and what is stored: columns, or why it is refused. */
const CASES: readonly (readonly [fields: Fields, stored: Readonly<Record<string, unknown>> | string])[] = [
  ...[
    '2026-10-01 08:00:00+00:00',
    '2026-10-01 08:00:00Z',
    '2026-10-01 10:00:00.000+02',
    '2026-10-01T10:00:00+0200',
    '2026-10-01T08:00:00.000999999Z',
    '1790841600',
    '1790841600.0004',
    '1.7908416e+12',
    '1790841600000',
  ].map((timestamp) => [{ timestamp }, { __time: EIGHT }] as const),
  [{ timestamp: 1790841600000 }, { __time: EIGHT }],
  [{ timestamp: '2026-10-01T08:00:00' }, 'timestamp has no zone'],
  [{ timestamp: '2026-02-30T08:00:00Z' }, 'timestamp is not a date-time'],
  [{ timestamp: 'yesterday' }, 'timestamp is not a date-time'],
  [{ timestamp: '1999-12-31T23:59:59Z' }, 'timestamp is before the year 2000'],
  [{ timestamp: '2999-01-01T00:00:00Z' }, 'timestamp is more than a day in the future'],
  [{ clientUser: '007' }, { clientUser: '007' }],
  [{ sessionID: 1790841600000 }, { sessionID: '1790841600000' }],
  [{ appID: 'b97579b6-ffb8-4ac5-aaa7-da5796cc5dce' }, { appID: 'B97579B6-FFB8-4AC5-AAA7-DA5796CC5DCE' }],
  [{ appID: '🙂'.repeat(100) }, { appID: '🙂'.repeat(100) }],
  [{ appID: '🙂'.repeat(101) }, 'appID is longer than 100 characters'],
  [{ eventID: 'x'.repeat(101) }, 'eventID is longer than 100 characters'],
  [{ isTestMode: 'TRUE' }, { isTestMode: 'true' }],
  [{ isTestMode: 1 }, { isTestMode: 'true' }],
  [{ isTestMode: 'maybe' }, 'isTestMode is neither true nor false'],
  [{ floatValue: '1.5' }, { floatValue: 1.5 }],
  [{ floatValue: 'much' }, 'floatValue is not a number'],
  [
    { payload: '{"plan":"pro","n":1.5,"yes":true,"deep":{"a":[1]}}' },
    { plan: 'pro', n: '1.5', yes: 'true', deep: '{"a":[1]}' },
  ],
  [{ payload: '["plan:pro","url:https://a"]' }, { plan: 'pro', url: 'https://a' }],
  [{ payload: '["plan:pro",1]' }, 'payload is not an object'],
  [{ payload: '[{"plan":"pro"}]' }, 'payload is not an object'],
  [{ payload: '{"RevenueCat.event.price":"4.5"}' }, { 'RevenueCat.event.price': 4.5 }],
  [{ payload: '{"RevenueCat.event.price":"much"}' }, 'RevenueCat.event.price is a numeric key'],
  [{ payload: '{"":1}' }, 'payload has an empty key'],
  [{ payload: `{"${'🙂'.repeat(200)}":1}` }, { ['🙂'.repeat(200)]: '1' }],
  [{ payload: `{"${'🙂'.repeat(201)}":1}` }, 'payload has a key longer than 200 characters'],
];

const quote = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

const writer = await DuckDBInstance.create(':memory:');

/** Writes an event to a file of each format. */
const WRITERS: Readonly<Record<string, (path: string, event: Fields) => Promise<unknown>>> = {
  ndjson: (path, event) => writeFile(path, JSON.stringify(event)),
  csv: (path, event) =>
    writeFile(
      path,
      [Object.keys(event), Object.values(event).map(quote)].map((row) => row.join(',')).join('\n'),
    ),
  parquet: async (path, event) => {
    const connection = await writer.connect();
    const columns = Object.entries(event).map(([key, value]) => `${literal(value)} AS "${key}"`);
    await connection.run(`COPY (SELECT ${columns.join(', ')}) TO '${path}' (FORMAT parquet)`);
  },
};

/** An organization for each case: to open a store for each takes longer than all the rest. */
const store = await openStore(':memory:', { create: true });
afterAll(() => {
  store.close();
});

async function stored(namespace: string, keys: readonly string[]) {
  const { id } = await store.organizations.get(namespace);
  const { columns } = await store.events.table(id);
  const selected = keys.map((key) => `"${columns.get(key)?.column ?? ''}" AS "${key}"`).join(', ');
  return rowsOf(store, `SELECT ${selected} FROM events_${id}`);
}

describe.each(Object.keys(WRITERS))('an event in %s', (format) => {
  // Each format takes a third in the short run, and what is posted takes all.
  const nth = Object.keys(WRITERS).indexOf(format);
  const cases = CASES.map((each, index) => [index, ...each] as const);
  test.each(cases.filter(([index]) => isLong || index % 3 === nth))(
    'an event %i with %j is stored as %j, or refused',
    async (index, fields, expected) => {
      const namespace = `${format}-${index}`;
      await store.organizations.create(namespace, 'paid');
      const path = join(folder, `${index}.${format}`);
      await WRITERS[format]?.(path, { ...BASE, ...fields });
      const { refused } = await importSources(store, [{ name: path, bytes: null }], { namespace });
      if (typeof expected === 'string')
        expect(refused).toMatchObject([{ reason: expect.stringContaining(expected) }]);
      else expect([refused, await stored(namespace, Object.keys(expected))]).toEqual([[], [expected]]);
    },
  );
});

test.each(CASES)('a posted event with %j is stored as %j, or refused', (fields, expected) => {
  const { events, refused, fault } = readPost([{ ...BASE, ...fields }], NOW);
  const [event] = events;
  if (typeof expected === 'string') {
    expect(refused[0]?.reason ?? fault?.detail).toContain(expected);
    return;
  }
  const flat = { ...event, __time: event?.timeMs, ...Object.fromEntries(event?.payload ?? []) };
  expect(flat).toMatchObject(expected);
});
