import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DividedCluster, startDividedCluster } from '../../../scripts/cluster/cluster.ts';
import type { ServerName } from '../../../scripts/cluster/druid.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { command, serve, type Serving } from '../service/processes.ts';
import {
  BOTH,
  currentMinute,
  historyLines,
  type Minute,
  MINUTES,
  ONE,
  questions,
  STREAM_MS,
} from './kill-questions.ts';
import { type Question, Witness } from './witnesses.ts';
import { emptyFolder } from '../temporary-files.ts';

/**
 * What is killed: each server of Druid's, Kafka, the service, and the overlord with its worker, before it has
 * found that again.
 */
type Victim = ServerName | 'kafka' | 'service' | 'coordinator+manager';

export const VICTIMS: readonly Victim[] = [
  'historical-1',
  'historical-2',
  'broker',
  'router',
  'coordinator',
  'zookeeper',
  'manager',
  'coordinator+manager',
  'kafka',
  'service',
];

/** What one kill did. */
export interface Kill {
  readonly victim: Victim;
  /**
   * How long after the kill the last answer was refused that the other copy or other servers could not give.
   */
  readonly refused: Readonly<Record<string, string>>;
  /** After how many seconds all numbers were whole and up to date again. */
  readonly backSeconds: number;
  readonly acknowledged: number;
  /** Answers that were wrong, or refused in another way than with 503 and `Retry-After`. */
  readonly faults: readonly string[];
}

const POSTERS = 3;
const PAUSE_MS = 150;
const DOWN_MS = 4000;
const LIMIT_MS = 240_000;
/** How long after a start its effects are waited for. */
const LATE_MS = 8000;
/** How long all has to be well before the next kill. */
const WELL_MS = 2000;

interface World {
  readonly cluster: DividedCluster;
  readonly file: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly minutes: readonly Minute[];
  serving: Serving;
  isOver: boolean;
}

/**
 * Kills servers in turn while events are posted and questions asked, each as `kill -9` does, and starts it
 * again after some seconds. Throws if not all numbers are whole again within four minutes.
 */
export async function killServers(
  victims: Iterable<Victim>,
  told: (kill: Kill) => void = () => undefined,
): Promise<readonly Kill[]> {
  const cluster = await startDividedCluster();
  try {
    let kills: readonly Kill[] = [];
    const folder = emptyFolder();
    const world = await prepare(cluster, folder);
    try {
      kills = await besiege(world, victims, told);
    } finally {
      world.isOver = true;
      await world.serving.stop('SIGKILL');
    }

    return kills;
  } finally {
    await cluster.close();
  }
}

async function prepare(cluster: DividedCluster, folder: string): Promise<World> {
  const file = join(folder, 'events.duckdb');
  const store = await openStore(file, { create: true });
  const tokens: Record<string, string> = {};
  for (const namespace of [ONE, BOTH]) {
    await store.organizations.create(namespace, 'paid');
    tokens[namespace] = (await store.tokens.create(namespace, null)).token;
  }
  store.close();
  for (const [namespace, copies] of [
    [ONE, 1],
    [BOTH, 2],
  ] as const) {
    const rules = [{ type: 'loadForever', tieredReplicants: { _default_tier: copies } }];
    await postJson(`${cluster.druid.overlordUrl}/druid/coordinator/v1/rules/${namespace}`, rules);
  }
  const minutes = Array.from({ length: MINUTES }, (): Minute => ({ sent: 0, acknowledgedMs: [] }));
  const world = { cluster, file, tokens, minutes, serving: await serveFile(cluster, file), isOver: false };
  const events = join(folder, 'history.ndjson');
  await writeFile(events, historyLines());
  for (const namespace of [ONE, BOTH]) {
    const { code, stderr } = await command(['import', events, '--org', namespace, '--db', file]);
    if (code !== 0) throw new Error(stderr);
  }
  return world;
}

function serveFile({ druid, kafka }: DividedCluster, file: string): Promise<Serving> {
  return serve([
    ...['--db', file, '--druid', druid.url, '--kafka', kafka.brokers],
    ...['--ingest', ONE, '--ingest-rate', '0'],
  ]);
}

async function besiege(
  world: World,
  victims: Iterable<Victim>,
  told: (kill: Kill) => void,
): Promise<readonly Kill[]> {
  const beganMs = performance.now();
  const witnesses = questions(world.minutes, beganMs).map(
    (question) => new Witness(question, (asked) => ask(world, asked)),
  );
  const posting = Array.from({ length: POSTERS }, () => post(world, beganMs));
  const asking = witnesses.map((witness) => witness.run(PAUSE_MS));
  const kills: Kill[] = [];
  try {
    await allWell(witnesses, performance.now());
    for (const victim of victims) {
      const kill = await killOne(world, victim, witnesses);
      kills.push(kill);
      told(kill);
    }
  } finally {
    world.isOver = true;
    for (const witness of witnesses) witness.end();
    await Promise.all([...posting, ...asking]);
  }
  return kills;
}

async function killOne(world: World, victim: Victim, witnesses: readonly Witness[]): Promise<Kill> {
  await isManaged(world);
  const before = acknowledgedOf(world);
  for (const witness of witnesses) witness.reset();
  const killedMs = performance.now();
  if (victim === 'service') {
    await world.serving.stop('SIGKILL');
    world.serving = await serveFile(world.cluster, world.file);
  } else {
    for (const name of victim.split('+') as (ServerName | 'kafka')[]) {
      const server = name === 'kafka' ? world.cluster.kafka : world.cluster.druid.servers[name];
      await server.kill();
      await sleep(DOWN_MS);
      await server.start();
    }
  }
  // Druid notices some of it later.
  await allWell(witnesses, performance.now() + LATE_MS);
  const refused = witnesses.map(({ question, seen }) => {
    const until =
      seen.refusedMs === null ? '' : ` until ${((seen.refusedMs - killedMs) / 1000).toFixed(0)} s`;
    return [question.name, `${seen.refused} of ${seen.refused + seen.whole}${until}`];
  });
  const back = Math.max(...witnesses.map(({ seen }) => seen.wellSinceMs ?? Infinity));
  return {
    victim,
    refused: Object.fromEntries(refused) as Record<string, string>,
    backSeconds: Math.max(0, Math.round((back - killedMs) / 1000)),
    acknowledged: acknowledgedOf(world) - before,
    faults: witnesses.flatMap(({ faults }) => faults.splice(0)),
  };
}

/** Waits until each witness has had whole answers for some time since a moment. */
async function allWell(witnesses: readonly Witness[], sinceMs: number): Promise<void> {
  const isWell = ({ seen: { wellSinceMs } }: Witness) =>
    wellSinceMs !== null && performance.now() - Math.max(wellSinceMs, sinceMs) > WELL_MS;
  while (!witnesses.every(isWell)) {
    if (performance.now() - sinceMs > LIMIT_MS) {
      const late = witnesses.filter((witness) => !isWell(witness)).map(({ question }) => question.name);
      throw new Error(`not whole again within ${LIMIT_MS / 1000} s: ${late.join(', ')}`);
    }
    await sleep(200);
  }
}

/**
 * Waits until the overlord leads and has its worker. If that is killed before, Druid waits for it for three
 * minutes, and does nothing else.
 */
async function isManaged({ cluster: { druid } }: World): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${druid.overlordUrl}/druid/indexer/v1/workers`).catch(() => null);
    const text = (await answer?.text()) ?? '';
    if (answer?.status === 200 && text.includes('"worker"')) return;
    await sleep(500);
  }
  throw new Error('the overlord has no worker');
}

function acknowledgedOf({ minutes }: World): number {
  return minutes.reduce((sum, { acknowledgedMs }) => sum + acknowledgedMs.length, 0);
}

/** Posts one to three events at a time until it is over. Nothing is ever posted again. */
async function post(world: World, beganMs: number): Promise<void> {
  for (let number = 0; !world.isOver; number++) {
    const at = currentMinute(beganMs);
    const minute = world.minutes[at];
    if (minute === undefined) throw new Error('the day has no more minutes');
    const count = 1 + (number % 3);
    const timestamp = new Date(STREAM_MS + at * 60_000).toISOString();
    minute.sent += count;
    const events = Array.from({ length: count }, () => ({ timestamp, appID: 'a', type: 't' }));
    const status = await postJson(`${world.serving.url}/v2/`, events).catch(() => null);
    if (status === 200)
      for (let index = 0; index < count; index++) minute.acknowledgedMs.push(performance.now());
    await sleep(status === 200 ? 60 : 300);
  }
}

async function ask(world: World, { namespace, query }: Question): Promise<Response | null> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${world.tokens[namespace] ?? ''}`,
  };
  const body = JSON.stringify(query);
  return fetch(`${world.serving.url}/api/v4/query/tql`, { method: 'POST', headers, body }).catch(() => null);
}

async function postJson(url: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.text();
  return answer.status;
}
