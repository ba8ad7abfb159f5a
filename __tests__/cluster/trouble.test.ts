import type { Observation } from '../../src/cluster/supervisors/observation.ts';
import { findTrouble } from '../../src/cluster/supervisors/trouble.ts';

const WELL: Observation = {
  atMs: 0,
  isSuspended: false,
  isHealthy: true,
  state: 'RUNNING',
  error: '',
  lag: 0,
  ended: [],
  unread: 0,
  reading: { ids: ['task'], starts: new Map([['0', 0]]) },
  isPublishing: false,
};
const failed = (createdMs: number) => ({ hasFailed: true, error: 'Task ended', createdMs });
const lags = (...lag: (number | null)[]) =>
  lag.map((each, index) => ({ ...WELL, atMs: index * 10_000, lag: each }));

test.each<[string, Observation[], string | null]>([
  ['all is well', [WELL], null],
  ['it is suspended', [{ ...WELL, isSuspended: true }], 'their supervisor is suspended; resume it in Druid'],
  [
    'Druid says so',
    [{ ...WELL, isHealthy: false, state: 'LOST_CONTACT_WITH_STREAM', error: 'gone' }],
    'their supervisor is LOST_CONTACT_WITH_STREAM: gone',
  ],
  [
    'messages are not events',
    [{ ...WELL, unread: 3 }],
    'Druid could not read 3 of them; the logs of its tasks say why',
  ],
  [
    'three tasks failed',
    [{ ...WELL, ended: [failed(0), failed(0), failed(0)] }],
    'the last 3 tasks of their supervisor failed, although it is RUNNING: Task ended',
  ],
  [
    'a task succeeded since',
    [{ ...WELL, ended: [{ ...failed(0), hasFailed: false }, failed(0), failed(0)] }],
    null,
  ],
  ['they failed long ago', [{ ...WELL, atMs: 601_000, ended: [failed(0), failed(0), failed(0)] }], null],
  [
    'the lag grows',
    lags(1, 2, 2, 4, 5, 6, 9),
    '9 of them wait in Kafka, and for a minute they have not become fewer',
  ],
  ['the lag became less', lags(9, 9, 9, 9, 8, 9, 9), null],
  ['nothing waits', lags(0, 0, 0, 0, 0, 0, 0), null],
  ['the lag grows for less than a minute', lags(1, 2, 3, 4, 5), null],
  ['the lag is not always known', lags(1, 2, null, 4, 5, 6, 7), null],
])('if %s, what keeps events from Druid is told', (_, observed, trouble) => {
  expect(findTrouble(observed)).toBe(trouble);
});
