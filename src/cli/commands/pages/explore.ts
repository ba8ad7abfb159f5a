// `explore` serves the explorer's page on an organization of a database file, on a whole file, or on
// another query service, whose answers this process hands on.
import { InputError } from '../../../text/errors.ts';
import { addListing } from '../../../service/http/listing.ts';
import { HttpProblem } from '../../../service/http/problem.ts';
import type { StoreOperations } from '../../../service/ipc/operations.ts';
import { keepFilesPrivate } from '../../../service/process.ts';
import { startService } from '../../../service/start.ts';
import type { Organization } from '../../../service/store/state/organizations.ts';
import { locateStore } from '../../../service/store/files/paths.ts';
import { command } from '../../arguments/command.ts';
import { EVENTS_FLAGS, nameOfStore } from '../../arguments/place.ts';
import { listenFlags } from '../../arguments/values.ts';
import { addressOf, parseServiceUrl, SERVICE_FLAGS } from '../../service-flags.ts';
import { readServed } from '../../cluster-flags.ts';
import { type Answering, createExploreApp, jsonAnswer } from '../../explore/app.ts';
import { proxyTo } from '../../explore/proxy.ts';
import { servePage, showPage } from '../../serve-page.ts';
import { ensureOrganization, warnOn, withStore } from '../../store.ts';

const explore = command(
  {
    name: 'explore',
    usage: ['explore --db FILE [--org NAMESPACE] [flags]', 'explore --api-url URL [flags]'],
    description: `Opens the explorer: in the browser, query your events by clicking or in the query language, try a gate, and save an insight.
Runs until you press Ctrl+C. The first line of output is "Exploring on http://HOST:PORT/?key=SECRET": open this URL.
With --api-url, INSIGHT_REPORT_API_TOKEN holds the token. If it is not set, the page asks for a token.`,
    flags: {
      ...EVENTS_FLAGS,
      db: { value: 'FILE', description: 'the database file; if "serve" runs on it, also give --org' },
      org: { value: 'NAMESPACE', description: 'with --db: explores this organization, without a token' },
      'api-url': {
        value: 'URL',
        description: 'explores the events of this query service',
      },
      'data-source': SERVICE_FLAGS['data-source'],
      'allow-http': SERVICE_FLAGS['allow-http'],
      ...listenFlags('8789'),
      open: { description: 'opens the browser' },
    },
    examples: [
      'explore --db usage.duckdb --org com.example.app --open',
      'explore --api-url https://api.telemetrydeckapi.com',
    ],
  },
  async ({ flags: { org, 'allow-http': allowsHttp, host, port, open, ...flags } }, io) => {
    const page = { host, port, open, doing: 'Exploring', command: 'explore' };
    const serve = (answering: Answering, needsToken: boolean, source: string) =>
      servePage(io, page, (guard) => createExploreApp(answering, { needsToken, source }, guard));
    const name = nameOfStore(flags);
    const isOfFile = name !== null || org !== null;
    const url = addressOf(flags, isOfFile, io);
    if (url !== null && !isOfFile) {
      const base = new URL(parseServiceUrl(url, allowsHttp));
      const token = io.env['INSIGHT_REPORT_API_TOKEN'] ?? '';
      return serve(proxyTo(base, token, io.env, flags['data-source']), token === '', base.host);
    }
    if (url !== null || name === null) throw new InputError([WHICH]);
    if (org === null) {
      if (flags.db !== null) await locateStore(flags.db, false);
      const warn = warnOn(io);
      keepFilesPrivate();
      // Without an organization the page requests a token, as that of `serve` does.
      const service = await startService({ ...(await readServed(flags, warn)), warn, host, port });
      await showPage(io, page, service.url);
      await service.close();
      return undefined;
    }
    return withStore(io, flags, async (operations) => {
      await ensureOrganization(operations, org);
      return serve(
        {
          answer: async (operation, query, _, signal) => {
            if (operation === 'run') return jsonAnswer(await operations.query(org, query, null, { signal }));
            return jsonAnswer({ ...(await operations.explain(org, query, null)) });
          },
          addListing: (app) => {
            addListing(app, async () => ({
              organization: await findOrganization(operations, org),
              appIds: () => Promise.resolve([]),
              insights: () => operations.listInsights(org),
            }));
          },
        },
        false,
        name,
      );
    });
  },
);

export const commands = [explore];

/** The organization of a namespace, read on each request: it may be deleted while the page is open. */
async function findOrganization(operations: StoreOperations, org: string): Promise<Organization> {
  const organization = (await operations.listOrganizations()).find(({ namespace }) => namespace === org);
  if (organization === undefined) throw new HttpProblem(404, `There is no organization ${org}.`);
  return organization;
}

const WHICH = 'what to explore: give either --db FILE, with --org NAMESPACE or without, or --api-url URL';
