import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { INPUTS } from '../../src/report/inputs/declared.ts';
import { parseReports } from '../../src/report/inputs/parse-reports.ts';
import { readActionInputs } from '../../src/report/inputs/raw.ts';
import type { ReportRequest } from '../../src/report/inputs/request.ts';
import { checkTemplate } from '../../src/report/render/template/check.ts';
import { effects } from '../support/inputs/read-inputs.ts';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const FOLDER = new URL('../../examples/', import.meta.url);
const CONFIG = 'insight-report.yml';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yml') && name !== CONFIG);
const config = readFileSync(new URL(CONFIG, FOLDER), 'utf8');

/** The files that a workflow's repository has besides it. */
const FILES = {
  '.github/insight-report.yml': config,
};

/** Replaces an expression, which the runner would evaluate. */
const FILLED: Readonly<Record<string, string>> = {
  '${{ secrets.TELEMETRYDECK_TOKEN }}': 'tdpat_0123456789abcdef',
  '${{ secrets.SLACK_WEBHOOK_URL }}': 'https://hooks.slack.com/services/T0/B0/x',
  '${{ inputs.report }}': 'year',
  '${{ inputs.interval }}': '',
};

function stepOf(workflow: Workflow): Readonly<Record<string, string>> {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const ours = steps.filter(({ uses }) => uses?.startsWith('insight-report/insight-report@') === true);
  expect(ours).toHaveLength(1);
  const given = Object.entries(ours[0]?.with ?? {});
  for (const [, value] of given) expect(['string', 'number']).toContain(typeof value);
  return Object.fromEntries(given.map(([name, value]) => [name, FILLED[String(value)] ?? String(value)]));
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no report');
  return value;
}

test('the config file is what its schema says, and names it for the editor', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../schema/insight-report.schema.json', FOLDER), 'utf8'),
  ) as {
    readonly $id: string;
  };
  expect(config).toContain(`# yaml-language-server: $schema=${schema.$id}\n`);
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect({ isValid: validate(parse(config)), errors: validate.errors }).toEqual({
    isValid: true,
    errors: null,
  });
});

test('the config file gives the reports that the workflows run', async () => {
  const given = { config: '.github/insight-report.yml', 'api-token': 'tdpat_x', 'github-token': 'ghs_x' };
  const reports = await parseReports(given, { ...effects(FILES), checkTemplate });
  expect(
    reports.map(({ reportId, title, insights, posting }) => [
      reportId,
      title,
      insights.length,
      posting.destinations,
    ]),
  ).toEqual([
    ['weekly', 'Weekly usage', 3, ['summary', 'issue']],
    ['release', 'Usage before this release', 3, ['summary', 'pull-request']],
    ['year', 'A year of it', 1, ['summary']],
  ]);
});

test.each(['weekly', 'release', 'year'])(
  'summary-by-hand.yml only writes the job summary of %s',
  async (report) => {
    const workflow = parse(readFileSync(new URL('summary-by-hand.yml', FOLDER), 'utf8')) as Workflow;
    const step = { 'github-token': 'ghs_x', ...stepOf(workflow), report };
    const inputs = readActionInputs((name) => new Map(Object.entries(step)).get(name) ?? '');
    const requests = await parseReports(inputs, { ...effects(FILES), checkTemplate });
    expect(requests.map(({ reportId, posting }) => [reportId, posting.destinations])).toEqual([
      [report, ['summary']],
    ]);
  },
);

test('the examples that the README and the guide to gates name are there', () => {
  const gates = [
    'gate-adoption.yml',
    'gate-crash-free.yml',
    'gate-os-version.yml',
    'gate-release.yml',
    'gate-retire-feature.yml',
  ];
  expect(files).toEqual([
    'check-runs.yml',
    'fork-comment.yml',
    ...gates,
    'release-comment.yml',
    'release-notes.yml',
    'signals-on-pull-requests.yml',
    'summary-by-hand.yml',
    'weekly-metrics.yml',
    'weekly-slack.yml',
  ]);
});

describe.each(files)('%s', (file) => {
  const workflow = parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Workflow;

  async function request(): Promise<ReportRequest> {
    const given = { 'github-token': 'ghs_x', ...stepOf(workflow) };
    const [only, ...others] = await parseReports(given, { ...effects(FILES), checkTemplate });
    expect(others).toEqual([]);
    return required(only);
  }

  test('an example gives inputs that exist, with values that are taken', async () => {
    expect(Object.keys(INPUTS)).toEqual(expect.arrayContaining(Object.keys(stepOf(workflow))));
    const { insights, signals, releases = [] } = await request();
    expect(insights.length + releases.length > 0 || signals !== null).toBe(true);
  });

  test('an example has the permissions that its destinations need, and no others', async () => {
    const { destinations } = (await request()).posting;
    const needed = {
      issue: ['issues'],
      'pull-request': ['pull-requests'],
      summary: [],
      release: ['contents'],
      discussion: ['discussions'],
      check: ['checks'],
      webhook: [],
    };
    const all = destinations.flatMap((destination) => needed[destination]);
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    const isCheckedOut = steps.some(({ uses }) => uses?.startsWith('actions/checkout@') === true);
    const read = isCheckedOut ? { contents: 'read' } : {};
    expect(workflow.permissions).toEqual({
      ...read,
      ...Object.fromEntries(all.map((name) => [name, 'write'])),
    });
  });
});
