import fc, { runs } from '../../support/properties.ts';
import { CancelledError } from '../../../src/service/errors.ts';
import { createFairQueue } from '../../../src/service/http/fair-queue.ts';

const never = new AbortController().signal;

/** Tasks that record when they begin, and end on command. */
function stage(atOnce: number, ofOne: number) {
  const turns = createFairQueue([atOnce, ofOne]);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    enter: (owner: number, name: string, signal = never) =>
      turns.run(['all', `${owner}`], signal, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    },
    settle: async () => {
      for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    },
  };
}

test('an owner leaves a place free for another', async () => {
  const { begun, enter, end, settle } = stage(4, 3);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void enter(1, name);
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  void enter(2, 'b1');
  void enter(2, 'b2');
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  // b has one under way and a two: b2 goes before a4, which came earlier.
  await end('a1');
  expect(begun.slice(4)).toEqual(['b2']);
  await end('b1');
  expect(begun.slice(5)).toEqual(['a4']);
});

test('a token leaves a place free for another one of its organization', async () => {
  const turns = createFairQueue([4, 3, 2]);
  const begun: string[] = [];
  const enter = (organization: string, token: string) =>
    void turns.run(['all', organization, `${organization} ${token}`], never, () => {
      begun.push(`${organization} ${token}`);
      return new Promise(() => undefined);
    });
  for (const token of ['1', '1', '1', '2', '2']) enter('a', token);
  enter('b', '1');
  for (let tick = 0; tick < 5; tick++) await Promise.resolve();
  expect(begun).toEqual(['a 1', 'a 1', 'a 2', 'b 1']);
});

test('a task that is cancelled while it waits never begins', async () => {
  const { begun, enter, end, settle } = stage(1, 1);
  void enter(1, 'first');
  const caller = new AbortController();
  const second = enter(1, 'second', caller.signal);
  const third = enter(1, 'third');
  await settle();
  caller.abort();
  await expect(second).rejects.toThrow(CancelledError);
  await expect(enter(1, 'fourth', caller.signal)).rejects.toThrow(CancelledError);
  await end('first');
  await end('third');
  await third;
  expect(begun).toEqual(['first', 'third']);
});

test('the limits always hold, every task runs, and a failed task frees its place', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 30 }),
      async (atOnce, ofOne, tasks) => {
        const turns = createFairQueue([atOnce, ofOne]);
        const running: number[] = [];
        let ended = 0;
        const all = tasks.map(([owner, fails]) =>
          turns.run(['all', `${owner}`], never, async () => {
            running.push(owner);
            expect(running.length).toBeLessThanOrEqual(atOnce);
            expect(running.filter((each) => each === owner).length).toBeLessThanOrEqual(ofOne);
            await new Promise(setImmediate);
            running.splice(running.indexOf(owner), 1);
            ended += 1;
            if (fails) throw new Error('failed');
          }),
        );
        const results = await Promise.allSettled(all);
        expect(results.map(({ status }) => status === 'rejected')).toEqual(tasks.map(([, fails]) => fails));
        expect(ended).toBe(tasks.length);
      },
    ),
    { numRuns: runs(50) },
  );
});
