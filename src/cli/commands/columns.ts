import { ALL_TIME } from '../../run/columns/ask.ts';
import { command } from '../arguments/command.ts';
import { integer, LIST_FORMAT_FLAG } from '../arguments/values.ts';
import { INTERVAL_FLAG, intervalKeys } from '../query/interval.ts';
import { SERVICE_FLAGS, withService } from '../asked-service.ts';
import { type Io, printJson } from '../io.ts';
import { askKnownValues, summarizeColumns } from '../query/columns.ts';
import { formatTable, type PlainTable } from '../query/table.ts';

const columns = command(
  {
    name: 'columns',
    usage: ['columns [NAME] --org NAMESPACE --db FILE [flags]', 'columns [NAME] --api-url URL [flags]'],
    description: `Lists the columns of events: the kind of each, how many events have a value in it, and how many different values there are.
With NAME: its most frequent values, and how many events have each. Works with any query service; on a cluster, numbers of values
are estimates.`,
    flags: {
      ...SERVICE_FLAGS,
      interval: { ...INTERVAL_FLAG, description: 'counts only the events of this time (default: all)' },
      top: { value: 'N', type: integer(1, 1000), default: '20', description: 'with NAME: how many values' },
      format: LIST_FORMAT_FLAG,
    },
    operands: { name: { value: 'NAME', description: 'a column' } },
    examples: [
      'columns --org com.example.app --db usage.duckdb',
      'columns type --api-url https://api.telemetrydeckapi.com --interval "last 7 days"',
    ],
  },
  ({ flags, operands: { name } }, io) =>
    withService(io, flags, async (ask) => {
      const interval = flags.interval === null ? ALL_TIME : intervalKeys(flags.interval);
      if (name === null) {
        const columns = await summarizeColumns(ask, interval);
        const rows = columns.map((each) => [each.name, each.kind, each.events, each.values]);
        print(io, flags.format, columns, { header: ['name', 'kind', 'events', 'values'], rows });
      } else {
        const values = await askKnownValues(ask, interval, name, flags.top);
        const rows = values.map(({ value, events }) => [value, events]);
        print(io, flags.format, values, { header: ['value', 'events'], rows });
      }
      return 0;
    }),
);

export const commands = [columns];

function print(io: Io, format: 'text' | 'json', value: unknown, table: PlainTable): void {
  if (format === 'json') printJson(io, value);
  else io.stdout.write(formatTable(table));
}
