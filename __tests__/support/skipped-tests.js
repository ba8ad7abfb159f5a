/**
 * Says at the end of a run how many tests were skipped, and what they need. With REQUIRE_ALL_TESTS=1, as in
 * `.ci/run`, a skipped test is a failure.
 * @implements {import('jest').Reporter}
 */
export default class SkippedTests {
  #error;
  #isPart;

  constructor({ testNamePattern }) {
    // What `-t` leaves out counts as skipped, too.
    this.#isPart = Boolean(testNamePattern);
  }

  onRunComplete(_, { testResults }) {
    const skipped = testResults.flatMap((file) =>
      file.testResults.filter(({ status }) => status === 'pending').map(({ title }) => title),
    );
    if (skipped.length === 0 || this.#isPart) return;
    const needs = new Set(skipped.map((title) => / \(needs (.+)\)$/.exec(title)?.[1] ?? title));
    const count = `${skipped.length} test${skipped.length === 1 ? '' : 's'}`;
    const line = `skipped ${count} for want of ${[...needs].sort().join(', ')}: .ci/run installs what is missing`;
    // jest writes its summary after all reporters.
    process.on('exit', () => process.stderr.write(`\n${line}\n`));
    if (process.env.REQUIRE_ALL_TESTS === '1') this.#error = new Error(line);
  }

  getLastError() {
    return this.#error;
  }
}
