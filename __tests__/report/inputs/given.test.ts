import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { InputError } from '../../../src/text/errors.ts';
import { CONFIG_KEYS } from '../../../src/report/inputs/config/file.ts';
import { type InputName, INPUTS } from '../../../src/report/inputs/declared.ts';
import { parseReports } from '../../../src/report/inputs/parse-reports.ts';
import { readActionInputs } from '../../../src/report/inputs/raw.ts';
import { asWritten, effects, ID, OTHER_ID, TOKEN } from '../../support/inputs/read-inputs.ts';

/** Two values of each key that a config file can hold; the default is one of them if there is one. */
const VALUES: Readonly<Record<string, readonly [string, string]>> = {
  'data-source': ['app', 'site'],
  insights: [ID, OTHER_ID],
  queries: ['first.json', 'second.json'],
  interval: ['last 28 complete days', 'this month'],
  timezone: ['UTC', 'Europe/Berlin'],
  compare: ['previous-period', 'none'],
  history: ['0', '5'],
  top: ['10', '3'],
  title: ['Insight report', 'Weekly'],
  template: ['report', 'compact'],
  'post-to': ['summary', 'issue'],
  'webhook-format': ['json', 'slack'],
  'report-id': ['default', 'weekly'],
  'comment-mode': ['update', 'append'],
  'comment-when': ['always', 'not-green'],
  'pr-number': ['auto', '7'],
  'issue-mode': ['update', 'create'],
  'issue-number': ['7', '8'],
  'issue-title': ['{{title}}', '{{title}} of the week'],
  labels: ['a', 'b'],
  assignees: ['mona', 'hubot'],
  'discussion-category': ['General', 'Ideas'],
  thresholds: ['total() > 1', 'total() > 2'],
  'on-inconclusive': ['fail', 'pass'],
  'on-error': ['fail', 'warn'],
  'on-missing-token': ['auto', 'skip'],
  'min-group-size': ['0', '10'],
  'dry-run': ['false', 'true'],
  timeout: ['210', '20'],
  retries: ['3', '1'],
  deadline: ['600', '60'],
  concurrency: ['6', '2'],
  marks: ['releases', 'none'],
  releases: ['a: { event: crashed }', 'b: { event: crashed }'],
  signals: ['true', 'false'],
  minimums: ['auto', 'false'],
  locale: ['en-US', 'de'],
};

/** Settings without which a key's two values would mean the same. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'on-missing-token': { 'api-token': '' },
};

/** The request or the problems of a step with these inputs, as the runner hands them over. */
async function outcomeOf(inputs: Readonly<Record<string, string>>, file: string | null) {
  const all = {
    'api-token': TOKEN,
    'github-token': 'ghs_x',
    ...inputs,
    ...(file === null ? {} : { config: 'c.yml' }),
  };
  const given = new Map<string, string>(Object.entries(all));
  const [first, second] = ['{"queryType":"topN"}', '{"queryType":"groupBy"}'];
  const files = { 'c.yml': file ?? '', 'first.json': first, 'second.json': second };
  try {
    return asWritten(
      await parseReports(
        readActionInputs((name) => given.get(name) ?? ''),
        effects(files),
      ),
    );
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

test('the cases have every key that a config file can hold, and its default', () => {
  expect(Object.keys(VALUES).sort()).toEqual([...CONFIG_KEYS].sort());
  for (const key of CONFIG_KEYS) {
    if (INPUTS[key].default !== '') expect(VALUES[key]).toContain(INPUTS[key].default);
  }
});

describe('an input that is given wins over the config file', () => {
  const cases = Object.entries(VALUES).flatMap(([key, [one, other]]) => [
    { key, input: one, file: other },
    { key, input: other, file: one },
  ]);

  test.each(cases)(
    'the input $key wins over the config file: $input over $file',
    async ({ key, input, file }) => {
      const own: Readonly<Record<string, string>> = {
        ...(key === 'insights' ? {} : { insights: ID }),
        ...BESIDE[key],
      };
      const wanted = await outcomeOf({ ...own, [key]: input }, null);
      const text = `${key}: '${file}'\n`;
      expect(await outcomeOf({ ...own, [key]: input }, text)).toEqual(wanted);
      expect(await outcomeOf({ ...own, [key]: input }, `reports:\n  default:\n    ${text}`)).toEqual(wanted);
      expect(await outcomeOf({ ...own, [key]: ' \n' }, text)).not.toEqual(wanted);
    },
  );
});

test('action.yml has a default only for what a config file cannot hold; descriptions name the others', () => {
  const action = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8')) as {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  };
  for (const key of CONFIG_KEYS) expect([key, action.inputs[key]?.default]).toEqual([key, undefined]);
  for (const [name, { default: fallback }] of Object.entries(INPUTS)) {
    const declared = action.inputs[name as InputName];
    if (fallback !== '') expect(`${declared?.description} ${declared?.default}`).toContain(fallback);
  }
});
