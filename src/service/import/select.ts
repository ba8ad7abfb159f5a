import { CORE_NAMES, LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { literal } from '../events/duckdb-values.ts';
import { AHEAD_MS, EARLIEST_MS, keyFault, LIMIT_ID, REASONS } from '../events/event.ts';
import { findValues, type ValueFinder } from './find-values.ts';
import type { Field, MappedValue, Mapping } from './mapping.ts';
import type { Rows } from './objects.ts';
import { firstOf, timeOf } from './values.ts';

/** The statement that makes events of the rows of a file. */
export interface EventSelect {
  readonly sql: string;
  /** Payload key → the statement's column. */
  readonly payload: ReadonlyMap<string, string>;
  /** What is not kept → the column that says whether a row has a value for it. */
  readonly left: ReadonlyMap<string, string>;
  /** The columns that are read although the mapping writes their names in another way. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The fields that no column has. */
  readonly missing: readonly Field[];
}

/**
 * Compiles a mapping to one statement over the rows of a file, for `stage.ts`. The statement reads,
 * converts and checks them all, so that only refused rows reach JavaScript. It is three statements, one in
 * another:
 *
 * `SELECT _ir_time AS __time, …` has an event's columns, and for a refused row why it is refused (`fault`)
 * and its text (`refused`). `SELECT *, CASE WHEN … END AS _ir_fault` finds what is wrong with a row, and
 * `SELECT *, … AS _ir_appID, …` reads an event's fields as text.
 *
 * `payloadKeys` are those that the organization has; with `nowMs` null, any time is taken.
 */
export function compileMapping(
  rows: Rows,
  mapping: Mapping,
  { payloadKeys, nowMs }: { readonly payloadKeys: ReadonlySet<string>; readonly nowMs: number | null },
): EventSelect {
  const finder = findValues(rows);
  const { columns, faults, missing } = readFields(mapping, finder);
  const { kept, left } = divideKeys(payloadOf(rows, mapping, finder), payloadKeys);
  const hasLeft = [...left.values()].map(
    (texts, place) => `(${texts.map((text) => `ir_has_value(${text})`).join(' OR ')}) AS _ir_n${place}`,
  );
  const allFaults = [
    ...rows.faults,
    ...faults,
    ...payloadFaults(kept),
    ...(nowMs === null ? [] : timeFaults(nowMs)),
  ];
  const fields = `SELECT *, ${[...columns, ...hasLeft].join(', ')} FROM ${rows.from}`;
  // No condition may stand here twice: the engine would evaluate it for every row, whatever is before it.
  const checked = `SELECT *, CASE ${allFaults.map(whenFault).join(' ')} END AS _ir_fault FROM (${fields})`;
  const selected = [
    '_ir_time AS __time',
    ...RULES.map(({ field, stored = `_ir_${field}` }) => `${stored} AS ${field}`),
    // Only here, because a thousand columns in each of the three statements take much memory.
    ...[...kept].map(([key, texts], place) => `${storedAs(key, coalesced(texts))} AS p${place}`),
    ...hasLeft.map((_, place) => `_ir_n${place} AS n${place}`),
    '_ir_fault AS fault',
    `CASE WHEN _ir_fault <> '' THEN ${rows.text} END AS refused`,
  ];
  return {
    sql: `SELECT ${selected.join(', ')} FROM (${checked})`,
    payload: new Map([...kept.keys()].map((key, place) => [key, `p${place}`])),
    left: new Map([...left.keys()].map((name, place) => [name, `n${place}`])),
    renamed: finder.renamed,
    missing,
  };
}

/** A condition under which a row is refused, the reason, and the SQL of the value that is shown with it. */
type Fault = readonly [condition: string, reason: string, shown?: string];

/** The character between a reason and the value that is shown with it. */
export const SHOWN_AFTER = '\u001F';

function whenFault([condition, reason, shown]: Fault): string {
  const text = shown === undefined ? literal(reason) : `${literal(reason + SHOWN_AFTER)} || ${shown}`;
  return `WHEN ${condition} THEN ${text}`;
}

/**
 * How each field of an event is read (`as` a number: with a decimal comma, too) and stored, if not as its
 * text, and when a row is refused because of it.
 */
const RULES: readonly {
  readonly field: Exclude<Field, 'timestamp'>;
  readonly as?: 'number';
  readonly stored?: string;
  readonly faults?: readonly Fault[];
}[] = [
  {
    field: 'appID',
    stored: 'ir_app_id(_ir_appID)',
    faults: [...required('appID'), tooLong('appID')],
  },
  { field: 'clientUser' },
  { field: 'type', faults: required('type') },
  { field: 'sessionID' },
  {
    field: 'isTestMode',
    stored: 'ir_boolean(_ir_isTestMode)',
    faults: [['ir_is_not_boolean(_ir_isTestMode)', REASONS.testMode, '_ir_isTestMode']],
  },
  {
    field: 'floatValue',
    as: 'number',
    stored: 'ir_stored_number(_ir_floatValue)',
    faults: [['ir_is_not_number(_ir_floatValue)', REASONS.number, '_ir_floatValue']],
  },
  // An empty ID recognizes no event.
  { field: 'eventID', stored: `nullif(_ir_eventID, '')`, faults: [tooLong('eventID')] },
];

function tooLong(field: string): Fault {
  return [`length(_ir_${field}) > ${LIMIT_ID}`, `${field} ${REASONS.long}`, `_ir_${field}`];
}

function required(field: string): readonly Fault[] {
  return [
    [`_ir_${field} IS NULL`, `${field} ${REASONS.missing}`],
    [`_ir_${field} = ''`, `${field} ${REASONS.empty}`],
  ];
}

/**
 * The columns with the fields of an event, what can be wrong with them, and the fields that no column has.
 */
function readFields({ fields }: Mapping, finder: ValueFinder) {
  const { timestamp = { from: [] } } = fields;
  const times = finder.findAll(timestamp.from);
  const timesMs = times.map((time) => timeOf(time, timestamp.unit, timestamp.zone));
  const columns = [
    `${firstOf(times.map(({ sql }) => `${sql}::VARCHAR`))} AS _ir_written`,
    `coalesce(${[...timesMs, 'NULL::BIGINT'].join(', ')}) AS _ir_time`,
  ];
  const faults: Fault[] = [
    ['_ir_written IS NULL', `timestamp ${REASONS.missing}`],
    ...(timestamp.zone === undefined ? [ZONELESS] : []),
    ['_ir_time IS NULL', REASONS.time, '_ir_written'],
  ];
  const missing: Field[] = times.length === 0 ? ['timestamp'] : [];
  for (const { field, as, faults: fieldFaults = [] } of RULES) {
    const mapped = fields[field] ?? { from: [] };
    const values = finder.findAll(mapped.from);
    if (values.length === 0 && mapped.value === undefined) missing.push(field);
    columns.push(`${textOfMapped(mapped, finder, as)} AS _ir_${field}`);
    const nested = values.map(({ isNested }): Fault => [isNested, `${field} ${REASONS.text}`]);
    faults.push(...nested, ...fieldFaults);
  }
  return { columns, faults, missing };
}

const ZONELESS: Fault = [
  '_ir_time IS NULL AND ir_lacks_zone(_ir_written)',
  `${REASONS.zone}; give --timezone, such as Europe/Berlin`,
  '_ir_written',
];

const timeFaults = (nowMs: number): readonly Fault[] => [
  [`_ir_time < ${EARLIEST_MS}`, REASONS.early],
  [`_ir_time > ${nowMs + AHEAD_MS}`, REASONS.late],
];

/** The SQL of what a mapping says of a value, as text. */
function textOfMapped(
  { from, value, names = {}, by }: MappedValue,
  finder: ValueFinder,
  as: 'text' | 'number' = 'text',
): string {
  const text = firstOf(
    finder.findAll(from).map((each) => each[as]),
    value,
  );
  const cases = Object.entries(names).map(
    ([name, other]) => `WHEN ${literal(name)} THEN ${other === null ? 'NULL' : literal(other)}`,
  );
  const named = cases.length === 0 ? text : `CASE ${text} ${cases.join(' ')} ELSE ${text} END`;
  const within = by === undefined ? null : finder.find(by);
  return within === null ? named : `${within.text} || '-' || ${named}`;
}

/** The texts of each payload key, of which the first one that is not null counts. */
type Texts = ReadonlyMap<string, readonly string[]>;

/** The payload of events (`kept`), and the columns that the mapping does not keep (`left`). */
function payloadOf({ values, objects }: Rows, mapping: Mapping, finder: ValueFinder) {
  const [kept, left] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  const add = (to: typeof kept, key: string, text: string) => to.set(key, [...(to.get(key) ?? []), text]);
  for (const [key, mapped] of Object.entries(mapping.payload))
    if (mapped.value !== undefined || finder.findAll(mapped.from).length > 0)
      add(kept, key, textOfMapped(mapped, finder, NUMERIC_KEYS.has(key) ? 'number' : 'text'));
  for (const [key, text] of systemOf(mapping, finder)) add(kept, `TelemetryDeck.Device.${key}`, text);
  const spreads = new Map(mapping.spread.map((spread) => [spread.from, spread]));
  for (const [name, { object, text, number }] of values) {
    if (finder.used.has(name) || objects.has(name)) continue;
    const spread = object === undefined ? undefined : spreads.get(object.name);
    const isKept =
      object === undefined ? mapping.rest : spread !== undefined && !spread.leave.includes(object.key);
    const key = isKept && object !== undefined ? (spread?.prefix ?? '') + object.key : name;
    add(isKept ? kept : left, key, NUMERIC_KEYS.has(key) ? number : text);
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

/** Does not keep the names of an event's own fields, and keys beyond those that an organization may have. */
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

function payloadFaults(kept: Texts): readonly Fault[] {
  return [...kept].flatMap(([key, texts]): readonly Fault[] => {
    const [text, fault] = [coalesced(texts), keyFault(key)];
    if (fault !== null) return [[`${text} IS NOT NULL`, fault]];
    if (!NUMERIC_KEYS.has(key)) return [];
    return [[`ir_is_not_number(${text})`, `${key} ${REASONS.numericKey}`, text]];
  });
}

function coalesced(texts: readonly string[]): string {
  return `coalesce(${texts.join(', ')})`;
}

function storedAs(key: string, text: string): string {
  return NUMERIC_KEYS.has(key) ? `ir_stored_number(${text})` : text;
}
