// Which segments Druid's broker would read for a query.
import { hash } from 'node:crypto';
import { mergeRanges } from '../../tql/interval.ts';
import { intervalOf, type Stretch, stretchBetween } from '../archive/segments.ts';
import { listOf, needList, objectOf, strangeAnswer } from '../answer-parts.ts';
import { DruidError, ifUnknown } from '../druid-error.ts';
import { type DruidServer, parseJson } from '../druid-server.ts';

/** A segment that the broker knows a server for. */
interface ServedSegment extends Stretch {
  readonly id: string;
  /** The tasks that serve it while no historical does; none once one does. */
  readonly tasks: ReadonlySet<string>;
}

/** The segments that the broker would read for a query over an interval. */
export interface Served {
  readonly segments: readonly ServedSegment[];
  /** Which segments they are, and which tasks serve them. */
  readonly key: string;
  /** Of Druid's answer: what it has answered once need not be read again. */
  readonly digest: string;
}

/** More than any event's time. */
export const ALL_TIME = '1000-01-01/3000-01-01';
const LIMIT_BYTES = 64 * 1024 * 1024;

/** The segments of a data source that are served in an interval; `last` itself if nothing has changed. */
export async function readServed(
  broker: DruidServer,
  namespace: string,
  interval: string,
  last: Served | null,
): Promise<Served> {
  const path = `/druid/v2/datasources/${encodeURIComponent(namespace)}/candidates?intervals=${interval}`;
  const text = await broker.text({ path, limitBytes: LIMIT_BYTES }).catch(ifUnknown('[]'));
  const digest = hash('sha1', text);
  if (digest === last?.digest) return last;
  const listed = needList(parseJson(text), 'served segments').map(objectOf);
  // A segment whose last server has gone is listed for a moment longer, without one.
  const located = listed.filter(({ locations }) => listOf(locations).length > 0);
  const segments = located.map((each) => readSegment(namespace, each));
  return { segments, key: keyOf(segments), digest };
}

function readSegment(namespace: string, segment: Readonly<Record<string, unknown>>): ServedSegment {
  const { interval, version, partitionNumber, locations } = segment;
  if (typeof interval !== 'string' || typeof version !== 'string' || typeof partitionNumber !== 'number')
    throw strangeAnswer('served segments');
  const [start = '', end = ''] = interval.split('/');
  const servers = listOf(locations).map(objectOf);
  const isLoaded = servers.some(({ type }) => type === 'historical');
  return {
    ...stretchBetween(start, end),
    id: [namespace, start, end, version, ...(partitionNumber === 0 ? [] : [partitionNumber])].join('_'),
    tasks: new Set(isLoaded ? [] : servers.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))),
  };
}

/** The times of segments that only tasks serve. */
export function heldByTasks({ segments }: Served): readonly Stretch[] {
  return mergeRanges(segments.filter(({ tasks }) => tasks.size > 0));
}

const PROBE_TIMEOUT_MS = 5000;

/**
 * Whether all servers of some stretches answer, by a query that reads no row. The broker lists a task that
 * was killed for half a minute, and the next one on its port for the same one.
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
    // An error of too many requests says nothing about a task.
    return error instanceof DruidError && error.status === 429;
  }
}

/** Which segments are served, and by which tasks. */
export function keyOf(served: readonly ServedSegment[]): string {
  return served
    .map(({ id, tasks }) => `${id} ${[...tasks].join()}`)
    .sort()
    .join('\n');
}
