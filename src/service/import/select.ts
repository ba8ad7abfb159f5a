import { CORE_NAMES, LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { literal } from '../events/duckdb-values.ts';
import { AHEAD_MS, EARLIEST_MS, keyFault, LIMIT_APP_ID, REASONS } from '../events/event.ts';
import type { Rows } from './objects.ts';
import type { Field, MappedValue, Mapping } from './mapping.ts';
import { type ValueFinder, findValues } from './found-values.ts';
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

/** How the text `t` of a field is stored, and why it is refused. */
interface FieldRule {
  readonly field: Exclude<Field, 'timestamp'>;
  readonly stored?: (t: string) => string;
  readonly faults?: (t: string) => readonly Fault[];
}

const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

const RULES: readonly FieldRule[] = [
  {
    field: 'appID',
    stored: (t) =>
      `CASE WHEN length(${t}) = 36 AND ${t} <> upper(${t}) AND regexp_full_match(${t}, '${UUID}') THEN upper(${t}) ELSE ${t} END`,
    faults: (t) => [...required(t, 'appID'), [`length(${t}) > ${LIMIT_APP_ID}`, REASONS.appID, t]],
  },
  { field: 'clientUser' },
  { field: 'type', faults: (t) => required(t, 'type') },
  { field: 'sessionID' },
  {
    field: 'isTestMode',
    stored: (t) => `CASE WHEN lower(${t}) IN ('true', 't', '1') THEN 'true' ELSE 'false' END`,
    faults: (t) => [[`lower(${t}) NOT IN ('true', 'false', 't', 'f', '1', '0', '')`, REASONS.testMode, t]],
  },
  {
    field: 'floatValue',
    stored: (t) => `TRY_CAST(${t} AS DOUBLE)`,
    faults: (t) => notNumber(t, REASONS.number),
  },
  // An empty one recognizes nothing.
  { field: 'eventID', stored: (t) => `nullif(${t}, '')` },
];

const required = (t: string, field: string): readonly Fault[] => [
  [`${t} IS NULL`, `${field} ${REASONS.missing}`],
  [`${t} = ''`, `${field} ${REASONS.empty}`],
];

const notNumber = (t: string, reason: string): readonly Fault[] => [
  [`${t} <> '' AND NOT coalesce(isfinite(TRY_CAST(${t} AS DOUBLE)), false)`, reason, t],
];

/** Compiles a mapping to one statement over the rows of a file. `payloadKeys` are those that exist. */
export function compileMapping(
  rows: Rows,
  mapping: Mapping,
  { payloadKeys, nowMs }: { readonly payloadKeys: ReadonlySet<string>; readonly nowMs: number | null },
): EventSelect {
  const finder = findValues(rows);
  const fields = fieldsOf(mapping, finder);
  const { kept, left } = divideKeys(payloadOf(rows, mapping, finder), payloadKeys);
  const notKept = [...left.values()].map((texts, place) => `(${isThere(texts)}) AS n${place}`);
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
    ...RULES.map(({ field, stored }) => `${stored?.(`_ir_${field}`) ?? `_ir_${field}`} AS ${field}`),
    // Here, because a thousand columns in each step take much memory.
    ...[...kept].map(([key, texts], place) => `${storedAs(key, oneOf(texts))} AS p${place}`),
    ...notKept.map((_, place) => `n${place}`),
    '_ir_fault AS fault',
    `CASE WHEN _ir_fault <> '' THEN ${rows.text} END AS refused`,
  ];
  return {
    sql: `SELECT ${selected.join(', ')} FROM (${checked})`,
    payload: new Map([...kept.keys()].map((key, place) => [key, `p${place}`])),
    left: new Map([...left.keys()].map((name, place) => [name, `n${place}`])),
    renamed: finder.renamed,
    missing: fields.missing,
  };
}

function when([condition, reason, shown]: Fault): string {
  const text = shown === undefined ? literal(reason) : `${literal(reason + SHOWN_AFTER)} || ${shown}`;
  return `WHEN ${condition} THEN ${text}`;
}

function fieldsOf({ fields }: Mapping, finder: ValueFinder) {
  const { timestamp = { from: [] } } = fields;
  const times = finder.all(timestamp.from);
  const timeTexts = times.map((time) => `${time.sql}::VARCHAR`);
  const columns = [
    `${firstOf(timeTexts)} AS _ir_written`,
    `coalesce(${[...times.map((time) => timeOf(time, timestamp.unit, timestamp.zone)), 'NULL::BIGINT'].join(', ')}) AS _ir_time`,
  ];
  const faults: Fault[] = [
    ['_ir_written IS NULL', `timestamp ${REASONS.missing}`],
    ...(timestamp.zone === undefined ? [ZONELESS] : []),
    ['_ir_time IS NULL', REASONS.time, '_ir_written'],
  ];
  const missing: Field[] = times.length === 0 ? ['timestamp'] : [];
  for (const { field, faults: faultsOf } of RULES) {
    const mapped = fields[field] ?? { from: [] };
    const values = finder.all(mapped.from);
    if (values.length === 0 && mapped.value === undefined) missing.push(field);
    columns.push(`${textOfMapped(mapped, values, finder)} AS _ir_${field}`);
    const nested = values.map(isNestedValue).filter((condition) => condition !== 'false');
    if (nested.length > 0) faults.push([nested.join(' OR '), `${field} ${REASONS.text}`]);
    faults.push(...(faultsOf?.(`_ir_${field}`) ?? []));
  }
  return { columns, faults, missing };
}

const ZONELESS: Fault = [
  '_ir_time IS NULL AND ir_zoneless(_ir_written)',
  `${REASONS.zone}; give --timezone, such as Europe/Berlin`,
  '_ir_written',
];

const timeFaults = (nowMs: number): readonly Fault[] => [
  [`_ir_time < ${EARLIEST_MS}`, REASONS.early],
  [`_ir_time > ${nowMs + AHEAD_MS}`, REASONS.late],
];

function textOfMapped(
  { value, names = {}, by }: MappedValue,
  values: readonly Value[],
  finder: ValueFinder,
): string {
  const text = firstOf(values.map(textOf), value);
  const cases = Object.entries(names).map(
    ([from, to]) => `WHEN ${literal(from)} THEN ${to === null ? 'NULL' : literal(to)}`,
  );
  const named = cases.length === 0 ? text : `CASE ${text} ${cases.join(' ')} ELSE ${text} END`;
  const within = by === undefined ? null : finder.at(by);
  return within === null ? named : `${textOf(within)} || '-' || ${named}`;
}

/** The texts of each payload key, of which the first one that is there counts. */
type Texts = ReadonlyMap<string, readonly string[]>;

/** The payload of events, and what the mapping does not keep. */
function payloadOf({ values, objects }: Rows, mapping: Mapping, finder: ValueFinder) {
  const [kept, left] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  const add = (key: string, text: string, to = kept) => to.set(key, [...(to.get(key) ?? []), text]);
  for (const [key, mapped] of Object.entries(mapping.payload)) {
    const texts = finder.all(mapped.from);
    if (texts.length > 0 || mapped.value !== undefined) add(key, textOfMapped(mapped, texts, finder));
  }
  for (const [key, text] of systemOf(mapping, finder)) add(key, text);
  const spreads = new Map(mapping.spread.map((each) => [each.from, each]));
  for (const [name, value] of values) {
    if (finder.used.has(name) || objects.has(name)) continue;
    const { object } = value;
    const spread = object === undefined ? undefined : spreads.get(object.name);
    const isKept =
      object === undefined ? mapping.rest : spread !== undefined && !spread.leave.includes(object.key);
    const key = isKept && object !== undefined ? (spread?.prefix ?? '') + object.key : name;
    // The value of a numeric key need not be in its shortest form.
    add(key, NUMERIC_KEYS.has(key) ? `${value.sql}::VARCHAR` : textOf(value), isKept ? kept : left);
  }
  return { kept, left };
}

/** Leaves out the keys of the event itself, and those that are too many. */
function divideKeys(
  payload: { readonly kept: Texts; readonly left: Texts },
  payloadKeys: ReadonlySet<string>,
) {
  const kept = new Map<string, readonly string[]>();
  const left = new Map(payload.left);
  let keys = payloadKeys.size;
  for (const [key, texts] of payload.kept) {
    const isNew = !payloadKeys.has(key) && keyFault(key) === null;
    const isLeft = CORE_NAMES.has(key) || (isNew && keys >= LIMIT_KEYS);
    (isLeft ? left : kept).set(key, texts);
    if (isNew && !isLeft) keys += 1;
  }
  return { kept, left };
}

function isThere(texts: readonly string[]): string {
  return texts.map((text) => `coalesce(${text}, '') NOT IN ('', '{}', '[]', 'null')`).join(' OR ');
}

function payloadFaults(kept: Texts): readonly Fault[] {
  return [...kept].flatMap(([key, texts]): readonly Fault[] => {
    const [text, fault] = [oneOf(texts), keyFault(key)];
    if (fault !== null) return [[`${text} IS NOT NULL`, fault]];
    if (!NUMERIC_KEYS.has(key)) return [];
    return notNumber(text, `${key} ${REASONS.numericKey}`);
  });
}

/** The first text that is there. */
function oneOf(texts: readonly string[]): string {
  return texts.length === 1 ? `(${texts.join('')})` : `coalesce(${texts.join(', ')})`;
}

function storedAs(key: string, text: string): string {
  return NUMERIC_KEYS.has(key) ? `TRY_CAST(${text} AS DOUBLE)` : text;
}
