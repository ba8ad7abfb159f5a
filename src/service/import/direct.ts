import { importCopyPath, type ImportTarget } from '../events/event-store.ts';
import type { DirectFile } from './direct-file.ts';
import { importNdjson } from './ndjson-direct.ts';
import { importParquet } from './parquet-direct.ts';
import type { ImportNote, ImportOptions, ImportSummary } from './files.ts';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';

/**
 * Takes the events of a file that the store's engine may read itself. Null where the file is not one for this: nothing has been
 * taken then. Throws `StoreError`.
 */
export async function importDirectly(
  store: ImportTarget,
  namespace: string,
  file: DirectFile,
  options: ImportOptions,
  note: (note: ImportNote) => void | Promise<void>,
): Promise<ImportSummary | null> {
  const { id } = await store.organizations.get(namespace);
  // To the engine such a path is a pattern of several files.
  if (/[*?[\]]/.test(file.path)) return null;
  const copy = store.path === null ? null : importCopyPath(store.path);
  return translateDuckdbErrors(() =>
    store.withConnection((connection) =>
      file.format === 'parquet'
        ? importParquet(store, id, connection, file, options, note)
        : importNdjson(store, id, connection, file, copy, options, note),
    ),
  );
}
