import { tmpdir } from 'node:os';
import { awaitAbandonedTask, awaitTask, submitTask } from '../../src/cluster/archive/batch-task.ts';
import { countEvents, readPayloadColumns } from '../../src/cluster/archive/data-source.ts';
import { withCopiedEvents } from '../../src/cluster/archive/export.ts';
import { importTask } from '../../src/cluster/archive/import.ts';
import { removeEvents } from '../../src/cluster/archive/remove.ts';
import { compactDays } from '../../src/cluster/archive/compact.ts';
import { keepForDays, readRules } from '../../src/cluster/archive/rules.ts';
import {
  awaitQueried,
  queriedSegments,
  replacedAmong,
  type StoredSegment,
  storedSegments,
} from '../../src/cluster/archive/segments.ts';
import { namesOf } from '../../src/cluster/archive/stretches.ts';
import { DruidError } from '../../src/cluster/druid-error.ts';
import { type Druid, untilAborted } from '../../src/cluster/druid.ts';
import { CancelledError, ClusterAwayError } from '../../src/service/errors.ts';
import { druidOf } from '../support/cluster/fake-druid.ts';

const STRANGE: readonly unknown[] = [
  null,
  {},
  7,
  'a page',
  [1],
  [null],
  [{ result: 7 }],
  [{ id: 7, timestamp: 7 }],
];
const QUESTIONS: Readonly<Record<string, (druid: Druid) => Promise<unknown>>> = {
  'how many events there are': ({ broker }) => countEvents(broker, 'a'),
  'which columns there are': ({ broker }) => readPayloadColumns(broker, 'a'),
  'how a task ended': ({ overlord }) => awaitTask(overlord, 't'),
  'which segments are queried': (druid) => queriedSegments(druid, 'a', '2026-01-01/2026-01-02'),
  'which segments are stored': (druid) => storedSegments(druid, 'a', '2026-01-01/2026-01-02'),
  'which days have events of a user': (druid) => removeEvents(druid, 'a', { kind: 'user', user: 'u' }),
};

test.each(Object.keys(QUESTIONS))(
  'an answer to %s that is something else is an error, and never nothing',
  async (question) => {
    for (const strange of STRANGE) {
      await expect(QUESTIONS[question]?.(druidOf(() => strange))).rejects.toThrow('unexpected response');
    }
  },
);

test('rules that are no list are an error, so that no rules of somebody else are replaced', async () => {
  for (const strange of [null, {}, 7])
    await expect(
      readRules(
        druidOf(() => strange),
        'a',
      ),
    ).rejects.toThrow('unexpected response');
});

test('a data source without events counts none, and has no columns', async () => {
  const row = [{ timestamp: '1970-01-01T00:00:00.000Z', result: { events: 0, first: null, last: null } }];
  expect(await countEvents(druidOf(() => row).broker, 'a')).toEqual({ events: 0, range: null });
  expect(await readPayloadColumns(druidOf(() => []).broker, 'a')).toEqual(new Map());
});

test('a task is waited for while the overlord is away, for a limited time', async () => {
  const answers = ['away', 'away', 'RUNNING', 'away', 'SUCCESS'];
  const status = () => {
    const next = answers.shift();
    if (next === undefined || next === 'away') throw new ClusterAwayError('GET status: no answer');
    return { status: { statusCode: next } };
  };
  const { overlord } = druidOf(({ path }) => (path.endsWith('/status') ? status() : {}));
  const times = { pollMs: 1, patienceMs: 60_000 };
  expect(await awaitTask(overlord, 't', times)).toEqual({ hasSucceeded: true });
  expect(answers).toEqual([]);
  await expect(awaitTask(overlord, 't', { ...times, patienceMs: 20 })).rejects.toThrow('no answer');
});

test('a task is no longer waited for once the service ends', async () => {
  const closing = new AbortController();
  const druid = druidOf(({ signal }) => {
    if (signal?.aborted === true) throw new CancelledError('the service ends');
    return {
      status: { statusCode: 'RUNNING' },
      ingestionStatsAndErrors: { payload: { rowStats: { buildSegments: { processed: 1 } } } },
    };
  });
  const { overlord } = untilAborted(druid, closing.signal);
  const abort = () => {
    closing.abort();
  };
  const waiting = awaitTask(overlord, 't', { onProgress: abort, pollMs: 1, patienceMs: 60_000 });
  await expect(waiting).rejects.toThrow('the service ends');
});

test.each(['NOT_STARTED', 'DETERMINE_PARTITIONS'])(
  'the task of an import that was killed is stopped while it is %s, and has read nothing',
  async (ingestionState) => {
    let isStopped = false;
    const { overlord } = druidOf(({ path }) => {
      if (path.endsWith('/shutdown')) isStopped = true;
      const rowStats = { totals: { determinePartitions: { processed: 0 } } };
      return {
        status: { statusCode: isStopped ? 'FAILED' : 'RUNNING' },
        ingestionStatsAndErrors: { payload: { ingestionState, rowStats } },
      };
    });
    const stopped = awaitAbandonedTask(overlord, 't', 20);
    await expect(stopped).resolves.toEqual({ hasSucceeded: false, reason: '' });
  },
);

test('an address that runs no tasks is refused, with what to give instead', async () => {
  const { overlord } = druidOf(() => {
    throw new DruidError(404, NO_DETAILS, 'POST /druid/indexer/v1/task at druid:8888: 404');
  });
  await expect(submitTask(overlord, importTask('t', 'a', 'http://127.0.0.1/'))).rejects.toMatchObject({
    name: 'EngineError',
    message: expect.stringMatching(/not an overlord.*managementProxy.*--druid-overlord/s),
  });
});

const NO_DETAILS = { error: '', category: '', errorClass: '', reason: '' };
const S1 = 'a_2026-01-01T00:00:00.000Z_2026-01-02T00:00:00.000Z_v1';
const T1 = 'a_2026-01-02T00:00:00.000Z_2026-01-03T00:00:00.000Z_v1';

test('a day whose events were all deleted is not waited for, although Druid keeps an empty segment of it', async () => {
  const druid = druidOf(({ path }) => {
    if (path.endsWith('/segments')) return [S1, T1];
    if (path.endsWith('?full'))
      return [
        { identifier: S1, loadSpec: {} },
        { identifier: T1, loadSpec: { type: 'tombstone' } },
      ];
    return [{ id: S1 }];
  });
  expect(await awaitQueried(druid, 'a', '2026-01-01/2026-01-03', 0)).toBe(true);
});

test('nothing is exported while a segment that is stored is not queried, because no historical has it', async () => {
  let isExported = false;
  const druid = druidOf(({ path }) => {
    if (path.endsWith('/segments')) return [S1, T1];
    return path.endsWith('?full') ? [{ identifier: T1, loadSpec: { type: 'local' } }] : [{ id: S1 }];
  });
  const options = { range: null, folder: tmpdir(), limitMs: 0 };
  const exporting = withCopiedEvents(druid, 'a', options, async () => (isExported = true));
  await expect(exporting).rejects.toThrow(
    'Druid does not answer with all events of a at present, so nothing was exported',
  );
  expect(isExported).toBe(false);
});

test('all times are named in words, not by the years that Druid begins and ends with', () => {
  const day = { startMs: Date.UTC(2026, 9, 1), endMs: Date.UTC(2026, 9, 2) };
  expect(namesOf([{ startMs: -Infinity, endMs: Infinity }, day, day])).toEqual([
    '2026-10-01T00:00:00.000Z/2026-10-02T00:00:00.000Z',
    'any interval',
  ]);
});

test('a segment counts as replaced only once newer versions cover all of its time', () => {
  const day = (date: number, version: string, days = 1) => ({
    id: `${date} ${version}`,
    version,
    startMs: Date.UTC(2026, 0, date),
    endMs: Date.UTC(2026, 0, date + days),
  });
  const replaced = (...stored: readonly StoredSegment[]) => replacedAmong(stored, stored).map(({ id }) => id);
  expect(replaced(day(1, 'v1', 31), day(5, 'v2'))).toEqual([]);
  expect(replaced(day(1, 'v2', 31), day(5, 'v1'))).toEqual(['5 v1']);
  expect(replaced(day(1, 'v1', 3), day(3, 'v3'), day(1, 'v2', 2))).toEqual(['1 v1']);
  expect(replaced(day(1, 'v1', 3), day(3, 'v3'), day(1, 'v2'))).toEqual([]);
  expect(replaced(day(1, 'v1'), day(1, 'v1'))).toEqual([]);
});

test('a day of twelve segments that were merged is merged again once another one is added', async () => {
  const segments = Array.from({ length: 12 }, (_, partition) =>
    partition === 0 ? S1 : `${S1}_${partition}`,
  );
  const druid = druidOf(({ path }) => {
    if (path.includes('/config/compaction/')) throw new DruidError(404, NO_DETAILS, 'none');
    if (path.endsWith('/segments')) return segments;
    if (path.endsWith('/status')) return { status: { statusCode: 'SUCCESS' } };
    return path === '/druid/v2' ? segments.map((id) => ({ id })) : [];
  });
  const mergedDays = new Map<string, string>();
  const compact = () => compactDays(druid, 'a', Date.UTC(2026, 1), mergedDays);
  expect([await compact(), await compact()]).toEqual([1, 0]);
  segments.push(`${S1}_12`);
  expect(await compact()).toBe(1);
});

test("an administrator's retention rules stay, although they look like those of serve --keep", async () => {
  const rules = [{ type: 'loadByPeriod', period: 'P30D' }, { type: 'dropForever' }];
  const written: unknown[] = [];
  const druidWithRulesOf = (author: string) =>
    druidOf(({ path, body }) => {
      if (body !== undefined) written.push(body);
      return path.endsWith('/history?count=1') ? [{ auditInfo: { author } }] : rules;
    });
  await expect(keepForDays(druidWithRulesOf('console'), 'a', 60)).rejects.toThrow('its own retention rules');
  expect(written).toEqual([]);
  await keepForDays(druidWithRulesOf('insight-report'), 'a', 60);
  expect(written).toHaveLength(1);
});

test('a payload key is text, or a number if Druid holds numbers of it', async () => {
  const columns = { plan: { type: 'STRING' }, price: { type: 'DOUBLE' } };
  const { broker } = druidOf(() => [{ columns }]);
  const payload = await readPayloadColumns(broker, 'a');
  expect([...payload.values()].map(({ kind }) => kind)).toEqual(['text', 'double']);
});
