import type { ListedOrganization } from '../../report/client/catalog.ts';
import type { Send } from '../../report/client/send.ts';
import type { Json, JsonObject } from '../../tql/json.ts';
import { ranking } from '../../tql/ordering.ts';
import { ANY_INSIGHT } from '../requests.ts';
import { wholeUnits } from '../../tql/interval.ts';

/** Something that is not known of a service. Asking it writes nothing. */
export interface Question {
  /** What is asked, as the start of a line. */
  readonly about: string;
  readonly path: string;
  /** Null: a GET. */
  readonly body: Json;
}

const RUN_QUERY = '/api/v4/query/tql';

/** The questions to ask with a token that reads an organization, each once. */
export function questionsFor(organization: ListedOrganization | null): readonly Question[] {
  const source: JsonObject = organization?.namespace == null ? {} : { dataSource: organization.namespace };
  const [app] = organization?.apps ?? [];
  const yesterday = [wholeUnits('day', -1, -1)];
  const events = [{ type: 'eventCount' }];
  const count: JsonObject = { queryType: 'timeseries', granularity: 'all', aggregations: events };
  const dated: JsonObject = { ...count, relativeIntervals: yesterday };
  const run = (about: string, body: Json): Question => ({ about, path: RUN_QUERY, body });
  const thisApp: JsonObject = app === undefined ? {} : { baseFilters: 'thisApp', appID: app.id };
  const retention: JsonObject = { ...source, queryType: 'retention', granularity: 'week' };
  return [
    run('a query without a data source', dated),
    run('a query on a data source that nobody has', { ...dated, dataSource: 'org.example.nobody' }),
    run('a query on the shared table', { ...dated, dataSource: 'telemetry-signals' }),
    run('a query without an interval', { ...source, ...count }),
    run('thisApp without an app', { ...source, ...dated, baseFilters: 'thisApp' }),
    run('whether thisApp still leaves out test events', {
      ...source,
      ...thisApp,
      ...ranking('isTestMode', [{ type: 'eventCount', name: 'Events' }], 5),
      relativeIntervals: yesterday,
    }),
    run('a funnel without steps', { ...source, queryType: 'funnel', relativeIntervals: yesterday }),
    run('a retention without an interval', retention),
    run('a retention in a time zone', {
      ...retention,
      granularity: 'day',
      relativeIntervals: yesterday,
      context: { timezone: 'Europe/Berlin' },
    }),
    run('the columns of events', { ...source, queryType: 'segmentMetadata', relativeIntervals: yesterday }),
    run('a query of an unknown type', { ...source, queryType: 'nothing' }),
    run('a body that is not a query', []),
    { about: 'an insight that is not there', path: `/api/v3/insights/${ANY_INSIGHT}/`, body: null },
    { about: 'a group that is not there', path: `/api/v3/groups/${ANY_INSIGHT}/`, body: null },
  ];
}

/** Asks each question once, one after the other. What fails is left out. */
export async function askQuestions(
  questions: readonly Question[],
  prefix: string,
  send: Send,
): Promise<void> {
  for (const { path, body } of questions) {
    const text = body === null ? null : JSON.stringify(body);
    await send(`${prefix}${path}`, text, AbortSignal.timeout(QUESTION_TIMEOUT_MS)).catch(() => undefined);
  }
}

const QUESTION_TIMEOUT_MS = 60_000;
