// Sends native queries (Druid's JSON) to Druid, has a census prove that the answers are complete, and cancels
// queries.
import { randomUUID } from 'node:crypto';
import type { Census } from '../census/census.ts';
import { PROOF_CONTEXT } from '../census/noticed-gaps.ts';
import type { DruidServer } from '../druid-server.ts';
import { CancelledError } from '../../service/errors.ts';
import { Running } from '../../service/running.ts';
import { isJsonObject, type JsonObject } from '../../tql/json.ts';
import { readElements } from './answer.ts';
import { translateError } from './errors.ts';

export interface Driver {
  /**
   * The rows of Druid's answer. Throws `QueryError`, `EngineError`, `CrowdedError`, `QueryTimeoutError`,
   * `ClusterAwayError`, or `CancelledError` once the signal is aborted and Druid was notified.
   */
  run(query: JsonObject, signal: AbortSignal): Promise<readonly unknown[]>;
  /** Cancels running queries, waits until Druid was notified, and runs nothing from then on. */
  close(): Promise<void>;
}

/** Longer than the service gives a query: it cancels the query itself. */
const TIMEOUT_MS = 210_000;
/** How long Druid may take to cancel a query. */
const CANCEL_TIMEOUT_MS = 5000;

/** A driver over a broker or a router. With a census, an incomplete answer is a `ClusterAwayError`. */
export function createDriver(broker: DruidServer, census: Pick<Census, 'begin'> | null = null): Driver {
  const closing = new AbortController();
  const running = new Running();
  const send = async (query: JsonObject, callerSignal: AbortSignal): Promise<readonly unknown[]> => {
    const queryId = randomUUID();
    const signal = AbortSignal.any([callerSignal, closing.signal]);
    if (signal.aborted) throw new CancelledError('the query was cancelled before it ran');
    const context = isJsonObject(query['context']) ? query['context'] : {};
    const body = { ...query, context: { ...context, ...PROOF_CONTEXT, queryId } };
    const prove = census?.begin(namespaceOf(query), intervalsOf(query));
    try {
      return await broker.stream(
        { path: '/druid/v2', body, signal, timeoutMs: TIMEOUT_MS },
        async (chunks, how) => {
          // Druid has chosen the segments before it sends the first byte.
          const [rows] = await Promise.all([readElements(chunks), prove?.(how)]);
          return rows;
        },
      );
    } catch (error) {
      if (error instanceof CancelledError) await cancel(broker, queryId);
      throw translateError(error);
    }
  };
  return {
    run: (query, signal) => running.note(send(query, signal)),
    async close() {
      closing.abort();
      await running.ended();
    },
  };
}

function namespaceOf({ dataSource }: JsonObject): string {
  return typeof dataSource === 'string' ? dataSource : '';
}

function intervalsOf({ intervals }: JsonObject): readonly string[] {
  return Array.isArray(intervals) ? intervals.map(String) : [''];
}

/** Asks Druid to stop a query. Nothing more can be done if that fails: it ends with its time-out. */
async function cancel(broker: DruidServer, queryId: string): Promise<void> {
  await broker
    .ask({ method: 'DELETE', path: `/druid/v2/${queryId}`, timeoutMs: CANCEL_TIMEOUT_MS })
    .catch(() => null);
}
