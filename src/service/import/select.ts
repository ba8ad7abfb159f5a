import { CORE_NAMES, LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { literal } from '../events/duckdb-values.ts';
import { AHEAD_MS, EARLIEST_MS, keyFault, LIMIT_APP_ID, REASONS } from '../events/event.ts';
import type { Rows } from './columns.ts';
import type { Field, MappedValue, Mapping } from './mapping.ts';
import { type Found, findValues } from './found-values.ts';
import { membersOf } from './objects.ts';
import { systemOf } from './system.ts';
import { firstOf, isNestedValue, textOf, timeOf, type Value } from './values.ts';

/** The statement that makes events of the rows of a file. */
export interface EventSelect {
  readonly sql: string;
  /** Payload key → the statement's column. */
  readonly payload: ReadonlyMap<string, string>;
  /** What is not kept → the column that says whether a row has a value for it. */
  readonly left: ReadonlyMap<string, string>;
  /** Columns that are read although the mapping writes their names in another way. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The fields that no column has. */
  readonly missing: readonly Field[];
}

/** A condition under which a row is refused, the reason, and the value that it shows. */
type Fault = readonly [condition: string, reason: string, shown?: string];

/** The character between a reason and the value that it shows. */
export const SHOWN_AFTER = '\u001F';

const FIELDS = ['appID', 'clientUser', 'type', 'sessionID', 'isTestMode', 'floatValue', 'eventID'] as const;

/** Compiles a mapping to one statement over the rows of a file. `known`: the payload keys that there are. */
export function compileMapping(
  rows: Rows,
  mapping: Mapping,
  { known, nowMs }: { readonly known: ReadonlySet<string>; readonly nowMs: number | null },
): EventSelect {
  const found = findValues(rows);
  const fields = fieldsOf(mapping, found);
  const entries = payloadOf(rows, mapping, found);
  const { kept, left } = divideKeys(entries, known);
  const payload = new Map([...kept.keys()].map((key, place) => [key, `p${place}`]));
  const notKept = [...left.values()].map((values, place) => `(${isThere(values)}) AS _ir_n${place}`);
  const faults = [
    ...rows.faults,
    ...fields.faults,
    ...payloadFaults(kept),
    ...(nowMs === null ? [] : timeFaults(nowMs)),
  ];
  const values = `SELECT *, ${[...fields.columns, ...notKept].join(', ')} FROM ${rows.from}`;
  // Most rows are good, and are found to be so by one condition.
  const isBad = faults.map(([condition]) => `(${condition})`).join(' OR ');
  const checked = `SELECT *, CASE WHEN ${isBad} THEN CASE ${faults.map(when).join(' ')} END END AS _ir_fault FROM (${values})`;
  const selected = [
    '_ir_time AS __time',
    ...FIELDS.map((field) => `${STORED[field] ?? `_ir_${field}`} AS ${field}`),
    // Here, because a thousand columns in each step take much memory.
    ...[...kept].map(([key, texts], place) => `${stored(key, oneOf(texts))} AS p${place}`),
    ...notKept.map((_, place) => `_ir_n${place} AS n${place}`),
    '_ir_fault AS fault',
    `CASE WHEN _ir_fault <> '' THEN ${rows.text} END AS refused`,
  ];
  return {
    sql: `SELECT ${selected.join(', ')} FROM (${checked})`,
    payload,
    left: new Map([...left.keys()].map((name, place) => [name, `n${place}`])),
    renamed: found.renamed,
    missing: fields.missing,
  };
}

/** The fields whose stored value is not the text of their column. */
const STORED: Readonly<Record<string, string>> = {
  appID: `CASE WHEN length(_ir_appID) = 36 AND _ir_appID <> upper(_ir_appID) AND regexp_full_match(_ir_appID, '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}') THEN upper(_ir_appID) ELSE _ir_appID END`,
  isTestMode: `CASE WHEN lower(_ir_isTestMode) IN ('true', 't', '1') THEN 'true' ELSE 'false' END`,
  floatValue: 'ir_number(_ir_floatValue)',
  // An empty one recognizes nothing.
  eventID: `nullif(_ir_eventID, '')`,
};

function when([condition, reason, shown]: Fault): string {
  const said = shown === undefined ? literal(reason) : `${literal(reason + SHOWN_AFTER)} || ${shown}`;
  return `WHEN ${condition} THEN ${said}`;
}

function fieldsOf({ fields }: Mapping, found: Found) {
  const columns: string[] = [];
  const faults: Fault[] = [];
  const missing: Field[] = [];
  const { timestamp = { from: [] } } = fields;
  const times = timestamp.from.flatMap((path) => found.at(path) ?? []);
  if (times.length === 0) missing.push('timestamp');
  columns.push(
    `${firstOf(
      times.map((time) => `${time.sql}::VARCHAR`),
      undefined,
    )} AS _ir_written`,
  );
  const read = times.map((time) => timeOf(time, timestamp.unit, timestamp.zone));
  columns.push(`coalesce(${[...read, 'NULL::BIGINT'].join(', ')}) AS _ir_time`);
  faults.push(
    ['_ir_written IS NULL', `timestamp ${REASONS.missing}`],
    ...(timestamp.zone === undefined ? [ZONELESS] : []),
    ['_ir_time IS NULL', REASONS.time, '_ir_written'],
  );
  for (const field of FIELDS) {
    const mapped = fields[field] ?? { from: [] };
    const values = mapped.from.flatMap((path) => found.at(path) ?? []);
    if (values.length === 0 && mapped.value === undefined) missing.push(field);
    const nested = values.map(isNestedValue).filter((condition) => condition !== 'false');
    columns.push(`${textOfMapped(mapped, values, found)} AS _ir_${field}`);
    if (nested.length > 0) faults.push([nested.join(' OR '), `${field} ${REASONS.text}`]);
    faults.push(...fieldFaults(field));
  }
  return { columns, faults, missing };
}

const ZONELESS: Fault = [
  '_ir_time IS NULL AND ir_zoneless(_ir_written)',
  `${REASONS.zone}; give --timezone, such as Europe/Berlin`,
  '_ir_written',
];

function textOfMapped(
  { value, names = {}, by }: MappedValue,
  values: readonly Value[],
  found: Found,
): string {
  const text = firstOf(values.map(textOf), value);
  const cases = Object.entries(names).map(
    ([from, to]) => `WHEN ${literal(from)} THEN ${to === null ? 'NULL' : literal(to)}`,
  );
  const named = cases.length === 0 ? text : `CASE ${text} ${cases.join(' ')} ELSE ${text} END`;
  const within = by === undefined ? null : found.at(by);
  return within === null ? named : `${textOf(within)} || '-' || ${named}`;
}

function fieldFaults(field: Field): readonly Fault[] {
  const column = `_ir_${field}`;
  if (field === 'appID' || field === 'type')
    return [
      [`${column} IS NULL`, `${field} ${REASONS.missing}`],
      [`${column} = ''`, `${field} ${REASONS.empty}`],
      ...(field === 'type' ? [] : [[`length(${column}) > ${LIMIT_APP_ID}`, REASONS.appID, column] as const]),
    ];
  if (field === 'isTestMode')
    return [
      [
        `lower(${column}) NOT IN ('true', 'false') AND lower(${column}) NOT IN ('t', 'f', '1', '0', '')`,
        REASONS.testMode,
        column,
      ],
    ];
  if (field !== 'floatValue') return [];
  return [[`nullif(${column}, '') IS NOT NULL AND ir_number(${column}) IS NULL`, REASONS.number, column]];
}

const timeFaults = (nowMs: number): readonly Fault[] => [
  [`_ir_time < ${EARLIEST_MS}`, REASONS.early],
  [`_ir_time > ${nowMs + AHEAD_MS}`, REASONS.late],
];

/** The texts of each payload key, the first one that is there counts; null: it is not kept. */
type Entries = ReadonlyMap<string, { readonly texts: readonly string[]; readonly isKept: boolean }>;

function payloadOf({ columns, objects }: Rows, mapping: Mapping, found: Found): Entries {
  const entries = new Map<string, { texts: string[]; isKept: boolean }>();
  const add = (key: string, text: string, isKept = true) => {
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, { texts: [text], isKept });
    else entry.texts.push(text);
  };
  for (const [key, mapped] of Object.entries(mapping.payload)) {
    const values = mapped.from.flatMap((path) => found.at(path) ?? []);
    if (values.length > 0 || mapped.value !== undefined) add(key, textOfMapped(mapped, values, found));
  }
  for (const [key, text] of systemOf(mapping, found)) add(key, text);
  const spread = new Map(mapping.spread.map((each) => [each.from, each]));
  for (const [name, value] of columns)
    if (!found.used.has(name) && !spread.has(name) && !objects.has(name))
      add(name, storable(name, value), mapping.rest);
  for (const [name, { prefix, leave }] of spread)
    for (const [key, value] of objects.get(name) ?? [])
      if (!found.used.has(`${name}.${key}`)) {
        const isKept = !leave.includes(key);
        add(isKept ? prefix + key : `${name}.${key}`, storable(prefix + key, value), isKept);
      }
  for (const [name, members] of objects)
    if (!spread.has(name))
      addUnused(name, members, found, (key, text) => {
        add(key, text, false);
      });
  return entries;
}

/** A value as text; that of a numeric key need not be in its shortest form. */
function storable(key: string, value: Value): string {
  return NUMERIC_KEYS.has(key) ? `${value.sql}::VARCHAR` : textOf(value);
}

/** The members of an object of which some were read. */
function addUnused(
  name: string,
  members: ReadonlyMap<string, Value>,
  found: Found,
  add: (key: string, text: string) => void,
): void {
  for (const [key, value] of members) {
    const path = `${name}.${key}`;
    const inner = [...found.used].some((used) => used.startsWith(`${path}.`)) ? membersOf(value) : null;
    if (inner !== null) addUnused(path, inner, found, add);
    else if (!found.used.has(path)) add(path, textOf(value));
  }
}

/** Divides entries into those that are kept, and keys of the event itself or too many, which are not. */
function divideKeys(entries: Entries, known: ReadonlySet<string>) {
  const kept = new Map<string, readonly string[]>();
  const left = new Map<string, readonly string[]>();
  let keys = known.size;
  for (const [key, { texts, isKept }] of entries) {
    const isNew = !known.has(key) && keyFault(key) === null;
    if (!isKept || CORE_NAMES.has(key) || (isNew && keys >= LIMIT_KEYS)) left.set(key, texts);
    else {
      kept.set(key, texts);
      if (isNew) keys += 1;
    }
  }
  return { kept, left };
}

function isThere(texts: readonly string[]): string {
  return texts.map((text) => `coalesce(${text}, '') NOT IN ('', '{}', '[]', 'null')`).join(' OR ');
}

function payloadFaults(kept: ReadonlyMap<string, readonly string[]>): readonly Fault[] {
  return [...kept].flatMap(([key, texts]): readonly Fault[] => {
    const text = oneOf(texts);
    const fault = keyFault(key);
    if (fault !== null) return [[`${text} IS NOT NULL`, fault]];
    if (!NUMERIC_KEYS.has(key)) return [];
    const reason = `${key} ${REASONS.numericKey}`;
    return [[`nullif(${text}, '') IS NOT NULL AND ir_number(${text}) IS NULL`, reason, text]];
  });
}

/** The first text that is there. */
function oneOf(texts: readonly string[]): string {
  return texts.length === 1 ? `(${texts.join('')})` : `coalesce(${texts.join(', ')})`;
}

function stored(key: string, text: string): string {
  return NUMERIC_KEYS.has(key) ? `ir_number(${text})` : text;
}
