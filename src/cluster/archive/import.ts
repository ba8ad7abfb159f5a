// Imports staged events into Druid, all or none: a Druid task reads them over HTTP from this process.
import { hash, randomUUID } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { truncate } from '../../text/truncate.ts';
import type { JsonObject } from '../../tql/json.ts';
import { StoreError } from '../../service/errors.ts';
import { importedBefore, type ImportJournal, type StagedEvents } from '../../service/events/event-store.ts';
import type { Druid } from '../druid.ts';
import { dataSchemaOf, TASK_CONTEXT } from '../event-schema.ts';
import { awaitAbandonedTask, awaitTask, findTaskEnd, submitTask, type TaskEnd } from './batch-task.ts';
import { type EventFile, writeEventFile } from './event-file.ts';
import { type EventServer, openEventServer } from './event-server.ts';
import { awaitQueried } from './segments.ts';
import { wholeDays } from './stretches.ts';

/** An organization of the store whose events are in a data source. */
export interface ClusterOwner {
  readonly id: number;
  readonly namespace: string;
  readonly createdMs: number;
}

/** What importing into a cluster needs. `folder` is for files that are removed at the end. */
interface ClusterImport {
  readonly druid: Druid;
  readonly journal: ImportJournal;
  readonly folder: string;
  /** The ids of the tasks that this process waits for. */
  readonly underWay: Set<string>;
}

/** How long Druid may take from storing events to counting them. */
const LIMIT_COUNTED_MS = 600_000;

/**
 * Adds staged events to a data source with one task, all or none, and returns once queries count them. Throws
 * `StoreError`.
 */
export async function importStaged(
  { druid, journal, folder, underWay }: ClusterImport,
  owner: ClusterOwner,
  connection: DuckDBConnection,
  staged: StagedEvents,
): Promise<void> {
  const file = await writeEventFile(connection, staged, folder);
  try {
    const content = await nameContent(journal, owner, staged);
    const name = `insight-report-import-${owner.namespace}-${content}`;
    await load(druid, owner.namespace, name, file, underWay);
    if (staged.file !== null) await journal.recordImport(owner.id, staged.file);
    const interval = wholeDays({ startMs: file.firstMs, endMs: file.lastMs + 1 });
    if (await awaitQueried(druid, owner.namespace, interval, LIMIT_COUNTED_MS)) return;
    throw new StoreError(
      `Druid has stored the events of ${staged.file?.file ?? owner.namespace}, but does not count them yet: check that its historicals run and have room. They need not be imported again.`,
    );
  } finally {
    await file.remove();
  }
}

/**
 * A name for an import of a file's content, for Druid's task. An import that was cut off before the journal
 * noted it gets the same name when it is repeated, so its events are not loaded twice; with `--again`,
 * another name. Throws `StoreError` if the content was imported before and is not to be imported again.
 */
async function nameContent(
  journal: ImportJournal,
  { id, namespace, createdMs }: ClusterOwner,
  { file, again }: StagedEvents,
): Promise<string> {
  if (file === null) return randomUUID();
  const { content } = file;
  const earlier = again ? null : await journal.findImport(id, content);
  if (earlier !== null) throw importedBefore(file.file, earlier);
  const times = await journal.countImports(id, content);
  return hash('sha256', JSON.stringify([namespace, createdMs, times, [content]])).slice(0, 32);
}

const MAX_ATTEMPTS = 100;

/** Runs the task `name-1`, unless it has succeeded before; if it has failed, `name-2`, and so on. */
async function load(
  { overlord }: Druid,
  namespace: string,
  name: string,
  file: EventFile,
  underWay: Set<string>,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const id = `${name}-${attempt}`;
    let earlier = await findTaskEnd(overlord, id);
    // Of another import in this process, or of one that was killed.
    if (earlier === 'running')
      earlier = await (underWay.has(id)
        ? awaitTask(overlord, id)
        : awaitAbandonedTask(overlord, id, file.events));
    if (earlier?.hasSucceeded === true) return;
    if (earlier !== null) continue;
    const server = await openEventServer(file.path, overlord.address);
    underWay.add(id);
    try {
      await submitTask(overlord, importTask(id, namespace, server.url));
      const end = await awaitTask(overlord, id);
      if (!end.hasSucceeded) throw failure(id, end, server);
      return;
    } finally {
      underWay.delete(id);
      await server.close();
    }
  }
  throw new StoreError(
    `Druid failed ${MAX_ATTEMPTS} times to import this content, and nothing of it was taken.`,
  );
}

/** A task that adds the events of a file to a data source, all or none. */
export function importTask(id: string, namespace: string, url: string): JsonObject {
  return {
    type: 'index_parallel',
    id,
    spec: {
      dataSchema: dataSchemaOf(namespace),
      ioConfig: {
        type: 'index_parallel',
        inputSource: { type: 'http', uris: [url] },
        inputFormat: { type: 'json' },
        appendToExisting: true,
      },
      // A row that Druid cannot read fails the task: the events were parsed before.
      tuningConfig: { type: 'index_parallel', maxNumConcurrentSubTasks: 1, maxParseExceptions: 0 },
    },
    context: TASK_CONTEXT,
  };
}

const REASON_LENGTH = 300;

function failure(
  id: string,
  { reason }: Extract<TaskEnd, { hasSucceeded: false }>,
  server: EventServer,
): StoreError {
  const because = reason === '' ? '' : `: ${truncate(reason, REASON_LENGTH)}`;
  const { host } = new URL(server.url);
  const advice = server.wasRequested()
    ? "The task's log in Druid says more."
    : `Druid did not read the events, which this machine had ready at http://${host}. Its workers must reach that address: give --druid a name or address that this machine and the workers share (not localhost), and let them connect.`;
  return new StoreError(`Nothing was taken, because Druid's task ${id} failed${because}. ${advice}`);
}
