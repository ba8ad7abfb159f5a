// Runs in each process of the tests, before its first suite. The runner, jest-light-runner, has no time
// limit: a test that hangs would never end.
import { bind } from 'jest-each';
import { keepFilesPrivate } from '../../src/service/process.ts';
import { isLong } from './properties.ts';

// Tests open database files in this process, as commands do.
keepFilesPrivate();

/** A slow machine is not a failure; a property at full size takes minutes on one. */
const LIMIT_MS = Number(process.env['TEST_LIMIT_MS'] ?? (isLong ? 600_000 : 90_000));

type Add = (title: string, body: () => unknown, limitMs?: number) => void;

async function within(body: () => unknown, limitMs: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`The test was not over after ${limitMs / 1000} s.`));
  }, limitMs);
  try {
    await Promise.race([body(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function limited(add: Add): Add {
  const limit: Add = (title, body, limitMs = LIMIT_MS) => {
    add(title, () => within(body, limitMs));
  };
  return Object.assign(limit, { each: bind(limit as never) });
}

const original = test as unknown as Add & Record<'skip' | 'only' | 'concurrent', Add>;
globalThis.test = Object.assign(limited(original), {
  skip: original.skip,
  only: limited(original.only),
  concurrent: limited(original.concurrent),
}) as unknown as typeof test;

// What a suite left open does not keep its process once the run is over.
process.on('disconnect', () => process.exit());
