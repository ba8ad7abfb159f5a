import { CrowdedError } from '../../../../src/service/errors.ts';
import { createRowCounter, withAnswerMemory } from '../../../../src/service/query/engines/answer-memory.ts';

const { signal } = new AbortController();

/** Counts a row of so many characters in its own answer. */
const answer = (characters: number): Promise<unknown> =>
  withAnswerMemory(
    async () => {
      createRowCounter().count(1, characters);
      return null;
    },
    (run) => run(signal),
  );

test('a short answer is not refused because of long ones that are being made, a longer one is', async () => {
  const { promise: sent, resolve } = Promise.withResolvers<undefined>();
  // By itself just short enough, at the limit of 350 MB.
  const long = withAnswerMemory(
    async () => {
      createRowCounter().count(1, 116_666_500);
      return null;
    },
    async (run) => {
      const rows = await run(signal);
      await sent;
      return rows;
    },
  );
  await new Promise((settled) => setImmediate(settled));
  await expect(answer(100_000)).resolves.toBeNull();
  await expect(answer(1_000_000)).rejects.toThrow(CrowdedError);
  resolve(undefined);
  await long;
  await expect(answer(1_000_000)).resolves.toBeNull();
});
