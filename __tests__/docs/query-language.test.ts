// Runs the queries of docs/reference/query-language.md. To renew its answers:
// UPDATE_GOLDEN=1 npm run jest -- query-language
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableOf } from '../../src/cli/query/rows.ts';
import { formatTable, type PlainTable } from '../../src/cli/query/table.ts';
import type { Query } from '../../src/tql/query.ts';
import { parseResult } from '../../src/tql/result.ts';
import { serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const PATH = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'query-language.md');
const PAGE = readFileSync(PATH, 'utf8');
const SECTIONS = [...PAGE.matchAll(/^## (.+)\n[^#]*?```json\n([^]*?)```\n\n```text\n([^]*?)```/gm)].map(
  ([, title = '', query = '', answer = '']) => ({ title, query: JSON.parse(query) as Query, answer }),
);

interface AppEvent {
  readonly time: string;
  readonly user: string;
  readonly type: string;
  readonly session: string;
  readonly device: string;
  readonly version: string;
  readonly plan: string;
  readonly price: number | null;
}

const [START_MS, DAY_MS, DAYS] = [Date.parse('2026-10-05T00:00:00Z'), 86_400_000, 28];
const FEATURES = ['noteCreated', 'noteShared', 'searchUsed'];
const DEVICES = ['iPhone15,3', 'iPhone14,5', 'iPhone15,3', 'iPad13,1', 'Mac14,2', 'iPhone15,3'];

/** Each user comes on some days; on the way, some see a paywall, buy, or crash. */
const EVENTS = Array.from({ length: 60 * DAYS }, (_, i) => [i % 60, Math.floor(i / 60)] as const).flatMap(
  ([user, day]) => {
    const dice = (user * 7919 + day * 104_729 + user * day * 31) % 97;
    if (dice > 75 - user || day < user % 11) return [];
    const types = [
      'appLaunched',
      FEATURES[(user + day) % 4],
      dice % 9 === 0 ? 'paywallShown' : undefined,
      dice % 27 === 0 && user % 3 > 0 ? 'purchased' : undefined,
      dice === 13 ? 'TelemetryDeck.Error.occurred' : undefined,
    ].filter((type) => type !== undefined);
    return types.map((type, index): AppEvent => ({
      time: new Date(START_MS + day * DAY_MS + (user * 13 + index) * 60_000).toISOString(),
      user: `user${user}`,
      type,
      session: `s${user}-${day}`,
      device: DEVICES[user % DEVICES.length]!,
      version: day < 9 + (user % 7) ? '4.9' : user % 5 === 0 ? '4.9.1' : '4.10',
      plan: user % 2 === 0 ? 'monthly' : 'yearly',
      price: type !== 'purchased' || user % 8 === 5 ? null : user % 2 === 0 ? 4.99 : 39.99 - (day % 3),
    }));
  },
);

const service = await serviceOfFile();
const token = await addOrganization(service, 'app');
await service.importEvents(
  'app',
  EVENTS.map(({ time, user, type, session, device, version, plan, price }) => ({
    timestamp: time,
    appID: 'B1',
    clientUser: user,
    type,
    sessionID: session,
    isTestMode: false,
    ...(price === null ? {} : { floatValue: price }),
    payload: { modelName: device, appVersion: version, plan },
  })),
);

async function answer(query: Query): Promise<PlainTable> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  // A retention has the period that its interval's end is in, as written.
  const end = query.queryType === 'retention' ? '2026-11-01' : '2026-11-02';
  const body = JSON.stringify({ ...query, intervals: [`2026-10-05/${end}`] });
  const response = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
  return tableOf(query, parseResult(await response.json(), query.queryType));
}

test.each(SECTIONS)(
  'docs/reference/query-language.md shows the answer to $title',
  async ({ title, query, answer: shown }) => {
    const table = await answer(query);
    const lines = formatTable(table).split('\n');
    const text = lines.length <= 8 ? lines.join('\n') : `${lines.slice(0, 6).join('\n')}\n…\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') {
      const page = readFileSync(PATH, 'utf8');
      const start = page.indexOf('```text\n', page.indexOf(`\n## ${title}\n`)) + 8;
      writeFileSync(PATH, page.slice(0, start) + text + page.slice(page.indexOf('```', start)));
    } else expect(shown).toBe(text);
  },
);
