import { bind } from 'jest-each';

type Skip = (title: string, ...rest: readonly unknown[]) => void;

/**
 * `test` if what a test needs is there. Elsewhere its tests are skipped, and their titles say why: see
 * `SkippedTests`.
 */
export function testWith(needed: string, isThere: boolean): typeof test {
  if (isThere) return test;
  const skip: Skip = (title) => {
    test.skip(`${title} (needs ${needed})`, () => undefined);
  };
  return Object.assign(skip, { each: bind(skip as never) }) as unknown as typeof test;
}

/** `describe` if what the tests of a group need is there. Elsewhere the group is one test that is skipped. */
export function describeWith(needed: string, isThere: boolean): Skip {
  if (isThere) return describe as Skip;
  return (title) => {
    testWith(needed, false)(title, () => undefined);
  };
}
