// The queries that `new` writes to begin with (`new funnel --steps a,b`), and the gate on releases that
// `init` offers. Pure.
import { filtered, ranking, selector } from '../../tql/write.ts';
import { InputError } from '../../text/errors.ts';
import type { JsonObject } from '../../tql/json.ts';
import { wholeUnits } from '../../tql/time/interval.ts';

/** The kinds of query that a file can begin with. */
export const QUERY_KINDS = ['topn', 'daily', 'funnel', 'retention', 'versions', 'rate', 'release'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

/** What a query is made from; null and an empty list mean not given. */
export interface QueryChoices {
  readonly dimension: string | null;
  readonly counts: 'users' | 'events';
  /** The event types of a funnel, in order. */
  readonly steps: readonly string[];
  /** Only events of this type are counted; in a rate, those above the line. */
  readonly event: string | null;
  readonly top: number | null;
}

/** A query, and the dimension and event types that it reads. */
export type NewQuery = ReturnType<typeof createQuery>;

/**
 * The column of a topN if none is given: as the SDKs of today send it, then as old ones did. Swift 2 sends
 * both, Kotlin and Swift 3 only the first.
 */
export const DEFAULT_DIMENSIONS = {
  topn: ['TelemetryDeck.Device.modelName', 'modelName'],
  versions: ['TelemetryDeck.AppInfo.version', 'appVersion'],
} as const;

/**
 * A query of a kind to begin with. `columns` are those that events have; null if that could not be asked.
 * Throws `InputError` if something it needs is not given.
 */
export function createQuery(kind: QueryKind, choices: QueryChoices, columns: readonly string[] | null) {
  const { event, steps } = choices;
  const [today, former] = DEFAULT_DIMENSIONS[kind === 'topn' ? kind : 'versions'];
  const isFormer = columns?.includes(former) === true && !columns.includes(today);
  const dimension = choices.dimension ?? (isFormer ? former : null);
  switch (kind) {
    case 'topn':
    case 'versions':
      return topN(dimension ?? today, choices, kind === 'topn' ? DEFAULT_TOP : MOST_VERSIONS);
    case 'daily':
      return ofEvent(event, {
        queryType: 'timeseries',
        granularity: 'day',
        ...filterOf(event),
        aggregations: [countOf(choices.counts)],
      });
    case 'retention':
      return ofEvent(event, {
        queryType: 'retention',
        granularity: 'week',
        ...filterOf(event),
        relativeIntervals: [wholeUnits('week', -8, -1)],
      });
    case 'funnel':
      if (steps.length < 2)
        throw new InputError([
          'a funnel needs --steps, two event types or more in their order: --steps appLaunched,purchased',
        ]);
      return {
        query: {
          queryType: 'funnel',
          steps: steps.map((name) => ({ name, filter: selector('type', name) })),
        },
        dimension: null,
        types: steps,
      };
    case 'rate':
      return ofEvent(
        event,
        rateOf(requireEvent(event, 'a rate', `${choices.counts} are divided by`), choices.counts),
      );
    case 'release':
      return releaseGate(requireEvent(event, 'a release', 'is bad'), dimension);
  }
}

function requireEvent(event: string | null, what: string, role: string): string {
  if (event !== null) return event;
  throw new InputError([
    `${what} needs --event, the event type that ${role}: --event TelemetryDeck.Error.occurred`,
  ]);
}

/** The keys of a config file with a gate on how much likelier the newest version has an event. */
export function releaseGate(event: string, version: string | null) {
  const query = {
    releases: { [event]: { event, ...(version === null ? {} : { version }) } },
    thresholds: [{ [event]: 'worse() < 20%' }],
  };
  return { query, dimension: version ?? DEFAULT_DIMENSIONS.versions[0], types: [event] };
}

const DEFAULT_TOP = 10;
/** A report of versions shows what requiring one would lose, which needs them all. */
const MOST_VERSIONS = 100;

function topN(dimension: string, { counts, event, top }: QueryChoices, defaultTop: number) {
  const query = { ...ranking(dimension, [countOf(counts)], top ?? defaultTop), ...filterOf(event) };
  return { ...ofEvent(event, query), dimension };
}

function ofEvent(event: string | null, query: JsonObject) {
  return { query, dimension: null, types: event === null ? [] : [event] };
}

function filterOf(event: string | null): { readonly filter?: JsonObject } {
  return event === null ? {} : { filter: selector('type', event) };
}

function countOf(counts: QueryChoices['counts']) {
  return counts === 'users' ? { type: 'userCount', name: 'Users' } : { type: 'eventCount', name: 'Events' };
}

/** The share of all users, or events, that have this event type. */
function rateOf(event: string, counts: QueryChoices['counts']): JsonObject {
  const count = countOf(counts);
  const countWithEvent = `${count.name} with ${event}`;
  return {
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: [
      count,
      filtered(countWithEvent, selector('type', event), { ...count, name: countWithEvent }),
    ],
    postAggregations: [
      {
        type: 'arithmetic',
        name: `${event} rate`,
        fn: '/',
        fields: [countWithEvent, count.name].map((fieldName) => ({
          type: 'finalizingFieldAccess',
          fieldName,
        })),
      },
    ],
    valueFormatter: { options: { style: 'percent', maximumFractionDigits: 2 } },
  };
}
