import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { type StartOptions } from '../service/start.ts';
import { type Arguments } from './arguments.ts';

type Resources = Pick<StartOptions, 'memoryLimit' | 'threads' | 'temporaryFolder'>;

/** What `--memory`, `--threads` and `--temp-directory` give the service. Throws `InputError` with all that is wrong with them. */
export async function readResources(given: Arguments): Promise<Resources> {
  const [memory, threads, folder] = [given.text('memory'), given.text('threads'), given.text('temp-directory')];
  const problems = [
    memory === null ? null : memoryProblem(memory),
    threads === null || /^[1-9]\d{0,2}$/.test(threads)
      ? null
      : `--threads is ${JSON.stringify(threads)}; it is a number from 1 to 999`,
    folder === null ? null : await folderProblem(folder),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new InputError(problems);
  return {
    ...(memory === null ? {} : { memoryLimit: memory }),
    ...(threads === null ? {} : { threads: Number(threads) }),
    ...(folder === null ? {} : { temporaryFolder: folder }),
  };
}

const UNITS: Readonly<Record<string, number>> = {
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};
const LEAST_BYTES = 64e6;

function memoryProblem(written: string): string | null {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([MGT]i?B)$/i.exec(written) ?? [];
  const bytes = Number(count) * (UNITS[unit.toLowerCase()] ?? 0);
  if (bytes >= LEAST_BYTES) return null;
  return `--memory is ${JSON.stringify(written)}; it is a size of 64MB or more, as 512MB or 4GB`;
}

async function folderProblem(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) return `--temp-directory is ${JSON.stringify(folder)}, which is no folder`;
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? null : `--temp-directory is ${JSON.stringify(folder)}, which cannot be written to`;
}
