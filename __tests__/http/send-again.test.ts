import { type Attempt, backOffMs, type RetryPolicy, sendAgain } from '../../src/http/send-again.ts';

/**
 * Tries what fails with these waits, and then succeeds. Returns the last attempt and the waits in between.
 */
async function tried(waits: readonly (number | null)[], policy: Partial<RetryPolicy>) {
  const slept: number[] = [];
  const attempt = (count: number): Promise<Attempt<string, number>> => {
    const retryMs = waits[count - 1];
    return Promise.resolve(
      retryMs === undefined ? { kind: 'done', value: 'sent' } : { kind: 'failed', failure: count, retryMs },
    );
  };
  const clock = {
    now: () => slept.reduce((sum, ms) => sum + ms, 0),
    sleep: (ms: number) => {
      slept.push(ms);
      return Promise.resolve();
    },
  };
  return { result: await sendAgain(attempt, { tries: 4, longestWaitMs: 60_000, ...policy }, clock), slept };
}

test('a request that fails is sent again after the waits that its failures ask for, until it succeeds', async () => {
  const { result, slept } = await tried([backOffMs(1), backOffMs(2), 0], {});
  expect(result).toEqual({ kind: 'done', value: 'sent', tries: 4 });
  expect(slept).toEqual([1000, 2000]);
});

test.each([
  ['after the last try', [1, 1, 1, 1], {}, 4],
  ['after a failure that another try cannot help', [1, null], {}, 2],
  ['before a wait that is too long', [1, 60_001], {}, 2],
  ['before a wait that would end too late', [1000, 1000], { endsMs: 2000 }, 2],
])('a request is given up %s', async (_, waits, policy, tries) => {
  const { result, slept } = await tried(waits, policy);
  expect(result).toMatchObject({ kind: 'failed', failure: tries, tries });
  expect(slept).toHaveLength(tries - 1);
});
