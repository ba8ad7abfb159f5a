import { expect, test } from '@jest/globals';
import { noticeSmallGroups } from '../src/main.ts';
import { silentLog } from '../src/log.ts';
import { parseEvent } from '../src/publish/run/event.ts';

const PUBLIC = { private: false, visibility: 'public' };

test.each<[string, unknown, number, boolean, number]>([
  ['a public repository whose rows are all shown', PUBLIC, 0, false, 1],
  ['an older payload, which says only that it is not private', { private: false }, 0, false, 1],
  ['small rows folded', PUBLIC, 10, false, 0],
  ['nothing reported', PUBLIC, 0, true, 0],
  ['a private repository', { private: true, visibility: 'private' }, 0, false, 0],
  ["an organization's own", { private: false, visibility: 'internal' }, 0, false, 0],
  ['a payload that does not say', {}, 0, false, 0],
  ['no payload', undefined, 0, false, 0],
])('%s', (_, repository, minGroupSize, isSkipped, notices) => {
  const said: string[] = [];
  const log = { ...silentLog, notice: (message: string) => said.push(message) };
  const event = parseEvent(JSON.stringify({ repository }));
  noticeSmallGroups({ minGroupSize }, { event }, isSkipped, log);
  expect(said).toHaveLength(notices);
  for (const message of said) expect(message).toContain('min-group-size');
});
