import { InputError } from '../errors.ts';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import { type Watcher, watcherOf } from '../signals/joining/filters.ts';
import type { Io } from './io.ts';
import { CONFIG_PATH, readRequests, unpostedInputs } from './requests.ts';

/** A saved insight with its query. */
export interface SavedQuery {
  readonly id: string;
  readonly name: string;
  readonly query: unknown;
}

/** The config file of a folder, or the one that was given. Null if there is none. Warns of one that cannot be read unless it was given. */
export async function readConfig(given: string | null, folder: string, io: Io): Promise<readonly ReportRequest[]> {
  const path = given ?? join(folder, CONFIG_PATH);
  if (
    given === null &&
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return [];
  const inputs = unpostedInputs({ config: path }, io);
  try {
    // Nothing is sent with it: a file that is read without a token needs none.
    return await readRequests(
      { ...inputs, 'api-token': inputs['api-token'] === '' ? randomUUID() : inputs['api-token'] },
      [],
    );
  } catch (error) {
    if (given !== null || !(error instanceof InputError)) throw error;
    io.stderr.write(`insight-report: insights and gates of ${path} are left out: ${error.message}\n`);
    return [];
  }
}

/** The query behind an entry; undefined if nobody knows it. */
async function queryOf(
  source: InsightRequest['source'],
  saved: readonly SavedQuery[],
  find: (id: string) => Promise<unknown>,
): Promise<unknown> {
  switch (source.kind) {
    case 'query':
      return source.query;
    case 'insight':
      return saved.find(({ id }) => id.toLowerCase() === source.id.toLowerCase())?.query ?? find(source.id);
    case 'title':
      return saved.find(({ name }) => name.toLowerCase() === source.title.toLowerCase())?.query;
  }
}

/** What reads events by their names: saved insights, query files, and the gates on them. `find` gives an insight's query; null if it cannot. */
export async function findWatchers(
  requests: readonly ReportRequest[],
  saved: readonly SavedQuery[],
  find: (id: string) => Promise<unknown>,
): Promise<readonly Watcher[]> {
  const watchers = saved.map(({ name, query }) => watcherOf('insight', name, [query]));
  const known = new Set(saved.map(({ id }) => id.toLowerCase()));
  for (const { insights, thresholds } of requests) {
    const queries = new Map<string, unknown>();
    for (const { name, title, source } of insights) {
      const isSaved = source.kind === 'insight' && known.has(source.id.toLowerCase());
      const query = await queryOf(source, saved, find);
      queries.set(name, query);
      if (!isSaved) watchers.push(watcherOf('insight', title ?? name, [query]));
    }
    for (const { insight, assert, title } of thresholds) {
      const read = [...queries].filter(([name]) => (insight === null ? assert.includes(name) : insight === name));
      watchers.push(
        watcherOf(
          'gate',
          title ?? assert,
          read.map(([, query]) => query),
        ),
      );
    }
  }
  return watchers;
}
