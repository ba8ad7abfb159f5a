import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { INPUTS } from '../../src/inputs/declared.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import type { ReportRequest } from '../../src/inputs/request.ts';
import { checkTemplate } from '../../src/render/check.ts';
import { effects } from '../inputs/reading.ts';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const FOLDER = new URL('../../examples/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yml'));

/** What the repository of a workflow holds beside it. */
const FILES = { '.github/queries/stability.json': readFileSync(new URL('queries/stability.json', FOLDER), 'utf8') };

/** Stands in for what the runner would make of an expression. */
const FILLED: Readonly<Record<string, string>> = {
  '${{ secrets.TELEMETRYDECK_TOKEN }}': 'tdpat_0123456789abcdef',
  '${{ inputs.interval }}': 'last 30 days',
};

function stepOf(workflow: Workflow): Readonly<Record<string, string>> {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const ours = steps.filter(({ uses }) => uses?.startsWith('insight-report/insight-report@') === true);
  expect(ours).toHaveLength(1);
  const given = Object.entries(ours[0]?.with ?? {});
  for (const [, value] of given) expect(typeof value).toBe('string');
  return Object.fromEntries(given.map(([name, value]) => [name, FILLED[String(value)] ?? String(value)]));
}

test('there are those that the README and the guide to gates name', () => {
  const gates = ['gate-adoption.yml', 'gate-os-version.yml', 'gate-release.yml', 'gate-retire-feature.yml'];
  expect(files).toEqual([...gates, 'release-comment.yml', 'summary-by-hand.yml', 'weekly-metrics.yml']);
});

describe.each(files)('%s', (file) => {
  const workflow = parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Workflow;

  async function request(): Promise<ReportRequest> {
    return parseInputs({ 'github-token': 'ghs_x', ...stepOf(workflow) }, { ...effects(FILES), checkTemplate });
  }

  test('gives inputs that exist, with values that are taken', async () => {
    expect(Object.keys(INPUTS)).toEqual(expect.arrayContaining(Object.keys(stepOf(workflow))));
    expect((await request()).insights.length).toBeGreaterThan(0);
  });

  test('has the permissions that its destinations need, and no others', async () => {
    const { destinations } = (await request()).posting;
    const needed = { issue: ['issues'], 'pull-request': ['pull-requests'], summary: [] };
    const all = destinations.flatMap((destination) => needed[destination]);
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    const isCheckedOut = steps.some(({ uses }) => uses?.startsWith('actions/checkout@') === true);
    const read = isCheckedOut ? { contents: 'read' } : {};
    expect(workflow.permissions).toEqual({ ...read, ...Object.fromEntries(all.map((name) => [name, 'write'])) });
  });
});
