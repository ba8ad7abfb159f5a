// What `import --columns FILE` prints of each file: its columns with examples, and a mapping to begin with.
// `commands/import.ts` calls this in place of an import.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printJson } from '../../text/json.ts';
import { truncate } from '../../text/truncate.ts';
import { makeVisible } from '../../text/visible.ts';
import { type DescribedColumn, describeColumns } from '../../service/import/describe.ts';
import { type Mapping, OWN } from '../../service/import/mapping.ts';
import { likelyColumn } from '../../service/import/names.ts';
import type { Io } from '../io.ts';
import { prepareFile } from './prepare.ts';
import { readMended } from './read-mended.ts';
import type { EventSource } from './sources.ts';

/** The width of the column of names; a longer name moves its line's other columns. */
const NAME_WIDTH = 40;
const EXAMPLE_LENGTH = 60;

/** Prints what files have, with examples, and a mapping to begin with. */
export async function describeSources(
  sources: readonly EventSource[],
  mapping: Mapping,
  { stdout }: Pick<Io, 'stdout'>,
): Promise<number> {
  for (const [index, source] of sources.entries()) {
    const folder = await mkdtemp(join(tmpdir(), `insight-report-columns-${index}-`));
    try {
      const { file } = await prepareFile(source, folder);
      const columns = await readMended(
        file,
        folder,
        async () => undefined,
        (each) => describeColumns(each, mapping, folder),
      );
      const lines = columns.map(({ name, type, examples }) => {
        const shown = examples.map((each) => truncate(makeVisible(each), EXAMPLE_LENGTH, EXAMPLE_LENGTH));
        return `  ${name.padEnd(NAME_WIDTH)} ${type.padEnd(10)} ${shown.join(' | ')}`;
      });
      const begin = printJson(mappingFor(columns), 100);
      stdout.write(`${source.name}:\n${lines.join('\n')}\n\nA mapping to begin with, for --map:\n${begin}\n`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return 0;
}

/** A mapping with the columns that are most likely meant. */
function mappingFor(columns: readonly DescribedColumn[]): object {
  const names = columns.map(({ name }) => name);
  const likely = Object.keys(OWN.fields).flatMap((field) => {
    const column = names.includes(field) ? field : likelyColumn(field, names);
    return column === null ? [] : [[field, column] as const];
  });
  const objects = columns.filter(({ isObject }) => isObject).map(({ name }) => ({ from: name }));
  return {
    fields: { appID: { value: 'my-app' }, ...Object.fromEntries(likely) },
    spread: objects,
    rest: true,
  };
}
