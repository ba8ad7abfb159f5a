// `npm run bench:ingest`: single-event posts over 64 connections to a `serve` process, acknowledged and
// synced; beside the disk's own rate of syncs in the same run, each after appending as many bytes as a commit
// writes to its log.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPost } from '../../src/service/ingest/read-post.ts';
import { openStore } from '../../src/service/store/store.ts';
import { ingestProcess } from './ingest-process.ts';
import { makeBodies, postFor, rounded, shares } from './posts.ts';

const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 64);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const WARM_UP_SECONDS = 3;
const NAMESPACE = 'bench';
/** About how many events a commit holds: the commit under way and the next one share the connections. */
const EVENTS_A_COMMIT = CONNECTIONS / 2;
const folder = mkdtempSync(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'insight-report-ingest-'));

try {
  const file = join(folder, 'bench.duckdb');
  const bodies = await makeBodies();
  const bytes = await bytesOfCommit(file, bodies);
  const syncsBefore = syncRate(bytes);
  const serving = await ingestProcess(file, NAMESPACE);
  const post = (url: string, seconds: number) =>
    postFor(seconds, { url, namespace: NAMESPACE, bodies, connections: CONNECTIONS });
  const warm = await post(serving.url, WARM_UP_SECONDS);
  const cpuBeforeMs = serving.cpuMs();
  const { latenciesMs, seconds, refused } = await post(serving.url, SECONDS);
  const cpuMs = serving.cpuMs() - cpuBeforeMs;
  await serving.stop();
  const syncsAfter = syncRate(bytes);
  const acknowledged = bodies.length + EVENTS_A_COMMIT + warm.latenciesMs.length + latenciesMs.length;
  const stored = await countStored(file);
  const rate = latenciesMs.length / seconds;
  const syncs = (syncsBefore + syncsAfter) / 2;
  console.log(
    `\n${cpus().length} cores that client and service share, Node ${process.versions.node}, ${CONNECTIONS} connections, ${SECONDS} s\n`,
  );
  console.log('| what | figure |\n|:--|--:|');
  console.log(`| events a second, acknowledged and synced | ${rounded(rate)} |`);
  console.log(`| from post to acknowledgement, p50, p99, most | ${shares(latenciesMs, [0.5, 0.99, 1])} ms |`);
  console.log(
    `| the disk's own syncs a second, ${rounded(bytes)} bytes each, before and after | ${rounded(syncsBefore)}, ${rounded(syncsAfter)} |`,
  );
  console.log(`| events for each sync that the disk can do | ${(rate / syncs).toFixed(1)} |`);
  console.log(`| the service's processor time an event | ${(cpuMs / latenciesMs.length).toFixed(2)} ms |`);
  console.log(`| refused | ${rounded(refused + warm.refused)} |`);
  console.log(`| acknowledged, and in the store afterwards | ${rounded(acknowledged)}, ${rounded(stored)} |`);
  process.exitCode = stored === acknowledged ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Makes the store with its first commit, whose events bring every key; gives the bytes that the second one
 * adds to the log.
 */
async function bytesOfCommit(file: string, bodies: readonly string[]): Promise<number> {
  const store = await openStore(file, { create: true });
  const { id } = await store.organizations.create(NAMESPACE, 'paid');
  const posts = (from: number, to: number) =>
    bodies.slice(from, to).map((body) => readPost(JSON.parse(body), Date.now()).events);
  await store.events.append(id, posts(0, bodies.length));
  const before = statSync(`${file}.wal`).size;
  await store.events.append(id, posts(0, EVENTS_A_COMMIT));
  const bytes = statSync(`${file}.wal`).size - before;
  store.close();
  return bytes;
}

function syncRate(bytes: number): number {
  const file = openSync(join(folder, 'syncs'), 'w');
  const chunk = Buffer.alloc(bytes, 'x');
  const startMs = performance.now();
  let syncs = 0;
  for (; performance.now() < startMs + 3000; syncs++) {
    writeSync(file, chunk);
    fdatasyncSync(file);
  }
  closeSync(file);
  return (syncs / (performance.now() - startMs)) * 1000;
}

async function countStored(file: string): Promise<number> {
  const store = await openStore(file);
  const [row] = await store.withConnection(async (connection) =>
    (await connection.runAndReadAll('SELECT count(*)::INTEGER FROM events_1')).getRows(),
  );
  store.close();
  return Number(row?.[0]);
}
