import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { configSchema } from '../../../scripts/config-schema.ts';
import { actionInputs, actionTypes } from '../../../scripts/declared.ts';
import { INPUTS, type DeclaredInput } from '../../../src/report/inputs/declared.ts';
import { readActionInputs } from '../../../src/report/inputs/raw.ts';
import { DESCRIPTIONS } from '../../../src/report/inputs/descriptions.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { effects, ID, TOKEN } from '../../support/inputs/read-inputs.ts';

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: unknown;
}

const action = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8')) as ActionFile;
const declared = Object.entries<DeclaredInput>(INPUTS);

test('action.yml declares the inputs of the table and no others, and only github-token with a default', () => {
  expect(Object.keys(action.inputs)).toEqual(declared.map(([name]) => name));
  for (const [name, text] of Object.entries(DESCRIPTIONS))
    expect(action.inputs[name]?.description).toContain(text);
  const withDefault = Object.entries(action.inputs).filter(([, input]) => input.default !== undefined);
  expect(withDefault.map(([name]) => name)).toEqual(['github-token']);
});

test('defaults in action.yml are strings, which YAML would otherwise read as booleans or numbers', () => {
  for (const { default: fallback = '' } of Object.values(action.inputs))
    expect(typeof fallback).toBe('string');
});

test('descriptions have no expressions, which the runner would evaluate', () => {
  for (const { description } of [...Object.values(action.inputs), ...Object.values(action.outputs)]) {
    expect(description).not.toContain('${{');
  }
});

test('the files made from the table are up to date (renew them with `node scripts/declared.ts`)', () => {
  const made = (name: string): unknown =>
    parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));
  expect(action.inputs).toEqual(actionInputs());
  expect(made('action-types.yml')).toEqual(actionTypes(Object.keys(action.outputs)));
  expect(made('schema/insight-report.schema.json')).toEqual(configSchema());
});

test('action-types.yml has every input and output', () => {
  const types = parse(
    readFileSync(new URL('../../../action-types.yml', import.meta.url), 'utf8'),
  ) as ActionFile;
  expect(Object.keys(types.inputs)).toEqual(Object.keys(action.inputs));
  expect(Object.keys(types.outputs).sort()).toEqual(Object.keys(action.outputs).sort());
});

test('action.yml declares every output', () => {
  expect(Object.keys(action.outputs)).toEqual([
    'conclusion',
    'failed-thresholds',
    'errors',
    'report-path',
    'results-path',
    'comment-id',
    'comment-url',
    'issue-number',
    'issue-url',
    'minimum-version',
    'release-url',
    'discussion-url',
    'badge-path',
  ]);
});

test('the Action runs on Node 24', () => {
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' });
});

test('the defaults are valid inputs and mean the same as nothing; only a time zone, even UTC, means more', async () => {
  const given: readonly (readonly [string, string])[] = [
    ['insights', ` ${ID}\n`],
    ['api-token', TOKEN],
  ];
  const defaults = declared
    .filter(([name]) => name !== 'github-token' && name !== 'timezone')
    .map(([name, { default: text }]) => [name, text] as const);
  const read = (inputs: readonly (readonly [string, string])[]) =>
    readActionInputs((name) => new Map(inputs).get(name) ?? '');
  const asRun = await parseInputs(read([...defaults, ...given]), effects());
  expect(asRun).toEqual(await parseInputs(read(given), effects()));
  expect(asRun.insights).toHaveLength(1);
});
