// `new topn` writes a query file to begin with, and checks its columns and event types against the events
// that came.
import { stringify } from 'yaml';
import { InputError, RequestError } from '../../text/errors.ts';
import { ALL_TIME, askColumns, type AskRaw, askValues, type Column } from '../../report/run/columns/ask.ts';
import { didYouMean } from '../../text/nearest.ts';
import { command } from '../arguments/command.ts';
import type { ValueType } from '../arguments/spec.ts';
import { FORCE_FLAG, integer, oneOf } from '../arguments/values.ts';
import { namesService, SERVICE_FLAGS, withService } from '../service-flags.ts';
import { refuseExisting, writeFiles } from '../init/write-files.ts';
import { checkColumns } from '../query/columns.ts';
import { ResultShapeError } from '../../tql/result-shape.ts';
import { hasValue } from '../../tql/write.ts';
import {
  createQuery,
  DEFAULT_DIMENSIONS,
  type NewQuery,
  QUERY_KINDS,
  type QueryChoices,
  type QueryKind,
} from '../query/templates.ts';

const STEPS: ValueType<readonly string[]> = {
  expected: 'event types, separated by commas: appLaunched,purchased',
  parse: (text) => {
    const steps = text.split(',').map((step) => step.trim());
    return steps.includes('') ? null : steps;
  },
};

const create = command(
  {
    name: 'new',
    usage: ['new KIND [flags]'],
    description: `Writes a query file to start from, for "query", "insight add" and the input "queries". KIND is one of these:
- topn: the most frequent values of --dimension
- daily: a number for each day
- funnel: how many users reach each step
- retention: how many users come back, by week
- versions: the users of each app version
- rate: the share of users who sent the event of --event
- release: a config file with a gate that compares the newest version with an older one by --event

With --db and --org, or with --api-url, it checks that your events have these columns and event types.`,
    flags: {
      dimension: {
        value: 'NAME',
        description: `the column (default: for topn ${DEFAULT_DIMENSIONS.topn[0]}, for versions and release ${DEFAULT_DIMENSIONS.versions[0]})`,
      },
      users: { description: 'counts users (the default)' },
      events: { description: 'counts events' },
      steps: { value: 'TYPES', type: STEPS, description: `the steps of a funnel: ${STEPS.expected}` },
      event: {
        value: 'TYPE',
        description: 'only events of this type (for rate: the share of users with this event)',
      },
      top: {
        value: 'N',
        type: integer(1, 100_000),
        description: 'how many values (default 10; for versions, 100)',
      },
      out: { value: 'FILE', description: 'writes to this file (default: stdout)' },
      force: FORCE_FLAG,
      ...SERVICE_FLAGS,
    },
    operands: {
      kind: { value: 'KIND', required: true, type: oneOf(QUERY_KINDS), description: QUERY_KINDS.join(', ') },
    },
    examples: [
      'new topn --out devices.json --org com.example.app --db usage.duckdb',
      'new funnel --steps appLaunched,paywallShown,purchased > funnel.json',
      'new release --event TelemetryDeck.Error.occurred --out .github/insight-report.yml',
      'new rate --event TelemetryDeck.Error.occurred | insight-report query - --org com.example.app --db usage.duckdb --format table',
    ],
  },
  async ({ flags, operands: { kind } }, io) => {
    if (flags.users && flags.events) throw new InputError(['give --users or --events, not both']);
    if (flags.out !== null && !flags.force) refuseExisting([flags.out], '--force replaces it');
    const { dimension, steps, event, top } = flags;
    const choices: QueryChoices = {
      dimension,
      steps: steps ?? [],
      event,
      top,
      counts: flags.events ? 'events' : 'users',
    };
    const { newQuery, uncheckedReason } = namesService(flags)
      ? await withService(io, flags, ({ ask }) => createChecked(kind, choices, ask))
      : {
          newQuery: createQuery(kind, choices, null),
          uncheckedReason: 'give --db and --org, or --api-url',
        };
    if (uncheckedReason !== null)
      io.stderr.write(`insight-report new: not checked against events: ${uncheckedReason}\n`);
    const { query } = newQuery;
    const text = kind === 'release' ? stringify(query) : `${JSON.stringify(query, null, 2)}\n`;
    if (flags.out === null) io.stdout.write(text);
    else await writeFiles([{ path: flags.out, text }], flags.force);
  },
);

export const commands = [create];

/**
 * A query that was compared with the events, or why it could not be. Throws `InputError` for what no event
 * has.
 */
async function createChecked(kind: QueryKind, choices: QueryChoices, ask: AskRaw) {
  const columns = await askListedColumns(ask);
  const newQuery = createQuery(kind, choices, columns?.map(({ name }) => name) ?? null);
  if (columns === null) return { newQuery, uncheckedReason: 'this service does not list its columns' };
  await check(newQuery, columns, ask);
  return { newQuery, uncheckedReason: null };
}

/** The columns of events; null if the service does not list them. */
async function askListedColumns(ask: AskRaw): Promise<readonly Column[] | null> {
  return askColumns(ask).catch((error: unknown) => {
    const isUnlisted =
      error instanceof RequestError && ['invalid-query', 'not-found', 'service'].includes(error.kind);
    if (isUnlisted || error instanceof ResultShapeError) return null;
    throw error;
  });
}

/**
 * Throws `InputError` for columns and event types that no event has: a misspelt one would make a query that
 * answers, but with nothing.
 */
async function check({ dimension, types }: NewQuery, columns: readonly Column[], ask: AskRaw): Promise<void> {
  checkColumns([dimension ?? [], types.length === 0 ? [] : 'type'].flat(), columns);
  if (types.length === 0) return;
  const values = await askValues(ask, { ...ALL_TIME, filter: hasValue('type') }, 'type', MOST_TYPES);
  const came = values.map(({ value }) => String(value));
  const unknown = types.filter((type) => !came.includes(type));
  // There may be more types than were requested.
  if (unknown.length > 0 && came.length < MOST_TYPES)
    throw new InputError(
      unknown.map((type) => `no event has the type ${JSON.stringify(type)}${hintFor(type, came)}`),
    );
}

/** How many event types are asked for; an app has rarely more than some hundred. */
const MOST_TYPES = 1000;

function hintFor(type: string, types: readonly string[]): string {
  if (types.length === 0) return '; there are no events yet';
  return didYouMean(type, types) || `; the most frequent are ${types.slice(0, 5).join(', ')}`;
}
