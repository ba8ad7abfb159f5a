// Which segments (files of events) Druid's broker would read for a query. The census compares them with those
// that are stored.
import { hash } from 'node:crypto';
import { mergeRanges } from '../../tql/time/interval.ts';
import { intervalOf, type Stretch, stretchBetween } from '../archive/stretches.ts';
import { listOf, requireList, objectOf, unexpectedAnswer } from '../answer-parts.ts';
import { DruidError, ifUnknown } from '../druid-error.ts';
import { type DruidServer, parseJson } from '../druid-server.ts';

/** A segment that the broker knows a server for. */
interface ServedSegment extends Stretch {
  readonly id: string;
  /**
   * The ingest tasks that serve it from their memory; none once a historical, which has it on its disk, does.
   */
  readonly tasks: ReadonlySet<string>;
}

/** The segments that the broker would read for a query over an interval. */
export interface ServedSegments {
  readonly segments: readonly ServedSegment[];
  /** The same text for the same segments, served by the same tasks. */
  readonly key: string;
  /** A hash of Druid's answer, which is not parsed again if it is the same. */
  readonly digest: string;
}

/** Includes the time of any event. */
export const ALL_TIME = '1000-01-01/3000-01-01';
const LIMIT_BYTES = 64 * 1024 * 1024;

/** The segments of a data source that are served in an interval; `last` itself if nothing has changed. */
export async function readServed(
  broker: DruidServer,
  namespace: string,
  interval: string,
  last: ServedSegments | null,
): Promise<ServedSegments> {
  const path = `/druid/v2/datasources/${namespace}/candidates?intervals=${interval}`;
  const text = await broker.text({ path, limitBytes: LIMIT_BYTES }).catch(ifUnknown('[]'));
  const digest = hash('sha1', text);
  if (digest === last?.digest) return last;
  const listed = requireList(parseJson(text), 'served segments').map(objectOf);
  // A segment whose last server has gone is still listed for a moment, without a location.
  const located = listed.filter(({ locations }) => listOf(locations).length > 0);
  const segments = located.map((each) => readSegment(namespace, each));
  return { segments, key: keyOf(segments), digest };
}

function readSegment(namespace: string, segment: Readonly<Record<string, unknown>>): ServedSegment {
  const { interval, version, partitionNumber, locations } = segment;
  if (typeof interval !== 'string' || typeof version !== 'string' || typeof partitionNumber !== 'number')
    throw unexpectedAnswer('served segments');
  const [start = '', end = ''] = interval.split('/');
  const servers = listOf(locations).map(objectOf);
  const isLoaded = servers.some(({ type }) => type === 'historical');
  const names = servers.map(({ name }) => name).filter((name) => typeof name === 'string');
  // Druid's ids name no partition if it is the first.
  const partition = partitionNumber === 0 ? '' : `_${partitionNumber}`;
  return {
    ...stretchBetween(start, end),
    id: `${namespace}_${start}_${end}_${version}${partition}`,
    tasks: new Set(isLoaded ? [] : names),
  };
}

/** The times of segments that only tasks serve. */
export function servedByTasks({ segments }: ServedSegments): readonly Stretch[] {
  return mergeRanges(segments.filter(({ tasks }) => tasks.size > 0));
}

const PROBE_TIMEOUT_MS = 5000;

/**
 * Whether all servers of some stretches answer to a query that reads no row. The broker's list does not show
 * it: it has a killed task for half a minute more, and mistakes the next task on the same port for it.
 */
export async function isAnswering(
  broker: DruidServer,
  namespace: string,
  stretches: readonly Stretch[],
): Promise<boolean> {
  if (stretches.length === 0) return true;
  const body = {
    queryType: 'timeseries',
    dataSource: namespace,
    intervals: stretches.map((each) => intervalOf(each)),
    granularity: 'all',
    filter: { type: 'false' },
    aggregations: [{ type: 'count', name: 'n' }],
    context: { useCache: false, populateCache: false },
  };
  try {
    await broker.ask({ path: '/druid/v2', body, timeoutMs: PROBE_TIMEOUT_MS });
    return true;
  } catch (error) {
    // 429: too many requests, which says nothing about a task.
    return error instanceof DruidError && error.status === 429;
  }
}

/** The same text for the same segments, served by the same tasks. */
export function keyOf(served: readonly ServedSegment[]): string {
  return served
    .map(({ id, tasks }) => `${id} ${[...tasks].join()}`)
    .sort()
    .join('\n');
}
