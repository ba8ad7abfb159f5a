// What `import --columns` shows of a file: its columns, their types, and examples of their values, such as
// `os_name  varchar  iOS | Android`. `cli/import/describe.ts` prints it.
import { type EventFile, readRows } from './file-rows.ts';
import { type Mapping, objectsOf } from './mapping.ts';
import { withReader } from './reader.ts';

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
    const { from, values } = await readRows(connection, file, objectsOf(mapping));
    const columns = [...values];
    const texts = columns.map(([, { text }], place) => `${text} AS v${place}`);
    const lists = columns.map(
      (_, place) => `(array_agg(DISTINCT v${place}) FILTER (v${place} <> ''))[1:${EXAMPLES}]`,
    );
    const read = await connection.runAndReadAll(
      `SELECT ${lists.join(', ')} FROM (SELECT ${texts.join(', ')} FROM ${from} LIMIT ${LOOKED_AT})`,
    );
    const [row = []] = read.getRowsJson();
    return columns.map(([name, { type }], place) => {
      const exampleValues = row[place];
      const examples = Array.isArray(exampleValues) ? exampleValues.map(String) : [];
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
