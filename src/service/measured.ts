import type { AskLoad } from '../cluster/load.ts';
import type { Measured } from './http/metrics.ts';
import { storedBytes } from './storage-health.ts';
import type { Store } from './store/store.ts';

/** What is measured of a service's process, its file, and its cluster if it has one, for `/metrics`. */
export function measuredOf({ path }: Pick<Store, 'path'>, askLoad: AskLoad | null): readonly Measured[] {
  const own: readonly Measured[] = [
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory that the process holds.',
      measure: async () => process.memoryUsage.rss(),
    },
    {
      name: 'insight_report_stored_bytes',
      help: 'Length of the database file with its log.',
      measure: () => storedBytes(path),
    },
  ];
  if (askLoad === null) return own;
  return [
    ...own,
    {
      name: 'insight_report_waiting_events',
      help: 'Events that were acknowledged, and that Druid has not read from Kafka yet.',
      measure: async () => (await askLoad()).waitingEvents,
    },
    {
      name: 'insight_report_task_slots',
      help: "Places for tasks on Druid's middle managers, by whether a task runs there.",
      label: 'state',
      measure: async () => {
        const { taskSlots } = await askLoad();
        return taskSlots && { ...taskSlots };
      },
    },
  ];
}
