import { HttpProblem } from '../problem.ts';

/** How much may be on its way to the disk at once, over all namespaces. */
export interface IngestLimits {
  readonly bytes: number;
  readonly events: number;
}

/** The limits unless others are given: some seconds of what the disk takes. */
export const INGEST_LIMITS: IngestLimits = { bytes: 33_554_432, events: 50_000 };

/** Makes what holds room for a post, by its bytes before they are read and by its events after. Gives what lets go; throws `HttpProblem` 503. */
export function ingestRoom(limits: IngestLimits): (kind: keyof IngestLimits, amount: number) => () => void {
  const held = { bytes: 0, events: 0 };
  return (kind, amount) => {
    // One that is alone is taken whatever its size, or it never would be.
    if (held[kind] > 0 && held[kind] + amount > limits[kind]) throw flooded();
    held[kind] += amount;
    return () => {
      held[kind] -= amount;
    };
  };
}

function flooded(): HttpProblem {
  const detail =
    'More events are on their way to the disk than this service holds at once; send these again in some seconds.';
  // The body may be unread, and what is left of it must not be taken for the next request.
  return new HttpProblem(503, detail, { headers: { 'retry-after': '5', connection: 'close' } });
}
