import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import type { RequestEntry } from '../../service/http/request-log.ts';
import { startService } from '../../service/start.ts';
import { command } from '../arguments/command.ts';
import { integer, MEMORY, NOW_FLAG, PORT } from '../arguments/values.ts';
import { type Io, untilStopped } from '../io.ts';
import { DB_FLAG } from '../store.ts';

const serve = command(
  {
    name: 'serve',
    description: `Serves the query API from a database file, which is created if it does not exist. Runs until SIGINT or SIGTERM.
Its first line of output is "Listening on http://HOST:PORT"; each request is logged to stderr in one line.`,
    flags: {
      db: DB_FLAG,
      host: { value: 'HOST', default: '127.0.0.1', description: 'the address to listen on' },
      port: { value: 'PORT', type: PORT, default: '8788', description: 'the port to listen on; 0 takes any free one' },
      ingest: {
        value: 'NAMESPACE',
        repeats: true,
        description:
          "accepts the organization's events at POST /v2/namespace/NAMESPACE/, and those of the first one named at POST /v2/ too",
      },
      memory: {
        value: 'SIZE',
        type: MEMORY,
        description: 'memory for all queries together, such as 4GB (default: half of the memory)',
      },
      threads: {
        value: 'N',
        type: integer(1, 999),
        description: 'threads for running queries (default: one for each core)',
      },
      'temp-directory': { value: 'FOLDER', description: 'spill directory (default: beside the database)' },
      quiet: { description: 'does not log requests, failed ones excepted' },
      now: { ...NOW_FLAG, description: 'fixes the clock at this moment: 2026-11-16T09:00:00Z' },
    },
    operands: {},
  },
  async ({ flags: { db, host, port, ingest, memory, threads, 'temp-directory': temporaryFolder, now, quiet } }, io) => {
    if (temporaryFolder !== null) await checkFolder(temporaryFolder);
    const service = await startService({
      ...{ dbPath: db, host, port, ingest },
      ...(memory === null ? {} : { memoryLimit: memory }),
      ...(threads === null ? {} : { threads }),
      ...(temporaryFolder === null ? {} : { temporaryFolder }),
      ...(now === null ? {} : { nowMs: now }),
      log: (entry) => {
        if (!quiet || entry.status >= 500) io.stderr.write(`${formatRequestLine(entry, io)}\n`);
      },
      warn: (message) => io.stderr.write(`insight-report serve: ${message}\n`),
    });
    io.stdout.write(`Listening on ${service.url}\n`);
    await untilStopped(io);
    await service.close();
    return 0;
  },
);

export const commands = [serve];

/** Throws `InputError` unless the folder exists and can be written to. */
async function checkFolder(folder: string): Promise<void> {
  const isFolder = (await stat(folder).catch(() => null))?.isDirectory() === true;
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (isFolder && isWritable) return;
  const problem = isFolder ? 'which cannot be written to' : 'which is not a folder';
  throw new InputError([`--temp-directory is ${JSON.stringify(folder)}, ${problem}`]);
}

function formatRequestLine({ method, route, status, durationMs, error }: RequestEntry, io: Io): string {
  const line = `${new Date().toISOString()} ${method} ${route} ${status} ${durationMs} ms`;
  if (status < 500 || !(error instanceof Error)) return line;
  // An error's message can hold values of events, so it is logged only if asked for.
  return `${line} ${error.name}${io.env['INSIGHT_REPORT_DEBUG'] === '1' ? `: ${error.stack ?? error.message}` : ''}`;
}
