import fc from 'fast-check';

/** Whether the tests run at full size (`npm run test:long`), as `.ci/run` does. */
export const isLong = process.env.TEST_LONG === '1';

/**
 * How many cases a property tries: `full` of them in the long run; otherwise a fifth, or `short`.
 * @param full The number of cases in the long run.
 */
export function runs(full: number, short: number = Math.ceil(full / 5)): number {
  return isLong ? full : short;
}

/** A test that only the long run has. */
export const testAtLength = (...given: Parameters<typeof test>): void => {
  if (isLong) test(...given);
};

// One seed for every run, so that a test that passed on one machine passes on the next. Another seed tries
// other cases: `PROPERTY_SEED=7 npm run jest`.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261121), numRuns: runs(100) });

export default fc;
