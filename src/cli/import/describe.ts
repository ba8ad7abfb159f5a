// What `import --columns FILE` prints of each file: its columns with examples of their values, such as
// `os_name  iOS | Android`, and a mapping to begin with. `commands/import.ts` calls this instead of an
// import.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printJson } from '../../text/json.ts';
import { makeVisible } from '../../text/visible.ts';
import { type Mapping, OWN } from '../../service/import/mapping.ts';
import { likelyColumn } from '../../service/import/names.ts';
import { withReader } from '../../service/import/reader.ts';
import { type EventFile, readRows } from '../../service/import/rows.ts';
import type { Io } from '../io.ts';
import { readMended } from './mend.ts';
import { prepareFile } from './prepare.ts';
import type { EventSource } from './sources.ts';

/** The width of the column of names; a longer name moves its line's examples. */
const NAME_WIDTH = 40;

/** Prints what files have, with examples, and a mapping to begin with. */
export async function describeSources(
  sources: readonly EventSource[],
  mapping: Mapping,
  { stdout }: Pick<Io, 'stdout'>,
): Promise<number> {
  for (const source of sources) {
    const folder = await mkdtemp(join(tmpdir(), 'insight-report-columns-'));
    try {
      const { file } = await prepareFile(source, folder);
      const columns = await readMended(file, folder, (each) => readExamples(each, mapping, folder));
      const lines = [...columns].map(
        ([name, examples]) => `  ${name.padEnd(NAME_WIDTH)} ${makeVisible(examples)}`,
      );
      const begin = printJson(mappingFor(columns), 100);
      stdout.write(`${source.name}:\n${lines.join('\n')}\n\nA mapping to begin with, for --map:\n${begin}\n`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return 0;
}

/** The columns of a file, and the members of objects in them, with their most frequent values. */
type Columns = ReadonlyMap<string, string>;

/** Reads the columns of a file, with examples from its first 10,000 rows. */
function readExamples(file: EventFile, mapping: Mapping, folder: string): Promise<Columns> {
  return withReader(file, folder, async (connection) => {
    const { from, columns } = await readRows(connection, file, mapping);
    const values = [...columns].flatMap(([name, { text, members = [] }]) => [
      { name, text },
      ...[...members].map(([key, member]) => ({ name: `${name}.${key}`, text: member.text })),
    ]);
    const texts = values.map(({ text }, place) => `left(nullif(${text}, ''), 60) AS v${place}`);
    const read = await connection.runAndReadAll(
      `SELECT array_to_string(approx_top_k(COLUMNS(*), 3), ' | ') FROM (SELECT ${texts.join(', ')} FROM ${from} LIMIT 10000)`,
    );
    const [row = []] = read.getRows();
    return new Map(values.map(({ name }, place) => [name, String(row[place] ?? '')]));
  });
}

/** A mapping with the columns that are most likely meant. */
function mappingFor(columns: Columns): object {
  const names = [...columns.keys()];
  const likely = Object.keys(OWN.fields).flatMap((field) => {
    const column = names.includes(field) ? field : likelyColumn(field, names);
    return column === null ? [] : [[field, column] as const];
  });
  const objects = names.filter((name) => columns.get(name)?.startsWith('{'));
  return {
    fields: { appID: { value: 'my-app' }, ...Object.fromEntries(likely) },
    spread: objects.map((from) => ({ from })),
    rest: true,
  };
}
