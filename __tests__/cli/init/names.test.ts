import * as yaml from 'yaml';
import { writeConfig } from '../../../src/cli/init/config-file.ts';
import { suggestGates } from '../../../src/cli/init/gates.ts';
import { resolveNames, writeEntries } from '../../../src/cli/init/names.ts';
import type { ReadingContext } from '../../../src/report/inputs/effects.ts';
import { Problems } from '../../../src/report/inputs/problems.ts';
import { parseYaml } from '../../../src/report/inputs/yaml/parse.ts';
import { isMap, type YamlValue } from '../../../src/report/inputs/yaml/value.ts';
import fc from '../../support/properties.ts';
import { ranking, report, row } from '../../support/render/results.ts';
import { readConfigDocument } from '../../../src/report/inputs/config/document.ts';

const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const loadYaml = () => Promise.resolve(yaml);

/** The key, the id and the title of each insight of a config file, read as a run reads it. */
async function readBack(insights: string) {
  const reports = [{ trigger: 'weekly', destinations: ['summary'] } as const];
  const file = writeConfig({ insights }, reports, { workflow: 'w.yml', id: null });
  const problems = new Problems();
  const context: Pick<ReadingContext, 'readFile' | 'loadYaml' | 'problems'> = {
    readFile: () => file,
    loadYaml,
    problems,
  };
  const read = await readConfigDocument('c.yml', () => undefined, context);
  problems.throwIfAny([]);
  return entriesOf(read?.top.get('insights'));
}

function entriesOf(value: YamlValue | null | undefined) {
  if (value == null || !isMap(value)) throw new TypeError(`not a map: ${JSON.stringify(value)}`);
  return [...value].map(([key, entry]) => [key, isMap(entry) ? Object.fromEntries(entry) : entry]);
}

async function expectReadBack(names: readonly string[]) {
  const entries = writeEntries(names.map((name) => ({ id: ID, name })));
  const problems = new Problems();
  const asInput = entriesOf(await parseYaml(entries, loadYaml, problems));
  problems.throwIfAny([]);
  expect(asInput.map(([, entry]) => entry)).toEqual(names.map((title) => ({ id: ID, title })));
  expect(await readBack(entries)).toEqual(asInput);
}

test.each([
  'null',
  'true',
  '1',
  '1e3',
  '0x1f',
  '~',
  '- a: b',
  '#x',
  '<<',
  '"',
  "'",
  '{a',
  '&a',
  '*a',
  '!x',
  '%',
  '> x',
  ' x ',
])('the config of an insight named %j reads back with its name', async (name) => {
  await expectReadBack([name]);
  await expectReadBack(['a', name, name]);
});

test('the config of insights with any names reads back with these names, in their order', async () => {
  const word = fc.constantFrom(
    'null',
    'true',
    'no',
    '1',
    '2',
    '~',
    '- ',
    ': ',
    '#',
    '"',
    '{',
    '\n',
    '\t',
    ' ',
  );
  const name = fc.oneof(
    word,
    fc.string({ unit: 'binary' }),
    fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
  );
  await fc.assert(fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), expectReadBack));
});

test('a name may have brackets, and an id without a name gets no title', () => {
  const other = ID.replace('3', '4');
  const entries = resolveNames(`Sales [beta], ${other}`, [{ id: ID, name: 'Sales [beta]' }]);
  expect(yaml.parse(entries)).toEqual({
    'sales-beta': { id: ID, title: 'Sales [beta]' },
    [other.toLowerCase()]: { id: other },
  });
});

test('a suggested gate names its insight, whatever the name means in YAML', async () => {
  const insight = { ...ranking([row(1, 'a', 50)]), name: 'null', total: 50, unit: 'users' } as const;
  const [gate] = suggestGates(report([insight]));
  const problems = new Problems();
  const read = await parseYaml(gate?.threshold ?? '', loadYaml, problems);
  problems.throwIfAny([]);
  expect(read).toEqual([new Map([['null', 'total() >= 40']])]);
  expect(yaml.parse(gate?.threshold ?? '')).toEqual([{ null: 'total() >= 40' }]);
  expect(gate?.threshold).toContain('"null"');
});
