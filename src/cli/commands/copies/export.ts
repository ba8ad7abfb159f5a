// `export` writes an organization's events to a Parquet file, for other tools or for `import`.
import { resolve } from 'node:path';
import { InputError } from '../../../text/errors.ts';
import type { IntervalSpec } from '../../../report/inputs/request.ts';
import { plural } from '../../../text/plural.ts';
import { resolveRelativeInterval, type TimeRange } from '../../../tql/time/interval.ts';
import { FORCE_FLAG } from '../../arguments/values.ts';
import { INTERVAL_FLAG } from '../../query/interval.ts';
import { storeCommand } from '../../store-command.ts';
import { EVENTS_FLAGS, ORG_FLAG } from '../../arguments/place.ts';

const exportEvents = storeCommand(
  {
    name: 'export',
    description: `Writes an organization's events to a Parquet file, which "import" reads again. Times are in UTC, and each payload key is a
column. Only you can open the file. During the export, "serve" answers queries and takes events.`,
    place: EVENTS_FLAGS,
    flags: {
      org: ORG_FLAG,
      interval: {
        ...INTERVAL_FLAG,
        description: 'only the events of this time, in UTC: last 30 days, 2026-10-01/2026-11-01',
      },
      force: FORCE_FLAG,
    },
    operands: { file: { value: 'FILE', required: true, description: 'the Parquet file to write' } },
  },
  async (operations, { flags: { org, interval, force }, operands: { file } }, io) => {
    if (file === '-')
      throw new InputError([
        'a Parquet file cannot be written to stdout: name a file, such as events.parquet',
      ]);
    // A serving process may have another working folder.
    const target = { file: resolve(file), overwrite: force, range: interval && rangeOf(interval) };
    const { events, bytes } = await operations.exportEvents(org, target);
    io.stdout.write(`${file}: ${events} ${plural('event', events)}, ${(bytes / 1e6).toFixed(1)} MB\n`);
  },
);

function rangeOf(spec: IntervalSpec): TimeRange {
  return spec.kind === 'absolute' ? spec.range : resolveRelativeInterval(spec.interval, Date.now(), 'UTC');
}

export const commands = [exportEvents];
