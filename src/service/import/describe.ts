import { type EventFile, readRows } from './columns.ts';
import type { Mapping } from './mapping.ts';
import { openObjects } from './objects.ts';
import { objectsOf, withReader } from './stage.ts';
import { textOf, type Value } from './values.ts';

/** A column of a file, or a key of an object in one, with examples of its values. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  readonly examples: readonly string[];
  readonly isObject: boolean;
}

const LOOKED_AT = 10_000;
const EXAMPLES = 3;

/** What a file has, by its first rows. */
export function describeColumns(
  file: EventFile,
  mapping: Mapping,
  folder: string,
): Promise<readonly DescribedColumn[]> {
  return withReader(file, folder, async (connection) => {
    const objects = objectsOf(mapping);
    const rows = await openObjects(connection, await readRows(connection, file, objects), objects);
    const members = [...rows.objects].flatMap(([name, object]) =>
      [...object].map(([key, value]): [string, Value] => [`${name}.${key}`, value]),
    );
    const columns = [...rows.columns, ...members];
    const texts = columns.map(([, value], place) => `${textOf(value)} AS v${place}`);
    const lists = columns.map(
      (_, place) => `(array_agg(DISTINCT v${place}) FILTER (v${place} <> ''))[1:${EXAMPLES}]`,
    );
    const read = await connection.runAndReadAll(
      `SELECT ${lists.join(', ')} FROM (SELECT ${texts.join(', ')} FROM ${rows.from} LIMIT ${LOOKED_AT})`,
    );
    const [row = []] = read.getRowsJson();
    return columns.map(([name, { type }], place) => {
      const found = row[place];
      const examples = Array.isArray(found) ? found.map(String) : [];
      const isJson = type === 'VARCHAR' && examples.some((each) => each.startsWith('{'));
      return {
        name,
        type: type.slice(0, 10).toLowerCase(),
        examples,
        isObject: isJson || type.startsWith('STRUCT'),
      };
    });
  });
}
