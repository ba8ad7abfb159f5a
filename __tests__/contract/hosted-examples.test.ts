// What a user can copy from this repository, run against the strict stand-in of the hosted service.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseReports } from '../../src/report/inputs/parse-reports.ts';
import { silentLog } from '../../src/text/log.ts';
import { runReports } from '../../src/report/run/reports.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import { startHosted } from '../support/hosted/stand-in.ts';
import { APP, hostedWorld, NAMESPACE, TOKEN, TOKEN_OF_TWO } from '../support/hosted/world.ts';
import { effects } from '../support/inputs/read-inputs.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const ROOT = new URL('../../', import.meta.url);
const EXAMPLES = new URL('examples/', ROOT);
const read = (name: string, folder = EXAMPLES) => readFileSync(new URL(name, folder), 'utf8');
const workflows = readdirSync(EXAMPLES).filter(
  (name) => name.endsWith('.yml') && name !== 'insight-report.yml',
);

/** A repository that holds the examples. */
const FILES = { '.github/insight-report.yml': read('insight-report.yml') };

/** A saved insight for each id that an example names, of the form that the service saves today. */
function insights() {
  const texts = [...workflows.map((name) => read(name)), read('insight-report.yml'), read('README.md', ROOT)];
  const ids = new Set(texts.join('\n').match(/\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/g));
  const query: JsonObject = {
    queryType: 'topN',
    granularity: 'all',
    threshold: 10,
    baseFilters: 'thisApp',
    appID: APP,
    dimension: { type: 'default', dimension: 'TelemetryDeck.Device.modelName', outputName: 'model' },
    metric: { type: 'numeric', metric: 'Users' },
    aggregations: [{ type: 'userCount' }],
  };
  return [...ids].map((id) => ({ id, title: `Insight ${id}`, query }));
}

const { organizations } = hostedWorld(NOW_MS);
const [first, ...others] = organizations;
if (first === undefined) throw new Error('no organization');
const groups = [{ id: '22222222-0000-4000-8000-000000000009', title: 'Examples', insights: insights() }];
const apps = first.apps.map((app) => ({ ...app, groups }));
const hosted = await startHosted(hostedWorld(NOW_MS, { organizations: [{ ...first, apps }, ...others] }));

afterAll(() => hosted.close());

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly { readonly uses?: string; readonly with?: Record<string, unknown> }[] }
    >
  >;
}

function inputsOf(name: string) {
  const steps = Object.values((parse(read(name)) as Workflow).jobs).flatMap((job) => job.steps);
  const given = steps.find(({ uses }) => uses?.startsWith('insight-report/') === true)?.with ?? {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      String(value).includes('${{') ? [] : [[key, String(value)]],
    ),
  );
}

describe.each([
  ['of one organization', TOKEN],
  ['of two', TOKEN_OF_TWO],
])('with a token %s, and nothing that the example does not say,', (_, token) => {
  test.each(workflows)('%s reports each of its insights', async (name) => {
    const own = {
      'api-token': token,
      'api-url': hosted.url,
      'github-token': 'ghs_x',
      'post-to': 'none',
      retries: '0',
    };
    const requests = await parseReports({ ...inputsOf(name), ...own }, effects(FILES));
    const client = { environment: {} };
    const reports = await runReports(requests, { nowMs: NOW_MS, log: silentLog, run: null, client });
    const found = reports.flatMap(({ results }) => results.insights);
    expect(found.flatMap((each) => (each.status === 'error' ? [each.error] : []))).toEqual([]);
    expect(found.length > 0 || 'signals' in inputsOf(name) || 'releases' in inputsOf(name)).toBe(true);
  });
});

test.each(
  [...read('docs/reference/query-language.md', ROOT).matchAll(/^## (.+)\n[^#]*?```json\n([^]*?)```/gm)].map(
    (match) => [match[1], match[2]],
  ),
)('the query on %s in the guide to the language is one that the service takes', async (_, text = '') => {
  const query = { ...(JSON.parse(text) as JsonObject), dataSource: NAMESPACE };
  const dated =
    'intervals' in query || 'relativeIntervals' in query
      ? query
      : { ...query, intervals: ['2026-11-01/2026-11-20'] };
  const answer = await fetch(`${hosted.url}/api/v4/query/tql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(dated),
  });
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
});
