// Checks a cluster's Druid servers when `serve` starts: whether they answer, their versions and extensions.
import { messageOf } from '../text/errors.ts';
import { CancelledError } from '../service/errors.ts';
import { listOf, objectOf } from './answer-parts.ts';
import type { Druid } from './druid.ts';
import { DruidError } from './druid-error.ts';
import type { DruidServer } from './druid-server.ts';
import { REFUSES } from './druid-exchange.ts';
import { findFault } from './health.ts';

/** The oldest version of Druid that the tests ran on. */
const OLDEST = 33;
/** The extensions of Druid that are needed, and what fails without them. */
const FOR_QUERIES: Readonly<Record<string, string>> = {
  'druid-datasketches': 'every count of users is refused',
  'druid-stats': 'z tests are refused',
};
const FOR_INGEST: Readonly<Record<string, string>> = {
  'druid-kafka-indexing-service': 'no event that is ingested is counted',
};

/** What is wrong with a cluster's servers, as sentences. Never throws; none once the signal is aborted. */
export async function checkServers(
  { broker, overlord }: Druid,
  isIngesting: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const problems = await Promise.all([
    checkServer(broker, FOR_QUERIES, signal),
    isIngesting ? checkServer(overlord, FOR_INGEST, signal) : [],
  ]);
  return [...new Set(problems.flat())];
}

async function checkServer(
  server: DruidServer,
  extensions: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const { version, modules } = objectOf(await server.ask({ path: '/status', signal }));
    if (typeof version !== 'string') return [`${server.address} does not answer as a server of Druid does.`];
    const druid = `Druid at ${server.address}`;
    const problems: string[] = [];
    if (Number.parseInt(version, 10) < OLDEST)
      problems.push(`${druid} is ${version}; ${OLDEST} is the oldest whose answers are known to be right.`);
    const loaded = new Set(listOf(modules).map((module) => objectOf(module)['artifact']));
    for (const [name, effect] of Object.entries(extensions)) {
      if (loaded.has(name)) continue;
      problems.push(
        `${druid} runs without the extension ${name}, so ${effect}: add it to druid.extensions.loadList of all its servers.`,
      );
    }
    return problems;
  } catch (error) {
    if (error instanceof CancelledError) return [];
    const reason = await reasonOf(error, server);
    if (reason === null) return [];
    return [`Druid at ${server.address} cannot be used yet: ${reason.replace(/\.$/, '')}.`];
  }
}

/** A user who may query need not be allowed to see a server's status; that is no problem. */
async function reasonOf(error: unknown, broker: DruidServer): Promise<string | null> {
  if (!(error instanceof DruidError) || error.status !== 403) return messageOf(error);
  return (await findFault({ broker })) === REFUSES ? REFUSES : null;
}
