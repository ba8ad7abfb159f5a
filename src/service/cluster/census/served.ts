import { needList, objectOf, strangeAnswer } from '../answer-parts.ts';
import { DruidError } from '../druid-error.ts';
import type { DruidServer } from '../druid-server.ts';

/** A segment that the broker knows a server for. */
export interface ServedSegment {
  readonly id: string;
  /**
   * The time chunk with its version: queries read all segments of one, or none if one that was stored as part
   * of a whole is missing.
   */
  readonly chunk: string;
  /** The tasks that serve it while no historical does; none once one does. */
  readonly tasks: ReadonlySet<string>;
}

/** More than any event's time. */
const ALL_TIME = '1000-01-01/3000-01-01';
const LIMIT_BYTES = 64 * 1024 * 1024;

/** The segments of a data source that the broker would read for a query over an interval. */
export async function readServed(
  broker: DruidServer,
  namespace: string,
  interval = ALL_TIME,
): Promise<readonly ServedSegment[]> {
  const path = `/druid/v2/datasources/${encodeURIComponent(namespace)}/candidates?intervals=${interval}`;
  try {
    const answer = needList(
      await broker.ask({ method: 'GET', path, limitBytes: LIMIT_BYTES }),
      'served segments',
    );
    return answer.map((each) => readSegment(namespace, objectOf(each)));
  } catch (error) {
    if (error instanceof DruidError && error.status === 404) return [];
    throw error;
  }
}

function readSegment(namespace: string, segment: Readonly<Record<string, unknown>>): ServedSegment {
  const { interval, version, partitionNumber, locations } = segment;
  if (typeof interval !== 'string' || typeof version !== 'string' || typeof partitionNumber !== 'number')
    throw strangeAnswer('served segments');
  const chunk = `${namespace}_${interval.replace('/', '_')}_${version}`;
  const servers = needList(locations, 'servers of segments').map(objectOf);
  const isLoaded = servers.some(({ type }) => type === 'historical');
  return {
    id: partitionNumber === 0 ? chunk : `${chunk}_${partitionNumber}`,
    chunk,
    tasks: new Set(isLoaded ? [] : servers.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))),
  };
}
