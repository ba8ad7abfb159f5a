// `serve` runs the query service until it is stopped: this file turns the flags into the options of
// `startService`.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { InputError } from '../../text/errors.ts';
import { limitsFor } from '../../service/http/run-limits.ts';
import { parseNetwork } from '../../service/http/client-address.ts';
import { postRate } from '../../service/ingest/guard.ts';
import { isWritable, suggestFile } from '../../service/store/files/paths.ts';
import { whereKnown } from '../../tql/json.ts';
import { keepFilesPrivate } from '../../service/process.ts';
import { startService } from '../../service/start.ts';
import { command } from '../arguments/command.ts';
import type { ValueType } from '../arguments/spec.ts';
import { integer, KEEP, listenFlags, MEMORY, NOW_FLAG, oneOf } from '../arguments/values.ts';
import { readServed } from '../cluster-flags.ts';
import { untilStopped } from '../io.ts';
import { serveLog } from '../serve-log.ts';
import { CLUSTER_FLAGS, CLUSTER_GROUP, KAFKA_FLAGS, STORE_FLAGS } from '../arguments/place.ts';

/** The value of `--trusted-proxy`. */
const NETWORK: ValueType<string> = {
  expected: 'an address or a network: 10.0.0.7, 10.0.0.0/8, fd00::/8',
  parse: (text) => (parseNetwork(text) === null ? null : text),
};

const serve = command(
  {
    name: 'serve',
    description: `Runs the query service on a database file, until SIGINT or SIGTERM. If the file does not exist, it creates the file.
Its first line of output is "Listening on http://HOST:PORT". It logs each request to stderr in one line.`,
    flags: {
      ...STORE_FLAGS,
      ...listenFlags('8788'),
      ingest: {
        value: 'NAMESPACE',
        repeats: true,
        description:
          'accepts events for this organization at POST /v2/namespace/NAMESPACE/. The first NAMESPACE also gets the events at POST /v2/',
      },
      'ingest-keys': {
        description: 'takes only events with a write key of the organization ("key create" makes one)',
      },
      'ingest-rate': {
        value: 'N',
        type: integer(0, 1_000_000),
        description:
          'how many requests with events an IP address may send each second. A write key may send ten times as many (default: 100 with --ingest-keys, otherwise 500; 0: no limit)',
      },
      'trusted-proxy': {
        value: 'ADDRESS',
        type: NETWORK,
        repeats: true,
        description:
          'the address (10.0.0.7) or network (10.0.0.0/8) of your proxy on another machine, which names the client in the header X-Forwarded-For',
      },
      ...CLUSTER_FLAGS,
      druid: {
        value: 'URL',
        group: CLUSTER_GROUP,
        description:
          'answers queries from a cluster: the address of a Druid router, or of a broker (see docs/operate/cluster/README.md)',
      },
      ...KAFKA_FLAGS,
      keep: {
        value: 'TIME',
        type: KEEP,
        description: 'deletes events older than this, at the start and then daily: 400d (default: keeps all)',
      },
      memory: {
        value: 'SIZE',
        type: MEMORY,
        description:
          "memory for all queries and posts together, such as 4GB (default: half of the machine's)",
      },
      threads: {
        value: 'N',
        type: integer(1, 999),
        description: 'threads for running queries (default: one for each core)',
      },
      concurrency: {
        value: 'N',
        type: integer(1, 1000),
        description:
          'how many queries run at the same time (default: 4, on a cluster 20); see docs/reference/limits.md',
      },
      drain: {
        value: 'SECONDS',
        type: integer(0, 600),
        description:
          'how many seconds to answer requests after SIGTERM. Meanwhile, /health is 503, so that a proxy uses another "serve" (default: 5 with --state, otherwise 0)',
      },
      'temp-directory': {
        value: 'FOLDER',
        description: 'where large queries write temporary files (default: next to the database file)',
      },
      'log-format': {
        value: 'FORMAT',
        type: oneOf(['text', 'json']),
        default: 'text',
        description: 'the format of the log: text, or json (one object on each line)',
      },
      quiet: { description: 'logs only failed requests' },
      now: { ...NOW_FLAG, description: 'fixes the clock at this moment: 2026-11-16T09:00:00Z' },
    },
  },
  async ({ flags }, io) => {
    const { db, host, port, ingest, concurrency, drain, 'temp-directory': temporaryFolder } = flags;
    if (temporaryFolder !== null) await checkFolder(temporaryFolder);
    const rate = flags['ingest-rate'];
    const guard = {
      needsKey: flags['ingest-keys'],
      proxies: flags['trusted-proxy'],
      ...whereKnown({ rate: rate === null ? null : postRate(rate) }),
    };
    const log = serveLog(flags['log-format'], flags.quiet, io);
    const { canTakePosts, ...served } = await readServed(flags, log.warn);
    if (!canTakePosts && ingest.length > 0)
      throw new InputError([
        '--ingest needs --kafka BROKERS on a cluster: Kafka keeps the events until Druid has them',
      ]);
    if (guard.needsKey && ingest.length === 0)
      throw new InputError(['--ingest-keys is for --ingest NAMESPACE, without which no events are taken']);
    // Only of a file that does not exist yet: the existing one that may be meant.
    const suggestion = db === null || existsSync(db) ? null : await suggestFile(db);
    // Also if the start fails after the file was created.
    const sayCreated = () => {
      if (db !== null && suggestion !== null && existsSync(db))
        log.warn(`${db} was created: it did not exist, and has no organization yet${suggestion}`);
    };
    keepFilesPrivate();
    const service = await startService({
      ...served,
      host,
      port,
      ingest,
      guard,
      // `openState` is there with --state.
      drainMs: (drain ?? (served.openState === undefined ? 0 : 5)) * 1000,
      log: log.request,
      warn: log.warn,
      measured: [log.lostLines],
      ...whereKnown({
        keepMs: flags.keep,
        memoryLimit: flags.memory,
        threads: flags.threads,
        limits: concurrency === null ? null : limitsFor(concurrency),
        temporaryFolder,
        nowMs: flags.now,
      }),
    }).catch((error: unknown) => {
      sayCreated();
      throw error;
    });
    io.stdout.write(`Listening on ${service.url}\n`);
    sayCreated();
    await untilStopped(io);
    await service.close();
  },
);

export const commands = [serve];

/** Throws `InputError` unless the folder exists and can be written to. */
async function checkFolder(folder: string): Promise<void> {
  const isFolder = (await stat(folder).catch(() => null))?.isDirectory() === true;
  if (isFolder && (await isWritable(folder))) return;
  const problem = isFolder ? 'which cannot be written to' : 'which is not a folder';
  throw new InputError([`--temp-directory is ${JSON.stringify(folder)}, ${problem}`]);
}
