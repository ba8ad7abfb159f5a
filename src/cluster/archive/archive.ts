// Imports, exports, counts and deletes the events of organizations in Druid, for commands and `serve --keep`:
// the `EventArchive` of a cluster.
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import { StoreError } from '../../service/errors.ts';
import type { EventTable } from '../../service/events/columns.ts';
import type {
  EventArchive,
  ExportResult,
  ExportTarget,
  ImportJournal,
} from '../../service/events/event-store.ts';
import type { Census } from '../census/census.ts';
import type { Druid } from '../druid.ts';
import { countEvents, readPayloadColumns } from './data-source.ts';
import { withCopiedEvents } from './export.ts';
import { type ClusterOwner, importStaged } from './import.ts';
import { conditionOf, removeEvents } from './remove.ts';
import { keepForDays } from './rules.ts';

interface ClusterArchiveOptions {
  readonly druid: Druid;
  /** Notified of imports, which store several segments at once. */
  readonly census?: Pick<Census, 'during'> | null;
  /** Runs the imports of a namespace, of all processes, one after the other. */
  readonly inTurn?: <T>(namespace: string, task: () => Promise<T>) => Promise<T>;
  readonly journal: ImportJournal;
  readonly organizations: { list(): Promise<readonly ClusterOwner[]> };
  /** A folder for files that are removed at the end of an import or export. */
  readonly folder: string;
  /** Exports the events of a table with the store's engine, which can read files in the folder. */
  readonly exportTable: (table: EventTable, target: ExportTarget) => Promise<ExportResult>;
}

/** The data source of an organization has the name of its namespace. */
export function clusterArchive(options: ClusterArchiveOptions): EventArchive {
  const { druid, journal, organizations, inTurn = (_, task) => task() } = options;
  const underWay = new Set<string>();
  const owner = async (organization: number) => {
    const owned = (await organizations.list()).find(({ id }) => id === organization);
    if (owned === undefined) throw new StoreError('The organization does not exist any more.');
    return owned;
  };
  return {
    payloadColumns: async (organization) =>
      readPayloadColumns(druid.broker, (await owner(organization)).namespace),
    findImport: (organization, content) => journal.findImport(organization, content),
    take: async (connection, organization, staged) => {
      const into = await owner(organization);
      const load = () =>
        inTurn(into.namespace, () => importStaged({ ...options, underWay }, into, connection, staged));
      return options.census?.during(into.namespace, load) ?? load();
    },
    count: async (organization, selection) => {
      const { namespace } = await owner(organization);
      const { interval, filter } = conditionOf(selection);
      return (await countEvents(druid.broker, namespace, interval, filter)).events;
    },
    remove: async (organization, selection) =>
      removeEvents(druid, (await owner(organization)).namespace, selection),
    expire: async (organization, keepMs, nowMs) => {
      const { namespace } = await owner(organization);
      await keepForDays(druid, namespace, Math.ceil(keepMs / MS_PER_DAY));
      const beforeMs = Math.floor((nowMs - keepMs) / MS_PER_DAY) * MS_PER_DAY;
      return removeEvents(druid, namespace, { kind: 'before', beforeMs });
    },
    exportTo: async (organization, target) => {
      const { namespace } = await owner(organization);
      const { folder } = options;
      return withCopiedEvents(druid, namespace, { range: target.range, folder }, (table) =>
        options.exportTable(table, { ...target, range: null }),
      );
    },
  };
}
