import type { InputName } from '../../../src/report/inputs/declared.ts';
import type { ReportRequest } from '../../../src/report/inputs/request.ts';
import { problemsOf, read } from '../../support/inputs/read-inputs.ts';

/** An input, its value, and what the message must say besides the input's name and the value. */
type Wrong = readonly [InputName, string, ...string[]];

const wholeNumbers = (name: InputName, min: number, max: number): readonly Wrong[] => [
  ...['ten', '1.5', '٣', '99999999999999999999'].map((text): Wrong => [
    name,
    text,
    `a whole number from ${min} to ${max}`,
  ]),
  [name, String(min - 1), `from ${min} to`],
  [name, String(max + 1), `to ${max}`],
];

const booleans = (name: InputName): readonly Wrong[] =>
  ['yes', '1', 'tRUE'].map((text): Wrong => [name, text, 'true or false']);

const choice = (name: InputName, ...choices: string[]): readonly Wrong[] => [
  [name, 'nonsense-word', `one of ${choices.join(', ')}`],
  ...choices.flatMap((word): Wrong[] => [
    [name, word.toUpperCase(), `Did you mean ${word}?`],
    [name, `${word}x`, `Did you mean ${word}?`],
    [name, `${word},${word}`, `one of ${choices.join(', ')}`],
  ]),
];

const WRONG: readonly Wrong[] = [
  ...wholeNumbers('top', 1, 1000),
  ...wholeNumbers('history', 0, 60),
  ...wholeNumbers('min-group-size', 0, 1_000_000),
  ...wholeNumbers('timeout', 1, 3600),
  ...wholeNumbers('retries', 0, 10),
  ...wholeNumbers('deadline', 1, 21_600),
  ...wholeNumbers('concurrency', 1, 50),
  ...wholeNumbers('issue-number', 1, 2_147_483_647),
  ...['0', 'Auto', '#5', '2147483648'].map((text): Wrong => ['pr-number', text, 'auto, or a pull']),
  ...booleans('dry-run'),
  ...booleans('allow-http'),
  ...choice('compare', 'previous-period', 'previous-year', 'none'),
  ...choice('comment-mode', 'update', 'recreate', 'append'),
  ...choice('issue-mode', 'update', 'create', 'comment'),
  ...choice('on-error', 'fail', 'warn'),
  ...choice('on-missing-token', 'auto', 'fail', 'skip'),
  ['timezone', 'Mars/Phobos', 'an IANA time zone such as UTC'],
  ['timezone', 'Europe/Berln', 'Did you mean Europe/Berlin?'],
  ['timezone', '+02:00', 'an IANA time zone'],
  ['locale', 'de_DE', 'Did you mean de-DE?'],
  ['locale', 'english', 'a language tag such as en-US'],
  ['title', 'a\nb', 'has several lines', 'one line of at most 200 characters'],
  ['title', 'bell\u0007', 'control characters'],
  ['title', 'x'.repeat(201), 'has 201 characters'],
  ['data-source', 'a\tb', 'control characters', 'one line'],
  ['data-source', 'x'.repeat(201), 'at most 200'],
  ['report-id', 'a--b', 'single dashes'],
  ['report-id', '-->', 'letters, digits'],
  ['report-id', 'x'.repeat(65), 'at most 64'],
  ['post-to', 'sumary', 'Did you mean summary?', 'any of summary, pull-request, issue'],
  ['post-to', 'wiki', 'or none'],
  ['discussion-category', 'General\nIdeas', 'several lines'],
  ['post-to', 'summary pull-request', 'commas or newlines'],
  ['post-to', 'none, summary', 'none cannot be combined'],
  ['post-to', ',', 'is empty'],
  ['labels', `metrics, ${'x'.repeat(51)}`, 'at most 50 characters'],
  ['labels', 'a\u0000b', 'labels of'],
  ['assignees', '@octocat', 'without @'],
  ['assignees', 'not a login', 'login names'],
  ['issue-title', 'one\ntwo', 'has several lines'],
  ['issue-title', '{{{{', 'issue-title does not parse: line 1'],
  ['issue-title', '{{title}} {{> when}}', 'which calls a partial'],
  ['issue-title', 'x'.repeat(1001), 'at most 1000'],
  ['api-url', 'api.telemetrydeckapi.com', 'does not begin with https://'],
  ['api-url', '127.0.0.1:8788/', 'does not begin with https:// (or http://, for a service on this machine)'],
  ['api-url', 'https://exa mple.com', 'not a web address'],
  ['api-url', 'https://example.com/#x', 'fragment'],
  ['api-url', 'http://example.com', 'over plain http', 'allow-http: true'],
  ['api-url', 'http://127.0.0.1.example.com', 'over plain http'],
];

const HIDES_ITS_VALUE = /^(?:x{51,}|https?:.*#|metrics)/;

describe('a wrong input', () => {
  test.each(WRONG.map((row) => [row[0], JSON.stringify(row[1]).slice(0, 40), row] as const))(
    'a wrong input is a problem: %s: %s',
    async (name, _shown, [, given, ...says]) => {
      const problems = await problemsOf({ [name]: given });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name}: `));
      for (const words of says) expect(problems[0]).toContain(words);
      expect(problems[0]).toContain('expected');
      // oxlint-disable-next-line no-control-regex
      const part = given.split(/[\n\u0000\t\u0007,]/)[0] ?? '';
      if (!HIDES_ITS_VALUE.test(given)) expect(problems[0]).toContain(part);
      expect(problems[0]).not.toMatch(/\p{Cc}/u);
    },
  );
});

const RIGHT: readonly (readonly [InputName, string, (request: ReportRequest) => unknown, unknown])[] = [
  ['compare', '', (r) => r.insights[0]?.compare, 'previous-period'],
  ['history', '', (r) => r.insights[0]?.history, 0],
  ['min-group-size', '', (r) => r.minGroupSize, 0],
  ['top', '', (r) => r.insights[0]?.top, 10],
  ['top', '1000', (r) => r.insights[0]?.top, 1000],
  ['timeout', '', (r) => r.service.timeoutMs, 210_000],
  ['retries', '', (r) => r.service.retries, 3],
  ['deadline', '', (r) => r.service.deadlineMs, 600_000],
  ['concurrency', '', (r) => r.service.concurrency, 6],
  ['issue-number', '', (r) => r.posting.issueNumber, null],
  ['pr-number', '', (r) => r.posting.prNumber, 'auto'],
  ...['true', 'True', 'TRUE'].map((text) => ['dry-run', text, (r: ReportRequest) => r.dryRun, true] as const),
  ...['false', 'False', 'FALSE', ''].map(
    (text) => ['dry-run', text, (r: ReportRequest) => r.dryRun, false] as const,
  ),
  ['comment-mode', '', (r) => r.posting.commentMode, 'update'],
  ['on-error', '', (r) => r.onError, 'fail'],
  ['timezone', '', (r) => r.timezone, null],
  ['timezone', 'europe/berlin', (r) => r.timezone, 'Europe/Berlin'],
  ['timezone', 'Asia/Kolkata', (r) => r.timezone?.startsWith('Asia/'), true],
  ['locale', '', (r) => r.locale, 'en-US'],
  ['locale', 'de-de', (r) => r.locale, 'de-DE'],
  ['title', '', (r) => r.title, 'Insight report'],
  ['title', '  Zahlen 📊 der Woche ', (r) => r.title, 'Zahlen 📊 der Woche'],
  ['data-source', '', (r) => r.service.dataSource, null],
  ['report-id', '', (r) => r.reportId, 'default'],
  ['report-id', 'weekly-2.0_b', (r) => r.reportId, 'weekly-2.0_b'],
  ['post-to', '', (r) => r.posting.destinations, ['summary']],
  ['post-to', 'none', (r) => r.posting.destinations, []],
  ['post-to', 'summary,issue', (r) => r.posting.destinations, ['summary', 'issue']],
  ['post-to', '- issue\n- pull-request\n', (r) => r.posting.destinations, ['issue', 'pull-request']],
  ['post-to', 'issue\r\nissue,', (r) => r.posting.destinations, ['issue']],
  ['labels', 'usage, good first issue\nusage', (r) => r.posting.labels, ['usage', 'good first issue']],
  ['labels', '', (r) => r.posting.labels, []],
  [
    'assignees',
    'octocat, renovate[bot]\nmona_corp',
    (r) => r.posting.assignees,
    ['octocat', 'renovate[bot]', 'mona_corp'],
  ],
  ['issue-title', '', (r) => r.posting.issueTitle, '{{title}}'],
  ['issue-title', 'Usage {{period}}', (r) => r.posting.issueTitle, 'Usage {{period}}'],
  ['api-url', '', (r) => r.service.url, 'https://api.telemetrydeckapi.com'],
  ['api-url', 'https://proxy.example.com/deck//', (r) => r.service.url, 'https://proxy.example.com/deck'],
  ['api-url', 'http://127.0.0.1:8788', (r) => r.service.url, 'http://127.0.0.1:8788'],
  ['api-url', 'http://[::1]:80/', (r) => r.service.url, 'http://[::1]'],
  ['api-url', 'HTTP://LocalHost:1', (r) => r.service.url, 'http://localhost:1'],
];

test.each(RIGHT)('the input %s takes %j', async (name, given, of, wanted) => {
  expect(of(await read({ 'github-token': 'ghs_1', [name]: given }))).toEqual(wanted);
});

test('plain http to another host is accepted if allowed', async () => {
  const request = await read({ 'api-url': 'http://deck.internal:8080', 'allow-http': 'true' });
  expect(request.service.url).toBe('http://deck.internal:8080');
});

test.each([
  ['https://mona:hunter22@example.com', 'user name or password'],
  ['mona:hunter22@example.com', 'not a web address'],
  ['https://example.com/?key=hunter22', 'a query'],
  ['https://example.com/?', 'a query'],
])('the message about %s does not show the secrets in it', async (given, why) => {
  const [problem] = await problemsOf({ 'api-url': given });
  expect(problem).toContain(why);
  expect(problem).not.toContain('hunter22');
});

test('too many labels or assignees are a problem', async () => {
  const many = (count: number): string => Array.from({ length: count }, (_, index) => `n${index}`).join(',');
  expect(await problemsOf({ labels: many(101), assignees: many(11) })).toEqual([
    'labels: 101 labels; expected at most 100.',
    'assignees: 11 assignees; expected at most 10.',
  ]);
});

test('a message shows what was given on one line, cut, with invisible characters made visible', async () => {
  const [problem] = await problemsOf({ top: `a\r\n::error::b\u202E\u0000${'c'.repeat(500)}` });
  expect(problem).toContain('got "a␍␊::error::b⟨U+202E⟩␀ccc');
  expect(problem?.length).toBeLessThan(160);
  expect(problem).toContain('…"');
});

test('all wrong inputs are reported together', async () => {
  const problems = await problemsOf({
    insights: '3F0C9C36-7B5B-4A7C-9E43-5B1F',
    queries: 'a: missing.json',
    interval: 'sometimes',
    timezone: 'Nowhere',
    top: '0',
    template: 'nope',
    'post-to': 'fax',
    'report-id': '!',
    'comment-mode': 'x',
    'pr-number': 'x',
    'issue-mode': 'x',
    'issue-number': 'x',
    'issue-title': '{{{{',
    labels: 'x'.repeat(60),
    assignees: '@x',
    'on-error': 'x',
    'on-missing-token': 'x',
    'dry-run': 'x',
    timeout: 'x',
    retries: 'x',
    deadline: 'x',
    concurrency: 'x',
    locale: '!',
    'allow-http': 'x',
    'api-token': 'a b',
    'api-url': 'x',
    'github-token': 'a\u0001b',
    title: 'a\nb',
    'data-source': 'a\nb',
  });
  expect(new Set(problems.map((problem) => problem.split(/[:,]/)[0])).size).toBe(29);
});
