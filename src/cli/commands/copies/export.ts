import { resolve } from 'node:path';
import { InputError } from '../../../errors.ts';
import { parseDateRange } from '../../../inputs/interval/dates.ts';
import { EXPECTED_INTERVAL } from '../../../inputs/interval/nearest.ts';
import { parseIntervalWords } from '../../../inputs/interval/words.ts';
import { plural } from '../../../text/plural.ts';
import { resolveRelativeInterval, type TimeRange } from '../../../tql/interval.ts';
import { command } from '../../arguments/command.ts';
import { FORCE_FLAG } from '../../arguments/values.ts';
import type { ValueType } from '../../arguments/spec.ts';
import { withStore } from '../../store.ts';
import { EVENTS_FLAGS, ORG_FLAG } from '../../arguments/place.ts';

const INTERVAL: ValueType<TimeRange> = {
  expected: EXPECTED_INTERVAL,
  parse: (text) => {
    const spec = text.includes('/') ? parseDateRange(text.trim(), 'UTC') : parseIntervalWords(text);
    if (typeof spec === 'string') return null;
    return spec.kind === 'absolute' ? spec.range : resolveRelativeInterval(spec.interval, Date.now(), 'UTC');
  },
};

const exportEvents = command(
  {
    name: 'export',
    description: `Writes an organization's events to a Parquet file, which "import" reads again. Times are in UTC, and each payload key is a
column. Only the owner can open the file. While it is written, the file is answered from and takes events as before.`,
    flags: {
      org: ORG_FLAG,
      ...EVENTS_FLAGS,
      interval: {
        value: 'INTERVAL',
        type: INTERVAL,
        description: 'only the events of this time, in UTC: last 30 days, 2026-10-01/2026-11-01',
      },
      force: FORCE_FLAG,
    },
    operands: { file: { value: 'FILE', required: true, description: 'the Parquet file to write' } },
  },
  async ({ flags: { org, interval, force, ...flags }, operands: { file } }, io) => {
    if (file === '-')
      throw new InputError([
        'a Parquet file cannot be written to stdout: name a file, such as events.parquet',
      ]);
    await withStore(io, flags, async (operations) => {
      // A serving process may have another working folder.
      const target = { file: resolve(file), overwrite: force, range: interval };
      const { events, bytes } = await operations.exportEvents(org, target);
      io.stdout.write(`${file}: ${events} ${plural('event', events)}, ${(bytes / 1e6).toFixed(1)} MB\n`);
    });
  },
);

export const commands = [exportEvents];
