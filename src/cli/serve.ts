import { InputError } from '../errors.ts';
import { type RequestEntry } from '../service/app.ts';
import { startService } from '../service/start.ts';
import { type Arguments, type CommandSpec } from './arguments.ts';
import type { Io } from './io.ts';
import { readPort } from './port.ts';
import { readNow } from './query.ts';
import { DB_FLAG, runCommand } from './run-command.ts';
import { readResources } from './serve-resources.ts';
import { untilSignal } from './until-signal.ts';

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
  const port = portOf(given.text('port') ?? DEFAULT_PORT);
  const nowMs = readNow(given.text('now'));
  const resources = await readResources(given);
  const service = await startService({
    dbPath: given.text('db') ?? '',
    host: given.text('host') ?? '127.0.0.1',
    port,
    ingest: given.texts('ingest'),
    ...(nowMs === null ? {} : { nowMs }),
    ...resources,
    log: (entry) => io.stderr.write(`${lineOf(entry, io)}\n`),
    warn: (message) => io.stderr.write(`insight-report serve: ${message}\n`),
  });
  io.stdout.write(`Listening on ${service.url}\n`);
  await stopped();
  await service.close();
  return 0;
}

function portOf(written: string): number {
  const port = readPort(written);
  if (port !== null) return port;
  throw new InputError([`--port is ${JSON.stringify(written)}; it is a number from 0 (any free port) to 65535`]);
}

function lineOf({ method, route, status, durationMs, error }: RequestEntry, io: Io): string {
  const line = `${new Date().toISOString()} ${method} ${route} ${status} ${durationMs} ms`;
  if (status < 500 || !(error instanceof Error)) return line;
  // What an error says can hold values of events, so it is shown only to whoever asks for it.
  return `${line} ${error.name}${io.env['INSIGHT_REPORT_DEBUG'] === '1' ? `: ${error.stack ?? error.message}` : ''}`;
}
