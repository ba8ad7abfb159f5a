// `columns` lists what events hold, to find names for a query; `columns drop` removes a payload key from
// all events.
import { InputError } from '../../text/errors.ts';
import { ALL_TIME, askColumns, countColumns } from '../../report/run/columns/ask.ts';
import { CORE_NAMES } from '../../service/events/columns.ts';
import { plural } from '../../text/plural.ts';
import { intervalKeys } from '../../tql/time/query-intervals.ts';
import { command } from '../arguments/command.ts';
import { integer, LIST_FORMAT_FLAG } from '../arguments/values.ts';
import { INTERVAL_FLAG } from '../query/interval.ts';
import { SERVICE_FLAGS, withService } from '../service-flags.ts';
import { ifConfirmed } from '../confirm.ts';
import { type Io, printJson } from '../io.ts';
import { askKnownValues, summarizeColumns } from '../query/columns.ts';
import { formatTable, type PlainTable } from '../query/table.ts';
import { askOf } from '../store.ts';
import { storeCommand } from '../store-command.ts';
import { EVENTS_FLAGS, ORG_FLAG } from '../arguments/place.ts';

const columns = command(
  {
    name: 'columns',
    usage: ['columns [NAME] --org NAMESPACE --db FILE [flags]', 'columns [NAME] --api-url URL [flags]'],
    description: `Lists the columns of events: the kind, how many events have a value, and how many different values there are (on a cluster,
about how many). With NAME, it lists the most frequent values of this column, and how many events have each.`,
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
    withService(io, flags, async ({ ask }) => {
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
    }),
);

const drop = storeCommand(
  {
    name: 'columns drop',
    description: `Removes a payload key and its values from all events of an organization, to make room for another key: there can be 1,000.
The command says how many events have the key, and asks you to confirm. If an app sends the key again, it comes back.`,
    place: EVENTS_FLAGS,
    flags: { org: ORG_FLAG, yes: { description: 'does not ask you to confirm' } },
    operands: { name: { value: 'NAME', required: true, description: 'a payload key' } },
    names: async (operations, org) =>
      (await askColumns(askOf(operations, org))).flatMap(({ name }) => (CORE_NAMES.has(name) ? [] : [name])),
  },
  async (operations, { flags: { org, yes }, operands: { name } }, io) => {
    if (CORE_NAMES.has(name)) throw new InputError([`${name} is a field of every event, not a payload key`]);
    const shown = JSON.stringify(name);
    const ask = askOf(operations, org);
    const [counts] = yes ? [] : await countColumns(ask, ALL_TIME, [{ name, kind: 'text' }], () => false);
    const events = counts?.events ?? 0;
    const what = `${events.toLocaleString('en-US')} ${plural('event', events)} of ${org}`;
    const text = `Drop the column ${shown} from ${what}? Its values cannot be brought back.`;
    // A column without values, or one that is not there, is not worth a question.
    const isAgreed = yes || events === 0;
    await ifConfirmed(io, { text, isAgreed, declined: 'Nothing was dropped.' }, async () => {
      await operations.dropColumn(org, name);
      io.stdout.write(`Dropped the column ${shown} from the events of ${org}.\n`);
    });
  },
);

export const commands = [columns, drop];

function print(io: Io, format: 'text' | 'json', value: unknown, table: PlainTable): void {
  if (format === 'json') printJson(io, value);
  else io.stdout.write(formatTable(table));
}
