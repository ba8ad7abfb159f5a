import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestEntry } from './request-log.ts';

/** What the service counts, for Prometheus. No label names an organization, or is chosen by who asks. */
export interface Metrics {
  readonly contentType: string;
  countRequest(entry: Pick<RequestEntry, 'method' | 'route' | 'status' | 'durationMs'>): void;
  /**
   * Counts a post's events: how many were acknowledged, how many of these were stored before, how many were
   * dropped because of their time, how many were refused because they are not valid, and how many of those
   * taken lack payload keys that would be too many.
   */
  countEvents(
    post: Readonly<Record<'accepted' | 'repeated' | 'dropped' | 'refused' | 'trimmed', number>>,
  ): void;
  /** How many queries are running or waiting. */
  readonly setQueriesUnderWay: (count: number) => void;
  /** All of it in Prometheus' text format. */
  write(): Promise<string>;
}

/** Makes the counters of a service. `storedBytes` is the length of its file; null if it has none. */
export function createMetrics(storedBytes: () => Promise<number | null>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'insight_report_requests_total',
    help: 'Requests that were answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'insight_report_request_duration_seconds',
    help: 'Seconds from a request to its answer, by route.',
    labelNames: ['route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10, 30, 120],
    registers,
  });
  const queries = new Gauge({
    name: 'insight_report_queries_under_way',
    help: 'Queries that are running or waiting.',
    registers,
  });
  const events = new Counter({
    name: 'insight_report_events_total',
    help: 'Events of posts that were read, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const trimmedEvents = new Counter({
    name: 'insight_report_events_trimmed_total',
    help: 'Events that were taken without payload keys of theirs, because the organization had too many new ones.',
    registers,
  });
  // A counter that appears only with its first event has no rate before the second one.
  for (const outcome of ['taken', 'repeated', 'dropped', 'refused']) events.inc({ outcome }, 0);
  addGauges(registers, storedBytes);
  return {
    contentType: registry.contentType,
    countRequest: ({ method, route, status, durationMs }) => {
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status });
      durations.observe({ route }, durationMs / 1000);
    },
    countEvents: ({ accepted, repeated, dropped, refused, trimmed }) => {
      events.inc({ outcome: 'taken' }, accepted - repeated);
      events.inc({ outcome: 'repeated' }, repeated);
      events.inc({ outcome: 'dropped' }, dropped);
      events.inc({ outcome: 'refused' }, refused);
      trimmedEvents.inc(trimmed);
    },
    setQueriesUnderWay: (count) => {
      queries.set(count);
    },
    write: () => registry.metrics(),
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** What is measured when it is asked for. */
function addGauges(registers: Registry[], storedBytes: () => Promise<number | null>): void {
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process holds.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'insight_report_stored_bytes',
    help: 'Length of the database file with its log.',
    registers,
    async collect() {
      const bytes = await storedBytes();
      if (bytes === null) this.remove();
      else this.set(bytes);
    },
  });
}
