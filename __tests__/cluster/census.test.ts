import { takeCensus } from '../../src/cluster/census/census.ts';
import { findMissing } from '../../src/cluster/census/missing.ts';
import { hasReached } from '../../src/cluster/census/progress.ts';
import { DruidError, readDruidError } from '../../src/cluster/druid-error.ts';
import { ClusterAwayError } from '../../src/service/errors.ts';
import { druidOf } from '../support/cluster/fake-druid.ts';

const DAY = 86_400_000;
const at = (day: number) => new Date(Date.UTC(2026, 9, 1) + day * DAY).toISOString();
const idOf = (day: number, version: string, part = 0, days = 1) =>
  `a_${at(day)}_${at(day + days)}_${version}${part === 0 ? '' : `_${part}`}`;

function stored(...ids: string[]) {
  return ids.map((id) => {
    const [, start = '', end = '', version = ''] = id.split('_');
    return { id, version, startMs: Date.parse(start), endMs: Date.parse(end) };
  });
}

describe('what is missing', () => {
  test.each<[string, string[], string[], number]>([
    ['a segment that no server has', [idOf(0, 'v1'), idOf(1, 'v1')], [idOf(1, 'v1')], 1],
    ['one of two of a day', [idOf(0, 'v1'), idOf(0, 'v1', 1)], [idOf(0, 'v1')], 1],
    [
      'nothing, while what was replaced is served whole',
      [idOf(0, 'v1'), idOf(0, 'v1', 1), idOf(0, 'v2')],
      [idOf(0, 'v1'), idOf(0, 'v1', 1)],
      0,
    ],
    [
      'the new one, if what it replaced is served in part',
      [idOf(0, 'v1'), idOf(0, 'v1', 1), idOf(0, 'v2')],
      [idOf(0, 'v1')],
      1,
    ],
    [
      'a month, if one of its days is not served',
      [idOf(0, 'v1'), idOf(1, 'v1'), idOf(0, 'v2', 0, 2)],
      [idOf(0, 'v1')],
      1,
    ],
    [
      'nothing of a month whose days are',
      [idOf(0, 'v1'), idOf(1, 'v1'), idOf(0, 'v2', 0, 2)],
      [idOf(0, 'v1'), idOf(1, 'v1')],
      0,
    ],
  ])('the missing segments are counted: %s', (_, all, served, count) => {
    expect(findMissing(stored(...all), new Set(served))).toHaveLength(count);
  });
});

test('a topic is read once each partition is', () => {
  const ends = new Map([
    ['0', 5],
    ['1', 0],
  ]);
  expect(hasReached(new Map([['0', 5]]), ends)).toBe(true);
  expect(
    hasReached(
      new Map([
        ['0', 4],
        ['1', 9],
      ]),
      ends,
    ),
  ).toBe(false);
  expect(hasReached(new Map(), new Map())).toBe(true);
  expect(hasReached(new Map(), new Map([['0', 1]]))).toBe(false);
});

/** A Druid whose state a test changes, and how often what it serves was requested. */
function fakeCluster() {
  const state = {
    stored: [idOf(0, 'v1'), idOf(1, 'v1')],
    served: [idOf(0, 'v1'), idOf(1, 'v1')],
    tasks: {} as Record<string, string>,
    without: null as string | null,
    supervisor: null as {
      suspended: boolean;
      latestOffsets: object | null;
      reached: number;
      publishingTasks?: object[];
    } | null,
    looks: [] as string[],
    isSilent: false,
    fault: null as DruidError | null,
  };
  const druid = druidOf(({ path }) => {
    if (state.fault !== null) throw state.fault;
    if (path.includes('/candidates')) {
      state.looks.push(path.replace(/.*intervals=/, ''));
      return state.served.filter(isAsked(path)).map((id) => {
        const [, start = '', end = '', version = '', part = '0'] = id.split('_');
        const task = state.tasks[id];
        const server =
          task === undefined ? { name: 'h', type: 'historical' } : { name: task, type: 'indexer-executor' };
        const locations = id === state.without ? [] : [server];
        return { interval: `${start}/${end}`, version, partitionNumber: Number(part), locations };
      });
    }
    if (path === '/druid/v2') {
      if (state.isSilent) throw new DruidError(500, readDruidError(''), 'Connection refused');
      return [];
    }
    if (path.includes('/metadata/datasources/')) return state.stored;
    if (state.supervisor === null) throw new DruidError(404, readDruidError(''), 'no supervisor');
    if (path.endsWith('/stats')) return { '0': { task: {} } };
    const { reached, ...rest } = state.supervisor;
    return { payload: { ...rest, activeTasks: [{ id: 'task', currentOffsets: { '0': reached } }] } };
  });
  return { state, census: takeCensus(druid) };
}

/** Whether a segment overlaps the interval of a request. */
const isAsked = (path: string) => {
  const [from = '', to = ''] = path.replace(/.*intervals=/, '').split('/');
  return (id: string) => {
    const [, start = '', end = ''] = id.split('_');
    return Date.parse(start) < Date.parse(to) && Date.parse(from) < Date.parse(end);
  };
};

const FULL = '{}';
const DAYS = [`${at(0)}/${at(2)}`];
const PARTIAL = 'Druid does not serve all events of a in ';

describe('an answer', () => {
  test('an answer is passed on while all segments of its time are served', async () => {
    const { state, census } = fakeCluster();
    for (let asked = 0; asked < 20; asked++) await census.begin('a', [`${at(0)}/${at(1)}`])(FULL);
    expect(state.looks).toEqual([
      '1000-01-01/3000-01-01',
      ...Array.from({ length: 20 }, () => `${at(0)}/${at(1)}`),
    ]);
    // Nothing is stored there, so nothing can be missing.
    await census.begin('a', [`${at(5)}/${at(6)}`])(FULL);
    expect(state.looks).toHaveLength(21);
    census.close();
  });

  test('an answer is refused if a segment has gone since the query was sent', async () => {
    const { state, census } = fakeCluster();
    await census.begin('a', DAYS)(FULL);
    const prove = census.begin('a', DAYS);
    state.served.pop();
    await expect(prove(FULL)).rejects.toThrow(PARTIAL + `${at(1)}/${at(2)}`);
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    expect(await census.gaps('a')).toEqual([`${at(1)}/${at(2)}`]);
    state.served.push(idOf(1, 'v1'));
    await census.begin('a', DAYS)(FULL);
    census.close();
  });

  test('an answer is refused if the last server of a segment has gone, which Druid lists for a moment longer', async () => {
    const { state, census } = fakeCluster();
    await census.begin('a', DAYS)(FULL);
    state.without = idOf(1, 'v1');
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL + `${at(1)}/${at(2)}`);
    census.close();
  });

  test('an answer is refused if Druid itself says that it had no segment of a day with events', async () => {
    const { census } = fakeCluster();
    const gap = (from: number) => `{"uncoveredIntervals":["${at(from)}/${at(from + 1)}"]}`;
    await census.begin('a', DAYS)(FULL);
    await expect(census.begin('a', DAYS)(gap(1))).rejects.toThrow(PARTIAL + `${at(1)}/${at(2)}`);
    // Nothing is stored there.
    await census.begin('a', [`${at(0)}/${at(9)}`])(gap(5));
    await census.begin('a', DAYS)('?');
    census.close();
  });

  test('an answer is refused while a server that the proof needs comes or goes', async () => {
    const { state, census } = fakeCluster();
    await census.begin('a', DAYS)(FULL);
    const prove = census.begin('a', DAYS);
    state.fault = new DruidError(500, readDruidError('{"error":"No leader yet."}'), 'POST /: 500, No leader');
    await expect(prove(FULL)).rejects.toThrow(ClusterAwayError);
    state.fault = null;
    await census.begin('a', DAYS)(FULL);
    census.close();
  });

  test('an answer during an import is refused until all of its days are served', async () => {
    const { state, census } = fakeCluster();
    await census.begin('a', DAYS)(FULL);
    await census.during('a', async () => {
      state.stored.push(idOf(2, 'v2'), idOf(3, 'v2'));
      state.served.push(idOf(2, 'v2'));
      await expect(census.begin('a', [`${at(0)}/${at(4)}`])(FULL)).rejects.toThrow(PARTIAL);
      state.served.push(idOf(3, 'v2'));
      await census.begin('a', [`${at(0)}/${at(4)}`])(FULL);
    });
    census.close();
  });

  test('an answer after a start is refused until the tasks have read what the topic holds', async () => {
    const { state, census } = fakeCluster();
    state.supervisor = { suspended: false, latestOffsets: { '0': 9 }, reached: 4 };
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    // What came in since tasks read again is only a lag.
    state.supervisor = { suspended: false, latestOffsets: { '0': 50 }, reached: 9 };
    await census.begin('a', DAYS)(FULL);
    census.close();
  });

  test('an answer is refused until the topic is read again, although an overlord that has just started knows no supervisor', async () => {
    const { state, census } = fakeCluster();
    state.supervisor = { suspended: false, latestOffsets: { '0': 9 }, reached: 4 };
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    state.supervisor = null;
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    state.supervisor = { suspended: false, latestOffsets: {}, reached: 4 };
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    state.supervisor = { suspended: false, latestOffsets: { '0': 9 }, reached: 9 };
    await census.begin('a', DAYS)(FULL);
    census.close();
  });

  test('an answer after a start is refused until Druid knows where the topic ends', async () => {
    const { state, census } = fakeCluster();
    state.supervisor = { suspended: false, latestOffsets: {}, reached: 4 };
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    census.close();
  });

  test('an answer is refused once a task is gone with events that only it had, and not when it hands them over', async () => {
    const { state, census } = fakeCluster();
    const [lost, kept] = [idOf(1, 'v1', 1), idOf(1, 'v1', 2)];
    state.supervisor = { suspended: false, latestOffsets: { '0': 9 }, reached: 9 };
    state.served.push(lost, kept);
    state.tasks = { [lost]: 'one', [kept]: 'two' };
    await census.begin('a', DAYS)(FULL);
    state.stored.push(kept);
    state.tasks = { [lost]: 'one' };
    await census.begin('a', DAYS)(FULL);
    state.served = state.served.filter((id) => id !== lost);
    state.tasks = {};
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    await census.begin('a', [`${at(0)}/${at(1)}`])(FULL);
    census.close();
  });

  test('an answer is refused once a task was silent, although the next one is listed in its place', async () => {
    const { state, census } = fakeCluster();
    const held = idOf(1, 'v1', 1);
    state.supervisor = { suspended: false, latestOffsets: { '0': 9 }, reached: 9 };
    state.served.push(held);
    state.tasks = { [held]: 'host:8100' };
    await census.begin('a', DAYS)(FULL);
    state.isSilent = true;
    await expect(census.during('a', () => census.begin('a', DAYS)(FULL))).rejects.toThrow(PARTIAL);
    state.isSilent = false;
    state.supervisor.reached = 2;
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL + `${at(1)}/${at(2)}`);
    await census.begin('a', [`${at(0)}/${at(1)}`])(FULL);
    census.close();
  });

  test('an answer is refused while a task that was to publish is gone, although the next one reads the rest', async () => {
    const { state, census } = fakeCluster();
    state.supervisor = {
      suspended: false,
      latestOffsets: { '0': 9 },
      reached: 9,
      publishingTasks: [{ id: 'gone' }],
    };
    await expect(census.begin('a', DAYS)(FULL)).rejects.toThrow(PARTIAL);
    state.supervisor.publishingTasks = [{ id: 'task' }];
    await census.begin('a', DAYS)(FULL);
    census.close();
  });
});
