import { type ImportNote } from '../../src/service/import/files.ts';
import { type Store } from '../../src/service/store/store.ts';
import { rowsOf } from './service/store.ts';

/** What came of an import: what it said, the lines that it refused, and the rows that it left. */
export interface Outcome {
  readonly summary: unknown;
  readonly refused: readonly ImportNote[];
  readonly rows: readonly unknown[];
}

type Read = (store: Store, namespace: string, note: (note: ImportNote) => void) => Promise<unknown>;

/** What an import leaves in an organization of its own. */
export async function outcome(store: Store, namespace: string, read: Read): Promise<Outcome> {
  const { id } = await store.organizations.create(namespace, 'paid');
  const refused: ImportNote[] = [];
  const summary = await read(store, namespace, (note) => {
    if (note.kind === 'refused') refused.push(note);
  });
  const { name, columns } = await store.events.table(id);
  const keys = [...columns].map(([key, { column }]) => [key, column.replaceAll('"', '""')] as const).sort();
  const select = keys.map(([, column], index) => `"${column}"::VARCHAR AS c${index}`).join(', ');
  const rows = await rowsOf(store, `SELECT ${select}, _ir_user::VARCHAR AS u FROM ${name} ORDER BY ALL`);
  return { summary, refused, rows: [keys.map(([key]) => key), ...rows] };
}
