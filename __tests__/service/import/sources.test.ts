// Samples in the form that each tool's documentation gives (its page: src/service/import/mappings.json),
// imported and asked; the engine answers the same questions on the raw file.
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mappingOf } from '../../../src/service/import/mapping.ts';
import { isLong } from '../../support/properties.ts';
import { csv, EVENTS, ndjson, SAMPLES, secondOf } from '../../support/service/export-samples.ts';
import { importSources } from '../../support/service/import.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();

test.each(Object.entries(SAMPLES))(
  'an export of %s answers as the engine does on the raw file',
  (tool, { file, text, questions }) =>
    withMemory(async (store) => {
      const path = join(folder, file);
      await writeFile(path, text);
      await store.organizations.create('a', 'paid');
      const { taken, files } = await importSources(store, [{ name: path, bytes: null }], {
        mapping: mappingOf(tool),
      });
      expect([taken, files[0]?.refused]).toEqual([true, []]);
      const raw = await (await DuckDBInstance.create(':memory:')).connect();
      const source = file.endsWith('.csv') ? `read_csv('${path}', all_varchar = true)` : `'${path}'`;
      await raw.run(`CREATE VIEW r AS SELECT * FROM ${source}`);
      const [span] = await rowsOf(store, 'SELECT count(*) AS n, max(__time) AS t FROM events_1');
      expect(span).toEqual({ n: EVENTS, t: secondOf(EVENTS - 1) * 1000 });
      for (const [name, ours, theirs] of questions) {
        const found = await rowsOf(store, `WITH e AS (FROM events_1) SELECT ${ours}`);
        const expected = (await raw.runAndReadAll(`SELECT ${theirs}`)).getRowsJS();
        const plain = expected.map((row) =>
          row.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
        );
        expect([name, found.map((row) => Object.values(row))]).toEqual([name, plain]);
      }
    }),
);

const AT = Date.UTC(2026, 10, 28, 12, 0, 0, 123);
const CLOCK = '2026-11-28 12:00:00.123';

type Row = Readonly<Record<string, unknown>>;

/** A row of a tool's export, and what is stored: columns, or why it is refused. */
const CASES: readonly (readonly [tool: string, row: Row, stored: Row | string])[] = [
  [
    'aptabase',
    { timestamp: CLOCK, event_name: 'e', string_props: '', numeric_props: '{"n":3.0}', is_debug: 'true' },
    { __time: AT, appID: 'aptabase', isTestMode: 'true', n: '3' },
  ],
  ['aptabase', { timestamp: CLOCK, event_name: 'e', string_props: 'plan' }, 'string_props is not an object'],
  [
    'posthog',
    {
      timestamp: `${CLOCK}000+00:00`,
      event: '$pageview',
      distinct_id: 'd',
      properties: '{"$os":"Mac OS X","a":{"b":1}}',
    },
    {
      __time: AT,
      type: 'pageview',
      clientUser: 'd',
      'TelemetryDeck.Device.operatingSystem': 'macOS',
      a: '{"b":1}',
    },
  ],
  [
    'mixpanel',
    { event: 'e', properties: { time: AT, $device_id: 7, list: [1], none: null } },
    { __time: AT, clientUser: '7', list: '[1]' },
  ],
  [
    'mixpanel',
    { event: 'e', properties: { time: 'soon' } },
    'timestamp is not a date-time with a zone, as 2026-10-05T08:12:33Z: "soon"',
  ],
  [
    'amplitude',
    {
      event_type: 'e',
      event_time: `${CLOCK}456`,
      device_id: 'd',
      session_id: 9,
      event_properties: {},
      user_properties: { plan: 'a' },
    },
    { __time: AT, clientUser: 'd', sessionID: 'd-9', 'user.plan': 'a' },
  ],
  [
    'ga4',
    {
      event_timestamp: AT * 1000,
      event_name: 'e',
      user_pseudo_id: 'u',
      device: {
        operating_system: 'IOS',
        operating_system_version: '17.4.1',
        web_info: { browser: 'Safari' },
      },
      event_params: [
        { key: 'ga_session_id', value: { int_value: '5', string_value: null } },
        { key: 'value', value: { double_value: 2.5 } },
      ],
      user_properties: [{ key: 'plan', value: { string_value: 'pro', set_timestamp_micros: '1' } }],
    },
    {
      __time: AT,
      sessionID: 'u-5',
      floatValue: 2.5,
      'user.plan': 'pro',
      browser: 'Safari',
      'TelemetryDeck.Device.systemVersion': 'iOS 17.4.1',
      'TelemetryDeck.Device.systemMajorMinorVersion': 'iOS 17.4',
    },
  ],
  [
    'umami',
    { created_at: CLOCK, website_id: 'w', session_id: 's', event_name: '', visit_id: 'v' },
    { __time: AT, type: 'pageview', clientUser: 's', sessionID: 'v' },
  ],
];

/** What an export is stored as, or why it is refused. */
async function storedOf(tool: string, file: string, stored: Row | string): Promise<unknown> {
  let found: unknown;
  await withMemory(async (store) => {
    await store.organizations.create('a', 'paid');
    const { refused } = await importSources(store, [{ name: file, bytes: null }], {
      mapping: mappingOf(tool),
    });
    const { columns } = await store.events.table(1);
    const selected = Object.keys(stored).map((key) => `"${columns.get(key)?.column ?? ''}" AS "${key}"`);
    const isRefused = typeof stored === 'string' || refused.length > 0;
    found = isRefused
      ? refused[0]?.reason
      : (await rowsOf(store, `SELECT ${selected.join(', ')} FROM events_1`))[0];
  });
  return found;
}

test.each(CASES.map((each, index) => [index, ...each] as const))(
  'a row %i of %s, %j, is stored as %j, also from Parquet, or refused',
  async (index, tool, row, stored) => {
    const isCsv = SAMPLES[tool]?.file.endsWith('.csv') === true;
    const path = join(folder, `case-${index}.${isCsv ? 'csv' : 'jsonl'}`);
    await writeFile(path, isCsv ? csv([row]) : ndjson([row]));
    expect(await storedOf(tool, path, stored)).toEqual(stored);
    // The short run has every other one from Parquet.
    if (isCsv || (!isLong && index % 2 === 1)) return;
    const parquet = join(folder, `case-${index}.parquet`);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`COPY (FROM read_json('${path}')) TO '${parquet}' (FORMAT parquet)`);
    expect(await storedOf(tool, parquet, stored)).toEqual(stored);
  },
);
