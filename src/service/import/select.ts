// Compiles a mapping to one statement over the rows of a file, for `stage.ts`. The statement reads, converts
// and checks them all, so that only refused rows reach JavaScript.
import { CORE_NAMES, LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { literal } from '../events/duckdb-values.ts';
import { keyFault } from '../events/payload.ts';
import { REASONS } from '../events/invalid-event.ts';
import { type Field, type MappedValue, type Mapping, TEXT_FIELDS } from './mapping.ts';
import { foldName } from './names.ts';
import type { Rows } from './rows.ts';
import { firstOf, timeOf, type Value, valueAt } from './values.ts';

/** What an import depends on besides the file and its mapping. */
export interface ImportOptions {
  /** The folder that events are staged in. */
  readonly folder: string;
  /** The payload keys that the organization has. */
  readonly payloadKeys: ReadonlySet<string>;
  /** The clock: later events are refused. Null: any time is taken. */
  readonly nowMs: number | null;
}

/** The statement that makes events of the rows of a file. */
export type EventSelect = ReturnType<typeof compileMapping>;

/**
 * Compiles a mapping. The statement is three, one in another: the innermost, `SELECT *, … AS _ir_appID, …`,
 * reads an event's fields as text; `SELECT *, coalesce(…) AS _ir_fault` finds what is wrong with a row;
 * `SELECT _ir_time AS __time, …` has an event's columns, and for a refused row why it is refused (`fault`)
 * and its text (`refused`).
 */
export function compileMapping(rows: Rows, mapping: Mapping, { payloadKeys, nowMs }: ImportOptions) {
  const finder = findValues(rows);
  const { timestamp = { from: [] }, ...fields } = mapping.fields;
  const times = finder.findAll(timestamp.from);
  const timesMs = times.map((time) => timeOf(time, timestamp.zone));
  const texts = TEXT_FIELDS.map((field) => {
    const mapped = fields[field] ?? { from: [] };
    return { field, mapped, values: finder.findAll(mapped.from) };
  });
  const { kept, left } = payloadOf(rows, mapping, finder, payloadKeys);
  const columns = [
    `${firstOf(times.map(({ sql }) => `${sql}::VARCHAR`))} AS _ir_written`,
    `coalesce(${[...timesMs, 'NULL::BIGINT'].join(', ')}) AS _ir_time`,
    ...texts.map(({ field, mapped }) => `${textOfMapped(field, mapped, finder)} AS _ir_${field}`),
  ];
  const faults = [
    ...rows.faults,
    ...texts.flatMap(({ field, values }) =>
      values.map(({ isNested }) => `CASE WHEN ${isNested} THEN '${field} ${REASONS.text}' END`),
    ),
    `ir_event_fault(_ir_written, _ir_time, ${timestamp.zone !== undefined}, _ir_appID, _ir_type, _ir_isTestMode, _ir_floatValue, _ir_eventID)`,
    ...[...kept].flatMap(([key, keyTexts]) => payloadFault(key, coalesced(keyTexts)) ?? []),
    ...(nowMs === null ? [] : [`ir_clock_fault(_ir_time, ${nowMs})`]),
  ];
  // No condition may stand here twice: the engine would evaluate it for every row, whatever is before it.
  const checked = `SELECT *, coalesce(${faults.join(', ')}) AS _ir_fault FROM (SELECT *, ${columns.join(', ')} FROM ${rows.from})`;
  const selected = [
    `_ir_time AS __time, ir_app_id(_ir_appID) AS appID, _ir_clientUser AS clientUser, _ir_type AS type, _ir_sessionID AS sessionID,
      ir_boolean(_ir_isTestMode) AS isTestMode, ir_stored_number(_ir_floatValue) AS floatValue, nullif(_ir_eventID, '') AS eventID`,
    // Only here, because a thousand columns in each of the three statements take much memory.
    ...[...kept].map(([key, keyTexts], place) => {
      const text = coalesced(keyTexts);
      return `${NUMERIC_KEYS.has(key) ? `ir_stored_number(${text})` : text} AS p${place}`;
    }),
    ...[...left.values()].map((leftTexts, place) => `ir_value(${coalesced(leftTexts)}) AS n${place}`),
    '_ir_fault AS fault',
    `CASE WHEN _ir_fault <> '' THEN ${rows.text} END AS refused`,
  ];
  const missing: readonly Field[] = [
    ...(times.length === 0 ? (['timestamp'] as const) : []),
    ...texts.flatMap(({ field, mapped, values }) =>
      values.length === 0 && mapped.value === undefined ? [field] : [],
    ),
  ];
  return {
    sql: `SELECT ${selected.join(', ')} FROM (${checked})`,
    /** The payload keys of the statement's columns `p0`, `p1` and so on. */
    keys: [...kept.keys()],
    /** What is not kept: the columns `n0`, `n1` and so on have a value if a row has one. */
    left: [...left.keys()],
    /** The fields that no column has. */
    missing,
    /** The columns that are read as another name. */
    renamed: finder.renamed,
  };
}

/** Finds values by their paths, and notes which ones a mapping uses. */
type ValueFinder = ReturnType<typeof findValues>;

function findValues({ columns }: Rows) {
  const used = new Set<Value>();
  const names = new Map([...columns.keys()].map((name) => [foldName(name), name]));
  const renamed = new Map<string, string>();
  const find = (path: string): Value | null => {
    let value = valueAt(columns, path);
    const name = names.get(foldName(path));
    if (value === null && name !== undefined) {
      // `client_user` is `clientUser`.
      value = columns.get(name) ?? null;
      renamed.set(name, path);
    }
    if (value !== null) used.add(value);
    return value;
  };
  /** The values at those of the paths that the file has. */
  const findAll = (paths: readonly string[] = []) => paths.flatMap((path) => find(path) ?? []);
  return { used, renamed, find, findAll };
}

/** The SQL of a value as text. That of a number need not look like one in a payload, which takes time. */
function textOf({ sql, text }: Value, key: string): string {
  return key === 'floatValue' || NUMERIC_KEYS.has(key) ? `${sql}::VARCHAR` : text;
}

/** The SQL of what a mapping says of a value, as text. */
function textOfMapped(
  key: string,
  { from, value, names = {}, by }: MappedValue,
  finder: ValueFinder,
): string {
  const texts = finder.findAll(from).map((each) => textOf(each, key));
  const text = firstOf(texts, value);
  const cases = Object.entries(names).map(
    ([name, other]) => `WHEN ${literal(name)} THEN ${other === null ? 'NULL' : literal(other)}`,
  );
  const named = cases.length === 0 ? text : `CASE ${text} ${cases.join(' ')} ELSE ${text} END`;
  const within = by === undefined ? null : finder.find(by);
  return within === null ? named : `${within.text} || '-' || ${named}`;
}

/** The texts of each payload key, of which the first one that is not null counts. */
type Texts = ReadonlyMap<string, readonly string[]>;

/**
 * The payload of events (`kept`), and what is not kept (`left`): columns that the mapping does not keep, the
 * names of an event's own fields, and keys beyond those that an organization may have.
 */
function payloadOf(
  { columns }: Rows,
  mapping: Mapping,
  finder: ValueFinder,
  payloadKeys: ReadonlySet<string>,
): { readonly kept: Texts; readonly left: Texts } {
  const kept = new Map<string, readonly string[]>();
  const left = new Map<string, readonly string[]>();
  const addTo = (texts: typeof kept, key: string, text: string) =>
    texts.set(key, [...(texts.get(key) ?? []), text]);
  let newKeys = 0;
  const keep = (key: string, text: string) => {
    const isNew = !kept.has(key) && !payloadKeys.has(key) && keyFault(key) === null;
    const isLeft = CORE_NAMES.has(key) || (isNew && payloadKeys.size + newKeys >= LIMIT_KEYS);
    if (isNew && !isLeft) newKeys += 1;
    addTo(isLeft ? left : kept, key, text);
  };
  for (const [key, mapped] of Object.entries(mapping.payload))
    if (mapped.value !== undefined || finder.findAll(mapped.from).length > 0)
      keep(key, textOfMapped(key, mapped, finder));
  for (const [key, text] of systemOf(mapping, finder)) keep(`TelemetryDeck.Device.${key}`, text);
  for (const [name, column] of columns) {
    if (column.members !== undefined || finder.used.has(column)) continue;
    if (mapping.rest) keep(name, textOf(column, name));
    else addTo(left, name, column.text);
  }
  for (const { from, prefix, leave } of mapping.spread)
    for (const [name, member] of columns.get(from)?.members ?? []) {
      const key = prefix + name;
      if (finder.used.has(member)) continue;
      if (leave.includes(name)) addTo(left, `${from}.${name}`, member.text);
      else keep(key, textOf(member, key));
    }
  return { kept, left };
}

/** The parts of a version that reports use, and their payload keys. */
const VERSION_PARTS = {
  systemVersion: '[0-9].*',
  systemMajorVersion: '[0-9][^.]*',
  systemMajorMinorVersion: '[0-9][^.]*([.][^.]*)?',
};

/** The payload keys that reports use for the operating system, with their texts. */
function systemOf({ system }: Mapping, finder: ValueFinder): readonly (readonly [string, string])[] {
  const names = finder.findAll(system?.name.from).map(({ text }) => text);
  const versions = finder.findAll(system?.version?.from).map(({ text }) => text);
  if (names.length === 0) return [];
  const [name, version] = [firstOf(names), firstOf(versions)];
  const parts = Object.entries(VERSION_PARTS).map(
    ([key, part]) => [key, `ir_system_version(${name}, ${version}, '${part}')`] as const,
  );
  return [['operatingSystem', `ir_system(${name})`], ...(versions.length === 0 ? [] : parts)];
}

/** The SQL of why a row is refused because of a payload key; null if it never is. */
function payloadFault(key: string, text: string): string | null {
  const fault = keyFault(key);
  if (fault !== null) return `CASE WHEN ${text} IS NOT NULL THEN ${literal(fault)} END`;
  if (!NUMERIC_KEYS.has(key)) return null;
  return `CASE WHEN ir_is_not_number(${text}) THEN ir_fault('${key} ${REASONS.numericKey}', ${text}) END`;
}

function coalesced(texts: readonly string[]): string {
  return `coalesce(${texts.join(', ')})`;
}
