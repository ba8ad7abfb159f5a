import config from './jest.config.js';

process.env.TEST_LIMIT_MS = '300000';

/** The suites that need a Druid and a Kafka. They share one of each. @type {import('jest').Config} */
export default {
  ...config,
  testMatch: ['<rootDir>/__tests__/**/*.cluster.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/__tests__/support/cluster/start.ts',
  globalTeardown: '<rootDir>/__tests__/support/cluster/end.ts',
  maxWorkers: 2,
};
