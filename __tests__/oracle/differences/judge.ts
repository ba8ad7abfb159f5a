import type { Difference } from '../../support/cluster/differences.ts';
import { difference } from '../agreement.ts';
import { columnKind, type Event } from '../values.ts';
import { differencesOf, type Found, inWords, type Json, type Pair, type Row } from './cells.ts';
import { type Excuse, EXCUSES } from './excuses.ts';
import { outputsOf, parts, type Reach, reachOf } from './reach.ts';

/** What an engine said: the rows, or why there are none. */
export interface Answer {
  readonly rows?: unknown;
  readonly error?: 'refused' | 'failed';
  readonly message?: string;
}

/** A native query, the events that it is about, and what both engines said. */
export interface Compared {
  readonly query: Json;
  readonly events: readonly Event[];
  readonly druid: Answer;
  readonly embedded: Answer;
  /** What the embedded engine would say if it took the same texts for numbers as Druid. */
  readonly inJavaNumbers: () => unknown;
}

/** What differs: by the entry of the list that explains it, and in words what none explains. */
export interface Judgement {
  readonly known: ReadonlySet<Difference>;
  readonly unknown: readonly string[];
}

/** Compares two answers cell by cell. Each difference needs an entry of the list that explains this one. */
export function judge(compared: Compared): Judgement {
  const { query, druid, embedded } = compared;
  if (druid.error === 'refused' && embedded.error === 'refused') return { known: new Set(), unknown: [] };
  if (druid.error !== undefined || embedded.error !== undefined) {
    const by = EXCUSES.find(([, excuse]) => stops(excuse, compared));
    if (by !== undefined) return { known: new Set([by[0]]), unknown: [] };
    return { known: new Set(), unknown: [`${wordsOf(druid)}, and ${wordsOf(embedded)}`] };
  }
  const found = differencesOf(query, druid.rows, embedded.rows);
  return found.length === 0 ? { known: new Set(), unknown: [] } : judgeRows(compared, found);
}

/** Whether an entry explains that Druid stopped: Druid reads all of a query, also what no answer needs. */
function stops({ where, cause, stopsWith }: Excuse, { query, events, druid }: Compared): boolean {
  if (stopsWith?.test(druid.message ?? '') !== true || where?.(query, events) === false) return false;
  return cause === undefined || parts(query).some((part) => cause(part, query, events));
}

function wordsOf({ error, message }: Answer): string {
  return error === undefined ? 'an answer' : `${error}: ${message ?? ''}`;
}

interface Active {
  readonly name: Difference;
  readonly excuse: Excuse;
  readonly reach: Reach;
}

/** The entries that a query can show at all. */
function activeIn({ query, events }: Compared): Active[] {
  return EXCUSES.flatMap(([name, excuse]): Active[] => {
    if (excuse.where?.(query, events) === false) return [];
    const { cause } = excuse;
    const reach = reachOf(query, (part) => cause?.(part, query, events) ?? false);
    return cause === undefined || isReached(reach) || excuse.any !== undefined
      ? [{ name, excuse, reach }]
      : [];
  });
}

function judgeRows(compared: Compared, all: readonly Found[]): Judgement {
  const active = activeIn(compared);
  const known = new Set<Difference>();
  let answers = [compared.druid.rows, compared.embedded.rows] as const;
  let found = all;
  const inJava = [compared.druid.rows, compared.inJavaNumbers()] as const;
  const others = differencesOf(compared.query, ...inJava);
  if (others.length < found.length) {
    known.add('notation of numbers');
    [answers, found] = [inJava, others];
  }
  for (const { name, excuse } of active) {
    const { written } = excuse;
    if (written === undefined || found.length === 0) continue;
    const rewritten = [mapTexts(answers[0], written), mapTexts(answers[1], written)] as const;
    const left = differencesOf(compared.query, ...rewritten);
    if (left.length >= found.length) continue;
    known.add(name);
    [answers, found] = [rewritten, left];
  }
  const unknown = found.filter((one) => {
    const by = active.find((entry) => explains(one, entry, compared));
    if (by !== undefined) known.add(by.name);
    return by === undefined;
  });
  return { known, unknown: unknown.map(inWords) };
}

function isReached({ columns, isEverything, rowsBy }: Reach): boolean {
  return columns.size > 0 || isEverything || rowsBy !== null;
}

function explains(found: Found, { excuse, reach }: Active, { query, events }: Compared): boolean {
  const { any, cause, cell, written } = excuse;
  if (any?.(found, query, events) === true) return true;
  if (cause === undefined || (written !== undefined && cell === undefined)) return false;
  if (found.is !== 'cell') {
    if (reach.isEverything && cell === undefined) return true;
    return reach.rowsBy !== null && changesRows(found, reach.rowsBy, excuse, query);
  }
  const { column, druid, embedded, row } = found;
  const allows = (by: Json | null): boolean => cell?.(druid, embedded, by, events) ?? true;
  const source = reach.columns.get(column);
  const isOutput =
    query['queryType'] === 'scan' ? isEvent(row[0], events) : outputsOf(query).includes(column);
  if (source === undefined) return reach.isEverything && isOutput && allows(null);
  return source.madeOf.length === 0
    ? allows(source.cause)
    : source.madeOf.some((name) => differsIn(row, name));
}

/** Whether a row of a scan is an event, so that the scan has other events rather than other values. */
function isEvent({ cells }: Row, events: readonly Event[]): boolean {
  const own = [...cells].filter(([name]) => columnKind(name) !== 'none');
  return events.some((event) =>
    own.every(([name, value]) => difference(value, event[name] ?? null) === null),
  );
}

/** Whether rows can be chosen or ordered differently: by a value that differs, or that the entry names. */
function changesRows(
  found: Exclude<Found, { is: 'cell' }>,
  by: ReadonlySet<string>,
  { cell, choosesBy }: Excuse,
  query: Json,
): boolean {
  if (found.pairs.some((pair) => [...by].some((name) => differsIn(pair, name)))) return true;
  if (cell === undefined && by.size === 0) return true;
  if (found.is === 'order' || choosesBy === undefined) return false;
  const rows = query['having'] === undefined ? found.alone : [found.row];
  return rows.some(({ cells }) => [...by].some((name) => choosesBy(cells.get(name))));
}

function differsIn([druid, embedded]: Pair, name: string): boolean {
  return !Object.is(druid.cells.get(name), embedded.cells.get(name));
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  const written = JSON.stringify(value ?? null, (_key, one: unknown) =>
    typeof one === 'string' ? change(one) : one,
  );
  return JSON.parse(written);
}
