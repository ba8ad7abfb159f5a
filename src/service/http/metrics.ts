// The answer of `GET /metrics`, which Prometheus requests every few seconds (`deploy/` has rules and a
// dashboard).
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestEntry } from './request-log.ts';

/** No label names an organization, or is chosen by a client. */
export type Metrics = ReturnType<typeof createMetrics>;

type PostCounts = Readonly<Record<'accepted' | 'repeated' | 'dropped' | 'refused' | 'trimmed', number>>;

/** Makes a service's counters. The numbers of `measured` are measured at each request. */
export function createMetrics(measured: readonly MeasuredNumber[]) {
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
  for (const each of measured) addGauge(registers, each);
  return {
    contentType: registry.contentType,
    countRequest: ({ method, route, status, durationMs }: Omit<RequestEntry, 'error'>): void => {
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status });
      durations.observe({ route }, durationMs / 1000);
    },
    /**
     * Counts a post's events: how many were acknowledged, how many of these were stored before, how many were
     * dropped because of their time, how many were refused because they are not valid, and how many of those
     * taken lack payload keys that would be too many.
     */
    countEvents: ({ accepted, repeated, dropped, refused, trimmed }: PostCounts): void => {
      events.inc({ outcome: 'taken' }, accepted - repeated);
      events.inc({ outcome: 'repeated' }, repeated);
      events.inc({ outcome: 'dropped' }, dropped);
      events.inc({ outcome: 'refused' }, refused);
      trimmedEvents.inc(trimmed);
    },
    /** How many queries are running or waiting. */
    setQueriesUnderWay: (count: number): void => {
      queries.set(count);
    },
    /** All of it in Prometheus' text format. */
    write: () => registry.metrics(),
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** A number that is measured whenever someone requests the metrics. */
export interface MeasuredNumber {
  readonly name: string;
  readonly help: string;
  /** The label that distinguishes several numbers of this name; none if there is one number. */
  readonly label?: string;
  /** The number, or a number for each value of the label; null if it is not known, which is not 0. */
  readonly measure: () => Promise<number | Readonly<Record<string, number>> | null>;
}

function addGauge(registers: Registry[], { name, help, label, measure }: MeasuredNumber): void {
  new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers,
    async collect() {
      const measured = await measure();
      this.reset();
      if (typeof measured === 'number') this.set(measured);
      // Without a label, `reset` leaves a 0.
      else if (label === undefined) this.remove();
      else for (const [value, count] of Object.entries(measured ?? {})) this.set({ [label]: value }, count);
    },
  });
}
