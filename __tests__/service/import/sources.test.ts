// Samples in the form that each tool's documentation gives (its page: src/service/import/mappings.json),
// imported and asked; the engine answers the same questions on the raw file.
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mappingOf } from '../../../src/service/import/mapping.ts';
import { EVENTS, SAMPLES, secondOf } from '../../support/service/export-samples.ts';
import { importSources } from '../../support/service/import.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();

test.each(Object.entries(SAMPLES))(
  'an export of %s answers as the engine does on the raw file',
  (tool, { file, text, questions }) =>
    withMemory(async (store) => {
      const path = join(folder, file);
      await writeFile(path, text);
      await store.organizations.create('a', 'paid');
      const { taken, files } = await importSources(store, [{ kind: 'file', name: path }], {
        mapping: mappingOf(tool),
      });
      expect([taken, files[0]?.refused]).toEqual([true, []]);
      const raw = await (await DuckDBInstance.create(':memory:')).connect();
      const source = file.endsWith('.csv') ? `read_csv('${path}', all_varchar = true)` : `'${path}'`;
      await raw.run(`CREATE VIEW r AS SELECT * FROM ${source}`);
      const [span] = await rowsOf(store, 'SELECT count(*) AS n, max(__time) AS t FROM events_1');
      expect(span).toEqual({ n: EVENTS, t: secondOf(EVENTS - 1) * 1000 });
      for (const [name, ours, theirs] of questions) {
        const found = await rowsOf(store, `WITH e AS (FROM events_1) SELECT ${ours}`);
        const expected = (await raw.runAndReadAll(`SELECT ${theirs}`)).getRowsJS();
        const plain = expected.map((row) =>
          row.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
        );
        expect([name, found.map((row) => Object.values(row))]).toEqual([name, plain]);
      }
    }),
);

test('there are twenty questions, and a sample of each tool', () => {
  expect(Object.values(SAMPLES).flatMap(({ questions }) => questions)).toHaveLength(20);
});
