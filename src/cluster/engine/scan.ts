// Plans a scan on Druid: the native query, and how Druid's batches become one.
import { ClusterAnswerError } from '../../service/errors.ts';
import type { CompiledScan } from '../../service/query/compile/compiled-query.ts';
import { columnsOfScan, EVENT_LIMIT, scanResult } from '../../service/query/engines/scan-result.ts';
import { typeOfColumn } from './columns.ts';
import { nativeQuery } from './native-query.ts';
import type { Plan } from './plan.ts';
import { jsonOf, readList, readObject, type Values } from './druid-answer.ts';

/** How many events Druid sends in one piece, which is parsed at once. */
const BATCH_SIZE = 500;

/**
 * A scan: the events themselves. They are requested as arrays, which are shorter than objects. `all` are the
 * organization's columns.
 */
export function planScan(query: CompiledScan, all: readonly string[]): Plan {
  const { limit = 0, offset = 0 } = query;
  const names = columnsOfScan(query, all);
  return {
    query: nativeQuery(query, {
      columns: names,
      resultFormat: 'compactedList',
      batchSize: BATCH_SIZE,
      limit: limit === 0 ? EVENT_LIMIT + 1 : limit,
      offset: offset === 0 ? undefined : offset,
      order: query.order ?? 'none',
    }),
    toResult: (answer) => {
      const batches = answer.map(readObject);
      const rows = batches.flatMap((batch) => readList(batch['events']).map(readList));
      if (rows.some((row) => row.length !== names.length))
        throw new ClusterAnswerError('Druid answered with other columns');
      const types = typesOf(batches);
      const signature = names.map((name) => ({ name, type: jsonOf(types.get(name) ?? typeOfColumn(name)) }));
      return scanResult(signature, rows, jsonOf);
    },
  };
}

/** Whether a scan requests all columns. Druid would give those of each segment. */
export function isOfAllColumns({ columns = [] }: CompiledScan): boolean {
  return columns.length === 0;
}

/**
 * The types of columns, as the batches have them: each is of a segment, and a segment knows only columns that
 * have values there.
 */
function typesOf(batches: readonly Values[]): ReadonlyMap<unknown, unknown> {
  const columns = batches.flatMap((batch) => readList(batch['rowSignature']).map(readObject));
  return new Map(
    columns.filter(({ type }) => typeof type === 'string').map(({ name, type }) => [name, type]),
  );
}
