import { signalTable } from '../../../src/cli/config-insights.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { nodeInputEffects } from '../../../src/report/run/effects.ts';
import type { Usage } from '../../../src/code/signals/joining/events.ts';
import type { Watcher } from '../../../src/code/signals/joining/filters.ts';
import { type CodeName, joinSignals } from '../../../src/code/signals/joining/signal.ts';
import { annotationsOf } from '../../../src/report/render/signals/annotations.ts';
import { renderSignals } from '../../../src/report/render/signals/markdown.ts';
import { buildSection } from '../../../src/code/signals/section.ts';
import { testRepository } from '../../support/signals-repository.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const CALL = 'TelemetryDeck.signal("note.saved")\n';

/** The section of what a branch changes against `main`, without a token. */
async function sectionOf(change: Readonly<Record<string, string>>, option = 'true') {
  const { git, commit, folder } = await testRepository({ 'app.swift': '// nothing\n' });
  git('checkout', '-q', '-b', 'topic');
  await commit(change);
  const inputs = { insights: '', 'api-token': 'none', signals: option };
  const { signals } = await parseInputs(inputs, nodeInputEffects());
  if (!signals) throw new Error('not asked for');
  return buildSection(
    signals,
    { workspace: folder, pullRequest: { base: 'main', head: null } },
    null,
    () => [],
  );
}

const added = { name: 'note.new', isComputed: false, places: [{ file: 'a.swift', line: 1 }] };
const texts = (usage: Usage | null) => {
  const signals = joinSignals([{ ...added, change: 'added' }], usage, [], 'change');
  const section = { scope: 'change', interval: null, problem: null, unread: [], signals } as const;
  return [renderSignals(section, 'en'), annotationsOf(signals, (_, line) => line, 'en')[0]?.message ?? ''];
};

describe('a new name', () => {
  const none: Usage = { byName: new Map(), users: 90 };

  test('a new name is silent until the release if it is known that no event came', () => {
    for (const text of texts(none)) expect(text).toContain('new, and silent until the release');
  });

  test('a new name is only new if no events were counted', () => {
    for (const text of texts(null)) {
      expect(text).toMatch(/note\.new\S* is new/);
      expect(text).not.toContain('silent');
    }
  });
});

test('a renamed name and a removed one say that nobody sent them, and the new name has no separate row', () => {
  const at = (name: string, change: CodeName['change']) => ({ ...added, name, change });
  const code = [at('old', { to: 'fresh' }), at('fresh', 'added'), at('gone', 'removed')];
  const signals = joinSignals(code, { byName: new Map(), users: 90 }, [], 'change');
  const section = { scope: 'change', interval: null, problem: null, unread: [], signals } as const;
  const lines = renderSignals(section, 'en').split('\n');
  expect(lines.filter((line) => /^- /.test(line))).toEqual([
    '- ℹ️ **old** becomes **fresh**: no user sent it',
    '- ℹ️ **gone** is no longer sent: no user sent it',
  ]);
  expect(lines.filter((line) => line.startsWith('| '))).toEqual([
    '| Signal | Users | State | In the code |',
    '| old | 0 | renamed to fresh | a.swift:1 |',
    '| gone | 0 | removed | a.swift:1 |',
  ]);
});

test('the table of the terminal shows what would steer a terminal, and does not send it', () => {
  const hostile = {
    ...added,
    name: 'a\u001B[31m\n\u202Eb',
    places: [{ file: 'x\u001B[2J\n.swift', line: 1 }],
  };
  const table = signalTable(joinSignals([{ ...hostile, change: { to: 'c\u0007\n' } }], null, [], 'change'));
  expect(table.trimEnd().split('\n')).toHaveLength(2);
  // oxlint-disable-next-line no-control-regex -- these are looked for
  expect(table).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
});

test('the table has the users second, next to the name, then state, place and readers', () => {
  const usage = { byName: new Map([['note.new', { events: 9, users: 9, lastSeen: null }]]), users: 90 };
  const watcher: Watcher = { title: 'Notes', kind: 'insight', watches: () => true };
  const signals = joinSignals([{ ...added, change: null }], usage, [watcher], 'change');
  const section = { scope: 'whole', interval: null, problem: null, unread: [], signals } as const;
  expect(renderSignals(section, 'en').split('\n').slice(-3)).toEqual([
    '| Signal | Users | State | In the code | Read by |',
    '|:--|--:|:--|:--|:--|',
    '| note.new | 9 (10.0%) | live | a.swift:1 | Notes |',
  ]);
});

test('the section of a change names the files that could not be read, even if no other touches a name', async () => {
  const section = await sectionOf({ 'large.swift': CALL + '// a line\n'.repeat(250_000) });
  expect(section?.signals).toMatchObject({ signals: [], unread: ['large.swift'], problem: null });
  const text = section === null ? '' : renderSignals(section.signals, 'en');
  expect(text).toMatch(/^This pull request touches no event name in the files that were read\./);
  expect(text).toContain('Not read, being too large or too slow to read: large.swift.');
});

test.each([
  ['./', ['app.swift', 'sub/b.swift']],
  ['./sub//', ['sub/b.swift']],
])('places in the folder %s are paths from the root of the checkout', async (folder, files) => {
  const section = await sectionOf({ 'app.swift': CALL, 'sub/b.swift': CALL }, `folder: ${folder}`);
  expect(section?.signals.signals.flatMap(({ places }) => places.map(({ file }) => file))).toEqual(files);
});

test('the section of a change is null if all was read and nothing touches a name', async () => {
  expect(await sectionOf({ 'other.swift': '// nothing either\n' })).toBeNull();
});

test('the section of a change does not lack a file because the machine was busy', async () => {
  let nowMs = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 60_000));
  const section = await sectionOf({ 'app.swift': CALL });
  expect(section?.signals).toMatchObject({ signals: [{ name: 'note.saved', state: 'new' }], unread: [] });
});
