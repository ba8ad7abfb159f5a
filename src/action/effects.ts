// The real file system and clock, which main.ts gives to publishing; tests give their own.
import { appendFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishEffects } from '../report/publish/post.ts';

/** The file system and the clock, as publishing uses them. */
export function nodePublishEffects(): PublishEffects {
  return {
    appendFile,
    fileSizeBytes: async (path) => (await stat(path).catch(() => null))?.size ?? 0,
    sleep,
    now: Date.now,
  };
}
