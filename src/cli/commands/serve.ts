import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import type { RequestEntry } from '../../service/http/request-log.ts';
import { type StartOptions, startService } from '../../service/start.ts';
import { DB_FLAG, runCommand } from '../arguments/command.ts';
import type { Arguments, CommandSpec } from '../arguments/parse.ts';
import { parsePort } from '../arguments/values.ts';
import { type Io, untilSignal } from '../io.ts';
import { readNow } from './query.ts';

/** `insight-report serve`: the query service, until it is told to stop. Gives the exit code. */
export function run(args: readonly string[], io: Io, stopped: () => Promise<void> = untilSignal): Promise<number> {
  return runCommand(SERVE, args, io, (given) => serve(given, io, stopped));
}

const SERVE: CommandSpec = {
  usage:
    'serve --db FILE [--host HOST] [--port PORT] [--ingest NAMESPACE]… [--memory SIZE] [--threads N] [--temp-directory FOLDER] [--now MOMENT]',
  says: `Serves the query API from a database file, which is made where there is none. Runs until SIGINT or SIGTERM.
Its first line of output is "Listening on http://HOST:PORT"; the requests are logged to stderr, one line each.`,
  flags: {
    db: DB_FLAG,
    host: { value: 'HOST', says: 'the address to listen on (127.0.0.1)' },
    port: { value: 'PORT', says: 'the port to listen on (8788); 0 is any' },
    ingest: {
      value: 'NAMESPACE',
      repeats: true,
      says: "takes the organization's events at POST /v2/namespace/NAMESPACE/; those of the first named at POST /v2/ too",
    },
    memory: { value: 'SIZE', says: 'what queries may hold together, as 4GB (half of the memory)' },
    threads: { value: 'N', says: 'how many threads count (one for each core)' },
    'temp-directory': {
      value: 'FOLDER',
      says: 'where goes what memory does not hold (beside the database file)',
    },
    now: { value: 'MOMENT', says: 'fixes the clock at this moment, 2026-11-16T09:00:00Z' },
  },
  positionals: { name: '', min: 0, max: 0 },
};

const DEFAULT_PORT = '8788';

async function serve(given: Arguments, io: Io, stopped: () => Promise<void>): Promise<number> {
  const port = readPortFlag(given.text('port') ?? DEFAULT_PORT);
  const nowMs = readNow(given.text('now'));
  const resources = await readResources(given);
  const service = await startService({
    dbPath: given.text('db') ?? '',
    host: given.text('host') ?? '127.0.0.1',
    port,
    ingest: given.texts('ingest'),
    ...(nowMs === null ? {} : { nowMs }),
    ...resources,
    log: (entry) => io.stderr.write(`${formatRequestLine(entry, io)}\n`),
    warn: (message) => io.stderr.write(`insight-report serve: ${message}\n`),
  });
  io.stdout.write(`Listening on ${service.url}\n`);
  await stopped();
  await service.close();
  return 0;
}

function readPortFlag(written: string): number {
  const port = parsePort(written);
  if (port !== null) return port;
  throw new InputError([`--port is ${JSON.stringify(written)}; it is a number from 0 (any free port) to 65535`]);
}

function formatRequestLine({ method, route, status, durationMs, error }: RequestEntry, io: Io): string {
  const line = `${new Date().toISOString()} ${method} ${route} ${status} ${durationMs} ms`;
  if (status < 500 || !(error instanceof Error)) return line;
  // What an error says can hold values of events, so it is shown only to whoever asks for it.
  return `${line} ${error.name}${io.env['INSIGHT_REPORT_DEBUG'] === '1' ? `: ${error.stack ?? error.message}` : ''}`;
}

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
const MIN_MEMORY_BYTES = 64e6;

function memoryProblem(written: string): string | null {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([MGT]i?B)$/i.exec(written) ?? [];
  const bytes = Number(count) * (UNITS[unit.toLowerCase()] ?? 0);
  if (bytes >= MIN_MEMORY_BYTES) return null;
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
