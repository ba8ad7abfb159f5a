import type { MeasuredNumber } from './http/metrics.ts';
import { storedBytes } from './jobs/storage-health.ts';
import type { Store } from './store/store.ts';

/** The memory of the service's process and the size of its file, for `/metrics` (`http/metrics.ts`). */
export function serviceNumbers({ path }: Pick<Store, 'path'>): readonly MeasuredNumber[] {
  return [
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
}
