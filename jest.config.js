import { join } from 'node:path';

// The programs that tests start, over and over, are compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  // These need a cluster, or a workflow runner: `npm run test:cluster`, `npm run test:runner`.
  testPathIgnorePatterns: [
    '/node_modules/',
    '\\.cluster\\.test\\.ts$',
    '<rootDir>/__tests__/(runner|package)/',
  ],
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/dist/'],
  // A slow machine is not a failure; a property at full size takes minutes on one.
  testTimeout: process.env.TEST_LONG === '1' ? 600_000 : 60_000,
  // One more than the cores of a small machine: many suites wait for processes, sockets and clocks.
  maxWorkers: 3,
  // A worker keeps the modules of every suite that it has run: with gigabytes of them, collecting garbage
  // takes longer than the tests.
  workerIdleMemoryLimit: '400MB',
};
