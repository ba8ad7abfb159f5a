import { checkTemplate } from '../../../src/report/render/template/check.ts';
import { parseReports } from '../../../src/report/inputs/parse-reports.ts';
import type { RawInputs } from '../../../src/report/inputs/raw.ts';
import { effects, ID, LEAST, OTHER_ID, problemsOf } from '../../support/inputs/read-inputs.ts';

/** What someone wrote, and the whole message that answers it. */
type Mistake = readonly [written: RawInputs, message: string];

const PERIODS =
  'expected a time range such as "last 28 complete days", "last 7 days", "this month" or "2026-10-01/2026-11-01"';
const OS = { insights: `os: ${ID}` };

const interval = (written: string, message: string): Mistake => [
  { interval: written },
  `interval: got "${written}", which is not an interval${message}`,
];

const gate = (written: string, message: string): Mistake => [
  { ...OS, thresholds: `os: ${written}` },
  `thresholds, os: got "${written}", ${message}`,
];

const INTERVALS: readonly Mistake[] = [
  interval('last 30 dyas', '. Did you mean last 30 days?'),
  interval('past month', '. Did you mean last month?'),
  interval('yesterda', '. Did you mean yesterday?'),
  interval('last fortnight', `; ${PERIODS}.`),
  interval('days', `; ${PERIODS}.`),
  interval('2026-10-01 to 2026-10-31', `; ${PERIODS}.`),
  interval('next week', `; ${PERIODS}.`),
  interval('whenever', `; ${PERIODS}.`),
  [
    { interval: '{beginningDate: {component: day, offset: -7, position: beginning}' },
    'interval: this YAML cannot be used: there is no "}" at line 1, column 66; expected valid YAML, in which a text with " #", ": " or a first "!" is in quotes.',
  ],
];

const ENTRIES: readonly Mistake[] = [
  [
    { ...OS, releases: 'stability: { title: Crashes }', thresholds: '- stability: worse() < 20%' },
    "releases, stability: has no event; expected what is bad: an event's type such as TelemetryDeck.Error.occurred, or a filter object.",
  ],
  [
    { insights: `[${ID}` },
    'insights: this YAML cannot be used: there is no "]" at line 1, column 38; expected valid YAML, in which a text with " #", ": " or a first "!" is in quotes.',
  ],
  [
    { insights: `a: ${OTHER_ID}\nos: {id: ${ID}, title: "What's new}` },
    'insights: this YAML cannot be used: Missing closing "quote at line 2, column 67; expected valid YAML, in which a text with " #", ": " or a first "!" is in quotes.',
  ],
  [
    { insights: ID.slice(0, -1) },
    `insights: got "${ID.slice(0, -1)}", which is not an id; expected an insight's id such as ${ID}, its title, or the address of its page in the dashboard.`,
  ],
  [
    { insights: ID.slice(0, -1), 'api-url': 'http://127.0.0.1:8788' },
    `insights: got "${ID.slice(0, -1)}", which is not an id; expected an insight's id such as ${ID}, or its title (insight-report insight list shows those of your own service).`,
  ],
  [
    { marks: '2026-02-30: price change' },
    'marks, 2026-02-30: is not a date; expected releases, none, or a map from dates to texts, such as 2026-11-20: price change.',
  ],
  [
    { 'post-to': 'pr' },
    'post-to: got "pr"; expected any of summary, pull-request, issue, release, discussion, check, webhook (commas or newlines between them), or none. Did you mean pull-request?',
  ],
  [
    { 'post-to': 'comment' },
    'post-to: got "comment"; expected any of summary, pull-request, issue, release, discussion, check, webhook (commas or newlines between them), or none. Did you mean pull-request?',
  ],
];

/** Messages of templates come from the checker, which names the file; the problem has named it already. */
test.each([
  [
    'template',
    'own.hbs',
    'template: got "own.hbs", line 3: cannot be parsed near a{{#if run}}b (a block is not closed); expected a template as described in docs/how-to/your-own-template.md.',
  ],
  [
    'issue-title',
    '{{#if}',
    'issue-title: got "{{#if}", line 1: cannot be parsed near {{#if} (a {{ is not closed, or holds an invalid character); expected a Handlebars template.',
  ],
])('a mistake in %s says the name once', async (input, written, message) => {
  const checked = effects({ 'own.hbs': 'a\n{{#if run}}\nb' }, { checkTemplate });
  expect(await problemsOf({ [input]: written }, checked)).toEqual([message]);
});

test('only a mistake of a step suggests that the repository was not checked out', async () => {
  const given = { insights: '', queries: 'nope.json' };
  const missing = 'queries, entry 1: got "nope.json", there is no such file';
  const expected = '; expected the path of a JSON file that contains a query.';
  expect(await problemsOf(given, effects())).toEqual([
    `${missing} (was the repository checked out before this step?)${expected}`,
  ]);
  expect(await problemsOf(given, effects({}, { isStep: false }))).toEqual([`${missing}${expected}`]);
});

const ASSERTIONS: readonly Mistake[] = [
  gate(
    'share(iOS 15) < 2%',
    'at character 7 (iOS 15) < 2%): iOS 15 has to be in quotes ("…"). Did you mean share("iOS 15")?',
  ),
  gate('totl() > 1', 'at character 1 (totl() > 1): there is no function totl. Did you mean total?'),
  gate('total() = 1', 'at character 9 (= 1): "=" is not allowed here. Did you mean ==?'),
  gate('total() =< 1', 'at character 9 (=< 1): "=<" is not allowed here. Did you mean <=?'),
  gate('total() => 1', 'at character 9 (=> 1): "=>" is not allowed here. Did you mean >=?'),
  gate(
    'total() > 1,000',
    'at character 12 (,000): "," is not allowed here; an assertion reads like share("iOS 15") < 2%.',
  ),
  gate('total() >', 'at its end: it ends too early; an assertion reads like share("iOS 15") < 2%.'),
  gate(
    'share("iOS 15") < 5',
    'at character 19 (5): a share is a number from 0 to 1 (0% to 100%), and 5 has no %. Did you mean 5%?',
  ),
  gate(
    'total()',
    'at character 1 (total()): it gives a number, not true or false; compare it with a limit, as in total() >= 1000.',
  ),
  gate(
    'total() > 1 and share("a") < 2%',
    'at character 13 (and share("a") …): "and" is not allowed here. Did you mean &&?',
  ),
  [
    { ...OS, releases: 'stab: { event: crashed }', thresholds: '- stab: worse() < 20' },
    'thresholds, entry 1: got "worse() < 20", at character 1 (worse() < 20): 20 is 2000 %. Did you mean 20%?',
  ],
  [
    { ...OS, thresholds: '- "oss: total() > 1"' },
    'thresholds, entry 1: got "oss", which is not the name of an insight; expected one of os. Did you mean os?',
  ],
];

/** Nothing is said about a threshold that may be about the entry with the mistake. */
const NAMED_MISTAKES: readonly Mistake[] = [
  [
    { ...OS, releases: 'crashes: {}', thresholds: '- crashes: worse() < 20%' },
    "releases, crashes: has no event; expected what is bad: an event's type such as TelemetryDeck.Error.occurred, or a filter object.",
  ],
  [
    { ...OS, queries: 'ages: [ages.json]', thresholds: '- ages: total() > 1' },
    'queries, ages: is a list; expected the path of a JSON file that contains a query.',
  ],
];

/** A query file's text, and the messages. */
const FILES: readonly (readonly [text: string, message: string | null])[] = [
  ['{"queryType":"timeseries","filtr":{}}', 'the query has the unknown key "filtr". Did you mean filter?'],
  [
    '{"queryType":"topN","aggregatons":[]}',
    'the query has the unknown key "aggregatons". Did you mean aggregations?',
  ],
  [
    '{"queryType":"topN","sampleFactor":10,"chartConfiguration":{},"stepNames":[],"valueFormatter":{},"restrictions":[],"title":"a","name":"b","id":"c","version":1}',
    null,
  ],
  ['{"queryType":"topN","filter":{},"filters":[]}', null],
  [
    '{"queryType":"topN",}',
    'the file is not JSON in line 1, column 21; expected the path of a JSON file that contains a query.',
  ],
  ['{"name":"Crashes","query":{"queryType":"topN"}}', null],
  [
    '{"name":"Crashes","query":{"queryType":"topN","aggregatons":[]}}',
    'the query has the unknown key "aggregatons". Did you mean aggregations?',
  ],
];

test.each(FILES)('the query file %s is answered with what to write', async (text, message) => {
  const found = await problemsOf(
    { insights: '', queries: 'crashes.json' },
    effects({ 'crashes.json': text }),
  );
  expect(found).toEqual(message === null ? [] : [`queries, entry 1: got "crashes.json", ${message}`]);
});

test.each([...INTERVALS, ...ENTRIES, ...ASSERTIONS, ...NAMED_MISTAKES])(
  '%j is answered with what to write',
  async (written, message) => {
    expect(await problemsOf({ 'github-token': 'ghs_x', ...written })).toEqual([message]);
  },
);

const PAGE = 'https://dashboard.telemetrydeck.com';
const ADDRESSES = [
  `${PAGE}/apps/${OTHER_ID}/insights/${ID}`,
  `${PAGE}/insights/${ID}/editor?app=${OTHER_ID}`,
  `${PAGE}/dashboards/${OTHER_ID}/${ID}`,
  `dashboard.telemetrydeck.com/insights/${ID}#${OTHER_ID}`,
];

test.each([
  ...ADDRESSES,
  ...ADDRESSES.map((address) => `[${JSON.stringify(address)}]`),
  ...ADDRESSES.map((address) => `- id: ${address}`),
])('the insight is found in the address of its page: %s', async (insights) => {
  const [request] = await parseReports({ ...LEAST, insights }, effects());
  expect(request?.insights).toMatchObject([{ name: ID, source: { kind: 'insight', id: ID } }]);
});

test.each(['- "os: total() > 1"', '["os: total() > 1"]', "- 'os:  total() > 1'"])(
  'a name and an assertion in one pair of quotes are read: %s',
  async (thresholds) => {
    const [request] = await parseReports({ ...LEAST, ...OS, thresholds }, effects());
    expect(request?.thresholds).toMatchObject([{ insight: 'os', assert: { source: 'total() > 1' } }]);
  },
);
