import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../../../src/service/start.ts';
import { answering, run, runWith } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { eventsBy } from '../../support/service/top-n.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const [ONE, TWO] = ['3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10', '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33'];
const QUERY = eventsBy('modelName', 'model', 5);

const folder = emptyFolder();
const db = join(folder, 'a.db');

/** An organization with insights of its own. */
async function organization(name: string, insights: readonly unknown[] = []) {
  await run('org', 'create', name, '--db', db);
  const insight = (subcommand: string, ...args: string[]) =>
    run('insight', subcommand, ...args, '--org', name, '--db', db);
  if (insights.length > 0) expect((await insight('add', await file(`${name}.json`, insights))).code).toBe(0);
  return { insight, list: async () => (await insight('list')).stdout };
}

async function file(name: string, value: unknown) {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(value));
  return join(folder, name);
}

test('insight add stores a bare query under the name of its file or the one that is given', async () => {
  const { insight, list } = await organization('bare');
  const path = await file('bare/devices.json', QUERY);
  expect((await insight('add', path)).code).toBe(0);
  expect((await insight('add', path, '--name', 'Devices of everybody')).code).toBe(0);
  expect(await list()).toMatch(/^\S+\tDevices of everybody\n\S+\tdevices\n$/);
  expect(JSON.parse((await insight('show', 'devices')).stdout)).toMatchObject({
    name: 'devices',
    query: QUERY,
  });
});

test('insight add refuses one name for several insights, and names what is wrong in a bare query', async () => {
  const { insight } = await organization('names');
  const paths = [await file('names/a.json', QUERY), await file('names/b.json', QUERY)];
  const several = await insight('add', ...paths, '--name', 'both');
  expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining('2 were given') });
  const wrong = await insight('add', await file('names/c.json', { queryType: 'topM' }));
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/c\.json: queryType /);
});

test('insight show prints what "insight add" takes, by name or id', async () => {
  const saved = { id: ONE, name: 'devices', query: { ...QUERY, unknownKey: 1 } };
  const { insight } = await organization('show', [saved]);
  for (const text of ['devices', ONE, ONE.toLowerCase()])
    expect(JSON.parse((await insight('show', text)).stdout)).toEqual(saved);
  expect(await insight('show', 'device')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no insight "device"; did you mean devices?'),
  });
});

test('insight remove removes all insights that are named, or none, and needs --yes without a terminal', async () => {
  const { insight, list } = await organization('remove', [
    { id: ONE, name: 'a', query: QUERY },
    { id: TWO, name: 'b', query: QUERY },
    { name: 'c', query: QUERY },
  ]);
  const before = await list();
  expect(await insight('remove', 'a')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('give --yes if you mean it'),
  });
  expect((await insight('remove', 'a', 'nobody', '--yes')).code).toBe(2);
  const declined = await runWith(
    { stdin: answering('n') },
    ...['insight', 'remove', 'a', '--org', 'remove', '--db', db],
  );
  expect(declined.stdout).toBe('Nothing was removed.\n');
  expect(await list()).toBe(before);
  expect(await insight('remove', 'a', TWO.toLowerCase(), 'b', '--yes')).toEqual({
    code: 0,
    stderr: '',
    stdout: `removed\t${ONE}\ta\nremoved\t${TWO}\tb\n`,
  });
  expect(await list()).toMatch(/^[^\n]*\tc\n$/);
});

test('insight validate checks files and stores nothing; with a database it names columns that no event has', async () => {
  const { insight, list } = await organization('validate');
  const good = await file('good.json', [
    { id: ONE, name: 'devices', query: QUERY },
    { name: 'os', query: eventsBy('modelNam', 'm', 5) },
  ]);
  const valid = `valid\t${ONE}\tdevices\nvalid\t-\tos\n`;
  expect(await run('insight', 'validate', good)).toEqual({ code: 0, stdout: valid, stderr: '' });
  const service = await startService({ dbPath: db });
  await service.importEvents('validate', [event()]);
  expect(await insight('validate', good)).toEqual({
    code: 0,
    stdout: valid,
    stderr: 'insight-report insight validate: os: No event has "modelNam"; did you mean "modelName"?\n',
  });
  await service.close();
  const bad = await file('bad.json', { name: 'x', query: { queryType: 'topn' } });
  expect(await run('insight', 'validate', good, bad)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('did you mean "topN"?'),
  });
  expect(await list()).toBe('');
});

test('insight sync makes the folder’s insights the organization’s, and says what it adds, changes and removes', async () => {
  const { insight, list } = await organization('sync', [
    { id: ONE, name: 'renamed', query: QUERY },
    { id: TWO, name: 'same', query: QUERY },
    { name: 'gone', query: QUERY },
    { name: 'changed', query: QUERY },
  ]);
  const before = await list();
  await file('sync/1.json', { id: ONE.toLowerCase(), name: 'new name', query: QUERY });
  await file('sync/2.json', [
    { name: 'same', query: QUERY },
    { name: 'changed', query: { ...QUERY, threshold: 7 } },
  ]);
  // The name that another insight gives up is free.
  await file('sync/3.json', { name: 'renamed', query: QUERY });
  await writeFile(join(folder, 'sync', 'README.md'), 'not an insight');
  const idOf = (name: string, listed: string) =>
    listed
      .split('\n')
      .find((line) => line.endsWith(`\t${name}`))
      ?.split('\t')[0];
  const said = (newId: string) => [
    `added\t${newId}\trenamed`,
    `changed\t${ONE}\tnew name`,
    `changed\t${idOf('changed', before)}\tchanged`,
    `removed\t${idOf('gone', before)}\tgone`,
    '1 added, 2 changed, 1 removed, 1 unchanged',
  ];
  const dry = await insight('sync', join(folder, 'sync'), '--dry-run');
  expect(dry).toEqual({ code: 0, stderr: '', stdout: `${said('-').join('\n')}; nothing was stored\n` });
  expect(await list()).toBe(before);
  const { stdout } = await insight('sync', join(folder, 'sync'));
  const after = await list();
  expect(stdout).toBe(`${said(idOf('renamed', after) ?? '').join('\n')}\n`);
  const names = after
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[1]);
  expect(names).toEqual(['changed', 'new name', 'renamed', 'same']);
  expect(idOf('changed', after)).toBe(idOf('changed', before));
  expect(JSON.parse((await insight('show', 'changed')).stdout)).toMatchObject({ query: { threshold: 7 } });
  expect((await insight('sync', join(folder, 'sync'))).stdout).toBe(
    '0 added, 0 changed, 0 removed, 4 unchanged\n',
  );
});

test('insight sync changes nothing if a file is wrong, a name is there twice, or there is no file', async () => {
  const { insight, list } = await organization('whole', [{ id: ONE, name: 'a', query: QUERY }]);
  await file('wrong/1.json', { name: 'b', query: QUERY });
  await file('wrong/2.json', { name: 'c' });
  await file('twice/1.json', { name: 'b', query: QUERY });
  await file('twice/2.json', { name: 'b', query: QUERY });
  await mkdir(join(folder, 'none'));
  for (const [name, message] of [
    ['wrong', 'query is missing'],
    ['twice', 'two insights with the name "b"'],
    ['none', 'has no .json file'],
    ['absent', 'cannot be read'],
  ] as const)
    expect(await insight('sync', join(folder, name))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  expect(await list()).toBe(`${ONE}\ta\n`);
});
