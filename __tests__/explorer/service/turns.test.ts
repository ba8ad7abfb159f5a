import fc from 'fast-check';
import { createTurns } from '../../../src/explorer/service/turns.ts';
import { runs } from '../../support/properties.ts';

const never = new AbortController().signal;

/**
 * A task that takes some turns of the event loop, and notes that it is under way. It ends early if it is
 * aborted.
 */
function taskOf(name: string, turns: number, underWay: string[], log: string[]) {
  return async (signal: AbortSignal) => {
    signal.throwIfAborted();
    underWay.push(name);
    log.push(underWay.join('+'));
    try {
      for (let turn = 0; turn < turns; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
      }
      return name;
    } finally {
      underWay.splice(underWay.indexOf(name), 1);
    }
  };
}

test('every task runs, a few of `first` at a time, and one of `behind` only while there is no other', async () => {
  const steps = fc.array(fc.record({ isBehind: fc.boolean(), turns: fc.nat(4), pause: fc.nat(3) }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { first, behind } = createTurns();
      const [underWay, log, ended]: [string[], string[], string[]] = [[], [], []];
      const all: Promise<unknown>[] = [];
      for (const [index, { isBehind, turns, pause }] of given.entries()) {
        const name = `${isBehind ? 'behind' : 'first'} ${index}`;
        const task = taskOf(name, turns, underWay, log);
        all.push((isBehind ? behind : first)(task, never).then((done) => ended.push(done)));
        for (let turn = 0; turn < pause; turn++) await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(all);
      expect(log.filter((names) => /\+behind \d+$|(?:first.*){5}/.test(names))).toEqual([]);
      expect(ended.length).toBe(given.length);
    }),
    { numRuns: runs(500, 50) },
  );
});

test('a task of `behind` ends when one of `first` comes, and runs again afterwards', async () => {
  const { first, behind } = createTurns();
  const [underWay, log]: [string[], string[]] = [[], []];
  const later = behind(taskOf('count', 1000, underWay, log), AbortSignal.timeout(60_000));
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(underWay).toEqual(['count']);
  expect(await first(taskOf('ask', 1, underWay, log), never)).toBe('ask');
  expect(await later).toBe('count');
  expect(log).toEqual(['count', 'count+ask', 'count']);
});

test('a task of `behind` ends if its caller aborts it, or if it fails by itself', async () => {
  const { behind } = createTurns();
  const cancelling = new AbortController();
  const cancelled = behind(taskOf('count', 1000, [], []), cancelling.signal);
  cancelling.abort(new Error('closed'));
  await expect(cancelled).rejects.toThrow('closed');
  await expect(behind(() => Promise.reject(new Error('refused')), never)).rejects.toThrow('refused');
});
