import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cache = join(import.meta.dirname, 'node_modules', '.cache');
// The programs that tests start, over and over, are compiled once.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled');

// What tests leave behind is removed after the run.
const temporary = mkdtempSync(join(tmpdir(), 'insight-report-tests-'));
// PostgreSQL, which runs as another user, has to reach its own folder in it.
chmodSync(temporary, 0o711);
process.env.TMPDIR = temporary;
// The machine's zone must not matter, and in UTC it would not be noticed.
process.env.TZ ??= 'America/St_Johns';
// For the processes of the tests, which inherit it.
process.execArgv.push('--import', join(import.meta.dirname, '__tests__/support/early-worker-data.js'));
process.on('exit', () => {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** @type {import('jest').Config} */
export default {
  // Node runs the sources as they are, and each process loads them once for all of its suites: to load them
  // for each took longer than most suites' tests.
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  reporters: ['default', '<rootDir>/__tests__/support/skipped-tests.js'],
  globalSetup: '<rootDir>/__tests__/support/bundle.ts',
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/jest-setup.ts'],
  transform: {},
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  // These need a cluster, ten minutes, a workflow runner or a package: `npm run test:cluster`, `test:kills` and so on.
  testPathIgnorePatterns: [
    '/node_modules/',
    '\\.(?:cluster|long)\\.test\\.ts$',
    '<rootDir>/__tests__/(runner|package)/',
  ],
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/dist/'],
  cacheDirectory: join(cache, 'jest'),
  // One more than the cores of a small machine: many suites wait for processes, sockets and clocks.
  maxWorkers: 3,
};
