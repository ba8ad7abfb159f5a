import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { parseInputs } from '../../src/inputs/parse-reports.ts';
import { nodeInputEffects } from '../../src/run/effects.ts';
import { renderSignals } from '../../src/signals/presenting/markdown.ts';
import { buildSection } from '../../src/signals/section.ts';
import { testRepository, type TestRepository } from '../support/signals-repository.ts';

let repository: TestRepository;
afterEach(async () => {
  jest.restoreAllMocks();
  await repository.remove();
});

const CALL = 'TelemetryDeck.signal("note.saved")\n';

/** The section of what a branch changes against `main`, without a token. */
async function sectionOf(change: Readonly<Record<string, string>>) {
  repository = await testRepository({ 'app.swift': '// nothing\n' });
  const { git, commit, folder } = repository;
  git('checkout', '-q', '-b', 'topic');
  await commit(change);
  const inputs = { insights: '', 'api-token': 'none', signals: 'true' };
  const { signals } = await parseInputs(inputs, nodeInputEffects(false, false));
  if (!signals) throw new Error('not asked for');
  return buildSection(
    signals,
    { workspace: folder, pullRequest: { base: 'main', head: null } },
    null,
    () => [],
  );
}

describe('the section of a change', () => {
  test('names the files that could not be read, even if no other touches a name', async () => {
    const section = await sectionOf({ 'large.swift': CALL + '// a line\n'.repeat(250_000) });
    expect(section?.signals).toMatchObject({ signals: [], unread: ['large.swift'], problem: null });
    const text = section === null ? '' : renderSignals(section.signals, 'en');
    expect(text).toMatch(/^This pull request touches no event name in the files that were read\./);
    expect(text).toContain('Not read, being too large or too slow to read: large.swift.');
  });

  test('is null if all was read and nothing touches a name', async () => {
    expect(await sectionOf({ 'other.swift': '// nothing either\n' })).toBeNull();
  });

  test('does not lack a file because the machine was busy', async () => {
    let nowMs = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 60_000));
    const section = await sectionOf({ 'app.swift': CALL });
    expect(section?.signals).toMatchObject({ signals: [{ name: 'note.saved', state: 'new' }], unread: [] });
  });
});
