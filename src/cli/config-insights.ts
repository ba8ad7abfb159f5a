// For `signals` and `minimums`: which insights and gates of the repository's config file read which events,
// so that they can be named beside an event that a change takes away. Also the table that `signals` and
// `demo` print.
import { InputError } from '../text/errors.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import {
  type InsightRequest,
  insightsOf,
  type ReportRequest,
  thresholdsOfInsights,
} from '../report/inputs/request.ts';
import type { ReportReaders, SavedQuery } from '../code/signals/joining/filters.ts';
import { nodeInputEffects } from '../report/run/effects.ts';
import type { SignalResult } from '../report/results/results.ts';
import { placesText, stateText } from '../report/render/signals/plain.ts';
import { formatTable } from './query/table.ts';
import type { Io } from './io.ts';
import { CONFIG_PATH, readRequests, unpostedInputs } from './requests.ts';

/**
 * The reports of a repository's config file, or of the one that was given; paths in it are from the
 * repository's root. None if there is no such file. Warns of one that cannot be read, unless it was given.
 */
export async function readConfig(
  configPath: string | null,
  root: string,
  io: Io,
): Promise<readonly ReportRequest[]> {
  const path = configPath === null ? join(root, CONFIG_PATH) : resolve(configPath);
  if (configPath === null && !existsSync(path)) return [];
  const inputs = unpostedInputs({ config: path }, io);
  try {
    // Nothing is sent with it: a file that is read without a token needs none.
    const token = inputs['api-token'] === '' ? randomUUID() : inputs['api-token'];
    const effects = nodeInputEffects({ folder: root });
    return await readRequests({ ...inputs, 'api-token': token }, [], effects);
  } catch (error) {
    if (configPath !== null || !(error instanceof InputError)) throw error;
    io.stderr.write(`insight-report: insights and gates of ${path} are left out: ${error.message}\n`);
    return [];
  }
}

/**
 * What reports read. `find` gives the query of an insight that is not among the saved ones; undefined if it
 * cannot. An insight without a known query reads nothing.
 */
export async function readersOfRequests(
  requests: readonly ReportRequest[],
  saved: readonly SavedQuery[],
  find: (id: string) => Promise<unknown>,
): Promise<readonly ReportReaders[]> {
  const readerOf = async ({
    name,
    title,
    source,
  }: InsightRequest): Promise<ReportReaders['insights'][number]> => {
    if (source.kind === 'query') return { name, title, id: null, query: source.query };
    const key = (source.kind === 'insight' ? source.id : source.title).toLowerCase();
    const savedQuery = saved.find(
      (each) => (source.kind === 'insight' ? each.id : each.name).toLowerCase() === key,
    );
    const id = savedQuery?.id ?? (source.kind === 'insight' ? source.id : null);
    return { name, title, id, query: savedQuery?.query ?? (id === null ? null : await find(id)) };
  };
  return Promise.all(
    requests.map(async (request) => {
      const { insights } = request;
      return {
        insights: await Promise.all(insights.map(readerOf)),
        gates: thresholdsOfInsights(request).map((threshold) => ({
          title: threshold.title ?? threshold.assert.source,
          reads: insightsOf(threshold),
        })),
      };
    }),
  );
}

/** Signals as a table in plain text. */
export function signalTable(signals: readonly SignalResult[]): string {
  const header = ['signal', 'state', 'users', 'events', 'in the code', 'insights'];
  const rows = signals.map((signal) => [
    signal.name,
    stateText(signal),
    signal.users,
    signal.events,
    placesText(signal) || '-',
    signal.insights.join(', ') || '-',
  ]);
  return formatTable({ header, rows });
}
