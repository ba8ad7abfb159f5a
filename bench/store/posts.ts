// Posts of single events, and what becomes of them when many are posted at once.
import { DuckDBInstance } from '@duckdb/node-api';
import { Pool } from 'undici';
import { eventsSql, PAYLOAD } from './events-sql.ts';

/** Posts as the SDK makes them, each of one event. */
export async function makeBodies(): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(eventsSql({ events: 20_000, seed: 1 }));
  const bodies = reader.getRowObjectsJson().map((row) => {
    const { clientUser, sessionID, appID, type, floatValue } = row;
    const payload: Record<string, unknown> = Object.fromEntries(
      PAYLOAD.map((key) => [key, row[key]] as const).filter(([, value]) => value !== null),
    );
    return JSON.stringify([
      {
        clientUser,
        sessionID,
        appID,
        type,
        telemetryClientVersion: 'JavaScriptSDK 2.0.4',
        payload: { ...payload, floatValue },
      },
    ]);
  });
  connection.closeSync();
  return bodies;
}

/** Where posts go, and over how many connections. */
export interface Load {
  readonly url: string;
  readonly namespace: string;
  readonly bodies: readonly string[];
  readonly connections: number;
}

/**
 * Posts for some seconds, and until `isDone`; every connection posts one event after the other. Gives the
 * sorted times to the acknowledgements.
 */
export async function postFor(
  seconds: number,
  { url, namespace, bodies, connections }: Load,
  isDone: () => boolean = () => true,
) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const path = `/v2/namespace/${namespace}/`;
  const latenciesMs: number[] = [];
  let refused = 0;
  let next = 0;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const client = async () => {
    while (performance.now() < endMs || !isDone()) {
      const sentMs = performance.now();
      const body = bodies[next++ % bodies.length] ?? '';
      const answer = await pool.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json' },
        body,
      });
      await answer.body.dump();
      if (answer.statusCode === 200) latenciesMs.push(performance.now() - sentMs);
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  await pool.close();
  return {
    latenciesMs: latenciesMs.sort((a, b) => a - b),
    seconds: (performance.now() - startMs) / 1000,
    refused,
  };
}

/** The figures at some shares of a sorted list: 0.5 is the median. */
export function shares(sorted: readonly number[], at: readonly number[]): string {
  return at.map((share) => (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(1)).join(', ');
}

/** A figure without digits after the point, with commas. */
export function rounded(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}
