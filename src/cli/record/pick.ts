import { createClient } from '../../report/client/client.ts';
import { adviceWithoutListing, groupsOf, listInsights } from '../../report/client/saved-insights.ts';
import { InputError } from '../../text/errors.ts';
import { silentLog } from '../../text/log.ts';
import { quoteNames } from '../../text/list.ts';
import type { ReadInputs } from '../check/steps.ts';
import type { Io } from '../io.ts';
import { ANY_INSIGHT } from '../requests.ts';

/**
 * The ids of a few of the account's saved insights, of as many query types as it has, announced by their
 * names. Throws `InputError` if there are none or the service does not list them, and a client's error.
 */
export async function pickInsights(read: ReadInputs, io: Io): Promise<string> {
  const [request] = await read({ insights: ANY_INSIGHT });
  if (request === undefined) throw new Error('The inputs describe no report.');
  const { catalog } = createClient({ ...request.service, log: silentLog });
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) {
    const advice = adviceWithoutListing(organizations);
    throw advice === null ? organizations : new InputError([`--record: ${advice}, with --insights`]);
  }
  const { insights, error } = await listInsights(catalog, groupsOf(organizations).slice(0, MOST_GROUPS));
  const types = Map.groupBy(insights, ({ query }) => query?.['queryType']);
  const turns = [...types.values()].flatMap((each) => each.map((insight, turn) => ({ insight, turn })));
  const picked = turns.sort((a, b) => a.turn - b.turn).slice(0, MOST_INSIGHTS);
  if (picked.length === 0) throw error ?? new InputError(['--record: the account has no saved insights']);
  const names = quoteNames(picked.map(({ insight }) => insight.name));
  io.stderr.write(`insight-report check: --record tries these saved insights: ${names}\n`);
  return picked.map(({ insight }) => insight.id).join('\n');
}

const MOST_GROUPS = 12;
const MOST_INSIGHTS = 8;
