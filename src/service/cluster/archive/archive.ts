import { randomUUID } from 'node:crypto';
import { MS_PER_DAY } from '../../../tql/interval.ts';
import { StoreError } from '../../errors.ts';
import type { EventTable } from '../../events/columns.ts';
import type { EventArchive, ExportResult, ExportTarget, ImportJournal } from '../../events/event-store.ts';
import type { EventSelection } from '../../events/selection.ts';
import type { Druid } from '../druid.ts';
import { killTask, submitTask } from './batch-task.ts';
import { ALWAYS, countEvents, readPayloadColumns } from './columns.ts';
import { withCopiedEvents } from './export.ts';
import { type ClusterOwner, importStaged } from './import.ts';
import { ofUser, rewriteWithoutUser } from './rewrite.ts';
import { keepForDays } from './rules.ts';
import { before, dropSegments } from './segments.ts';

/** What the events of a cluster are kept with. The store's file keeps the organizations and the journal of imports. */
export interface ClusterArchiveOptions {
  readonly druid: Druid;
  readonly journal: ImportJournal;
  readonly organizations: { list(): Promise<readonly ClusterOwner[]> };
  /** A folder for files that are removed at the end of an import or export. */
  readonly folder: string;
  /** Exports the events of a table with the store's engine, which can read files in the folder. */
  readonly exportTable: (table: EventTable, target: ExportTarget) => Promise<ExportResult>;
}

/** The events of organizations in the data sources of a Druid cluster. */
export function clusterArchive(options: ClusterArchiveOptions): EventArchive {
  const { druid, journal, organizations } = options;
  const underWay = new Set<string>();
  const owner = async (organization: number) => {
    const found = (await organizations.list()).find(({ id }) => id === organization);
    if (found === undefined) throw new StoreError('The organization does not exist any more.');
    return found;
  };
  const removeBefore = async (namespace: string, beforeMs: number) => {
    const interval = before(beforeMs);
    const { events } = await countEvents(druid.broker, namespace, interval);
    if (events === 0) return 0;
    await dropSegments(druid, namespace, interval);
    await submitTask(
      druid.overlord,
      killTask(`insight-report-delete-${namespace}-${randomUUID()}`, namespace, interval),
    );
    return events - (await countEvents(druid.broker, namespace, interval)).events;
  };
  const removeUser = async (namespace: string, user: string) => {
    const count = async () => (await countEvents(druid.broker, namespace, ALWAYS, ofUser(user))).events;
    const events = await count();
    await rewriteWithoutUser(druid, namespace, user);
    return events - (await count());
  };
  return {
    payloadColumns: async (organization) => readPayloadColumns(druid.broker, (await owner(organization)).namespace),
    findImport: (organization, content) => journal.findImport(organization, content),
    take: async (connection, organization, staged) =>
      importStaged({ ...options, underWay }, await owner(organization), connection, staged),
    count: async (organization, selection) => {
      const { namespace } = await owner(organization);
      const { interval, filter } = conditionOf(selection);
      return (await countEvents(druid.broker, namespace, interval, filter)).events;
    },
    remove: async (organization, selection) => {
      if (selection.kind === 'user') return removeUser((await owner(organization)).namespace, selection.user);
      if (selection.beforeMs % MS_PER_DAY !== 0) {
        throw new StoreError(
          'Druid keeps the events of a day together, so only whole days (in UTC) can be deleted: give a date, such as 2026-01-01.',
        );
      }
      return removeBefore((await owner(organization)).namespace, selection.beforeMs);
    },
    expire: async (organization, keepMs, nowMs) => {
      const { namespace } = await owner(organization);
      await keepForDays(druid, namespace, Math.ceil(keepMs / MS_PER_DAY));
      return removeBefore(namespace, Math.floor((nowMs - keepMs) / MS_PER_DAY) * MS_PER_DAY);
    },
    exportTo: async (organization, target) => {
      const { namespace } = await owner(organization);
      return withCopiedEvents(druid, namespace, target.range, options.folder, (table) =>
        options.exportTable(table, { ...target, range: null }),
      );
    },
  };
}

function conditionOf(selection: EventSelection): { readonly interval?: string; readonly filter: object | null } {
  if (selection.kind === 'before') return { interval: before(selection.beforeMs), filter: null };
  return { filter: ofUser(selection.user) };
}
