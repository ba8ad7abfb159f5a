// The JSON Schema of the config file, made from the table that declares the inputs.
import { SCHEMA_ADDRESS } from '../src/cli/init/config-file.ts';
import { CONFIG_KEYS, REPORT_LIMIT } from '../src/report/inputs/config/file.ts';
import { INPUTS, type DeclaredInput, type InputName } from '../src/report/inputs/declared.ts';
import { DESCRIPTIONS } from '../src/report/inputs/descriptions.ts';
import { OVERRIDE_KEYS } from '../src/report/inputs/entries/entry.ts';
import { OFFSET_LIMITS } from '../src/report/inputs/interval/words.ts';
import { REPORT_ID } from '../src/report/inputs/scalars.ts';
import { GITHUB_LOGIN } from '../src/report/inputs/posting/posting.ts';
import {
  BUILTIN_TEMPLATES,
  DESTINATIONS,
  DIRECTIONS,
  INSIGHT_KINDS,
  MISSING_ROWS,
  PAGE_DESTINATIONS,
  SIGNAL_FAILURES,
} from '../src/report/inputs/request.ts';
import type { THRESHOLD_OPTIONS } from '../src/report/inputs/thresholds/forms.ts';
import { COMPONENTS } from '../src/tql/time/interval.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The schema. Only the run checks zones, locales, CEL and the files that are named. */
export function configSchema(): Schema {
  const properties = Object.fromEntries(CONFIG_KEYS.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const keys = CONFIG_KEYS.map((name): [string, Schema] => [name, keySchema(name)]);
  const report = { type: ['object', 'null'], properties, additionalProperties: false };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: SCHEMA_ADDRESS,
    title: 'Insight Report',
    description:
      'What to report and where: the inputs of the Action except tokens and addresses, for one report or several.',
    type: 'object',
    properties: {
      ...properties,
      reports: {
        description:
          'Several reports by name. The keys of a report win over those beside `reports`; its name is also its report-id.',
        anyOf: [
          {
            type: 'object',
            propertyNames: { pattern: REPORT_ID.source, maxLength: 64 },
            minProperties: 1,
            maxProperties: REPORT_LIMIT,
            additionalProperties: { $ref: '#/$defs/report' },
          },
          { $ref: '#/$defs/nothing' },
        ],
      },
    },
    additionalProperties: false,
    $defs: {
      nothing: {
        description: 'The same as leaving the key out.',
        type: ['null', 'string'],
        pattern: '^\\s*$',
      },
      report: { description: 'The keys of one report.', ...report },
      ...Object.fromEntries(keys),
      ...SHARED,
    },
  };
}

function keySchema(name: InputName): Schema {
  const input: DeclaredInput = INPUTS[name];
  const forms = FORMS[name] ?? [formOf(input)];
  const text = input.default;
  const fallback =
    input.kind === 'integer' || input.kind === 'boolean' ? (JSON.parse(text) as unknown) : text;
  const holds = text === '' ? {} : { default: fallback };
  const examples = EXAMPLES[name] === undefined ? {} : { examples: EXAMPLES[name] };
  return {
    description: DESCRIPTIONS[name],
    ...holds,
    ...examples,
    anyOf: [...forms, { $ref: '#/$defs/nothing' }],
  };
}

function formOf(input: DeclaredInput): Schema {
  switch (input.kind) {
    case 'boolean':
      return { type: ['boolean', 'string'], pattern: '^(?:true|True|TRUE|false|False|FALSE)$' };
    case 'integer':
      return integer(input.min, input.max);
    case 'choice':
      return { enum: input.choices };
    default:
      return line(200);
  }
}

/** A scalar of one line. A number or a boolean counts as the string that was written. */
function line(maxLength: number): Schema {
  const visible = '[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}]';
  return { type: ['string', 'number', 'boolean'], pattern: `^\\s*(?=\\S)${visible}+\\s*$`, maxLength };
}

/** A whole number, with or without quotes. */
function integer(min: number, max: number): Schema {
  const sign = min < 0 ? '-?' : min === 0 ? '' : '(?!0+\\s*$)';
  return {
    type: ['integer', 'string'],
    minimum: min,
    maximum: max,
    pattern: `^\\s*${sign}${upTo(max)}\\s*$`,
  };
}

/** A pattern that matches the whole numbers from 0 to `max`. */
function upTo(max: number): string {
  const digits = String(max);
  const shorter = digits.length === 1 ? [] : [`\\d{1,${digits.length - 1}}`];
  const below = Array.from(digits).flatMap((digit, index) => {
    const rest = digits.length - index - 1;
    return digit === '0' ? [] : [`${digits.slice(0, index)}[0-${Number(digit) - 1}]\\d{${rest}}`];
  });
  return `0*(?:${[...shorter, ...below, digits].join('|')})`;
}

/** A percentage; the run allows leading zeros only as far as three digits before the point. */
function percentage(numbers: string): Schema {
  return { type: 'string', pattern: `^\\s*0?(?:${numbers})\\s?%\\s*$` };
}

function object(properties: Schema, required: readonly string[]): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function entry(source: string, named: Schema, isNamed: boolean): Schema {
  const overrides = Object.fromEntries(OVERRIDE_KEYS.map((key) => [key, OVERRIDE_FORMS[key]]));
  const own = isNamed ? {} : { name: line(100) };
  return { anyOf: [named, object({ [source]: named, ...own, ...overrides }, [source])] };
}

const OVERRIDE_FORMS: Readonly<Record<(typeof OVERRIDE_KEYS)[number], Schema>> = {
  title: line(200),
  top: integer(INPUTS.top.min, INPUTS.top.max),
  interval: { $ref: '#/$defs/period' },
  compare: { enum: INPUTS.compare.choices },
  history: integer(INPUTS.history.min, INPUTS.history.max),
  metric: line(200),
  kind: { enum: INSIGHT_KINDS },
  good: { enum: DIRECTIONS },
  explain: { anyOf: [line(1000), { type: 'array', items: line(200), maxItems: 5 }] },
  // A number counts as it is written: 0.98.
  keep: {
    type: ['string', 'number'],
    exclusiveMinimum: 0,
    exclusiveMaximum: 1,
    pattern:
      '^\\s*(?:0{1,3}\\.(?!0+\\s*$)\\d{1,10}|0?(?:100(?:\\.0{1,10})?|(?!0+(?:\\.0+)?\\s?%)\\d{1,2}(?:\\.\\d{1,10})?)\\s?%)\\s*$',
  },
};

const PERIODS = [
  'last 28 complete days',
  'last 7 days',
  'last 4 complete weeks',
  'this month',
  '2026-10-01/2026-11-01',
];

/** An id, an address or a title: which of them it is, the run finds out. */
const savedInsight = line(500);
const queryFile = { type: 'string', pattern: '\\S' };
const assertion = { type: ['string', 'boolean'], pattern: '\\S' };

const policies = {
  title: line(200),
  confidence: percentage('(?!50(?:\\.0+)?\\s?%)[5-9]\\d(?:\\.\\d{1,10})?'),
  warn: assertion,
  'min-sample': integer(0, 1_000_000_000_000),
  'missing-row': { enum: MISSING_ROWS },
  reason: line(200),
  until: { type: 'string', pattern: '^\\s*\\d{4}-\\d{2}-\\d{2}\\s*$' },
} satisfies Readonly<Record<(typeof THRESHOLD_OPTIONS)[number], Schema>>;

/** Definitions that several keys use. */
const SHARED: Readonly<Record<string, Schema>> = {
  date: object(
    {
      component: { enum: COMPONENTS },
      offset: integer(-OFFSET_LIMITS.hour, OFFSET_LIMITS.hour),
      position: { enum: ['beginning', 'end'] },
    },
    ['component', 'offset', 'position'],
  ),
  period: {
    description:
      'A time range: the last so many hours, days, weeks, months, quarters or years ("last 28 complete days", or "last 7 days" with today so far), today, yesterday, "this month", "last week", two dates with a slash between them (the second not included), or {beginningDate, endDate}. The run checks what is written.',
    examples: PERIODS,
    anyOf: [
      { type: 'string', pattern: '\\S' },
      object({ beginningDate: { $ref: '#/$defs/date' }, endDate: { $ref: '#/$defs/date' } }, [
        'beginningDate',
        'endDate',
      ]),
    ],
  },
  insight: entry('id', savedInsight, true),
  query: entry('file', queryFile, true),
  release: {
    anyOf: [
      line(200),
      object(
        {
          event: { anyOf: [line(200), { type: 'object' }] },
          title: line(256),
          version: line(200),
          new: line(200),
          against: line(200),
          since: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
          strata: { anyOf: [line(600), { type: 'array', items: line(200), maxItems: 3 }] },
        },
        ['event'],
      ),
    ],
  },
  gate: object({ insight: line(100), assert: assertion, ...policies }, ['assert']),
  'gate of a name': {
    type: 'object',
    properties: { ...policies, assert: false, insight: false },
    additionalProperties: { anyOf: [assertion, object({ assert: assertion, ...policies }, ['assert'])] },
    minProperties: 1,
  },
};

const destination = `(?:-\\s+)?(?:${DESTINATIONS.join('|')})`;
const template = {
  type: 'string',
  anyOf: [{ enum: BUILTIN_TEMPLATES }, { pattern: '^[^\\n{:]*\\.[Hh][Bb][Ss]\\s*$' }],
};

/** What an editor offers to begin with. */
const EXAMPLES: Readonly<Partial<Record<InputName, readonly unknown[]>>> = {
  interval: PERIODS,
  insights: [
    '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
    { devices: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10' },
    [{ id: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10', name: 'os', top: 5 }],
  ],
  queries: [{ crashes: '.github/queries/crashes.json' }],
  thresholds: [
    ['os: share("iOS 15") < 2%'],
    [{ insight: 'os', assert: 'total() >= 1000', 'min-sample': 500 }],
  ],
  'post-to': ['summary', 'pull-request', ['summary', 'issue']],
  timezone: ['UTC', 'Europe/Berlin', 'America/New_York'],
};

/** Keys whose values can have more forms than their kind says. */
const FORMS: Readonly<Partial<Record<InputName, readonly Schema[]>>> = {
  'report-id': [{ type: ['string', 'number', 'boolean'], pattern: REPORT_ID.source, maxLength: 64 }],
  'issue-title': [line(1000)],
  'discussion-category': [line(100)],
  'issue-number': [integer(1, 2_147_483_647)],
  'pr-number': [{ const: 'auto' }, integer(1, 2_147_483_647)],
  interval: [{ $ref: '#/$defs/period' }],
  'post-to': [
    { enum: [...DESTINATIONS, 'none'] },
    { type: 'string', pattern: `^\\s*${destination}\\s*(?:[,\\n]\\s*${destination}\\s*)*$` },
    { type: 'array', items: { enum: DESTINATIONS }, minItems: 1 },
    { type: 'array', items: { const: 'none' }, minItems: 1 },
  ],
  labels: [
    {
      type: 'array',
      items: { type: ['string', 'number', 'boolean'], maxLength: 50, pattern: '\\S' },
      maxItems: 100,
    },
    { type: ['string', 'number', 'boolean'] },
  ],
  assignees: [
    { type: 'array', items: { type: ['string', 'number'], pattern: GITHUB_LOGIN.source }, maxItems: 10 },
    { type: ['string', 'number'] },
  ],
  insights: [
    { type: 'object', propertyNames: { maxLength: 100 }, additionalProperties: { $ref: '#/$defs/insight' } },
    { type: 'array', items: entry('id', savedInsight, false) },
    { type: ['string', 'number', 'boolean'], pattern: '\\S' },
  ],
  queries: [
    { type: 'object', propertyNames: { maxLength: 100 }, additionalProperties: { $ref: '#/$defs/query' } },
    { type: 'array', items: entry('file', queryFile, false) },
    { type: 'string' },
  ],
  marks: [
    { enum: ['releases', 'none'] },
    {
      type: 'object',
      propertyNames: { pattern: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$' },
      additionalProperties: line(100),
    },
  ],
  releases: [
    { type: 'object', propertyNames: { maxLength: 100 }, additionalProperties: { $ref: '#/$defs/release' } },
    { type: 'string' },
  ],
  signals: [
    { type: 'boolean' },
    { enum: ['true', 'false'] },
    object(
      {
        whole: { type: 'boolean' },
        folder: line(500),
        diff: line(500),
        call: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        interval: { $ref: '#/$defs/period' },
        'fail-on': {
          anyOf: [{ type: 'string' }, { type: 'array', items: { enum: SIGNAL_FAILURES } }],
        },
      },
      [],
    ),
  ],
  minimums: [
    { type: 'boolean' },
    { enum: ['auto', 'true', 'false'] },
    object({ 'max-lost': { type: 'string', pattern: '^\\d{1,3}(\\.\\d{1,10})? ?%$' }, app: line(100) }, []),
  ],
  template: [
    template,
    object(Object.fromEntries(PAGE_DESTINATIONS.map((name) => [name, template])), []),
    { type: 'string', pattern: '\\n|\\{' },
  ],
  thresholds: [
    {
      type: 'array',
      items: { anyOf: [assertion, { $ref: '#/$defs/gate' }, { $ref: '#/$defs/gate of a name' }] },
      maxItems: 100,
    },
    { $ref: '#/$defs/gate' },
    { $ref: '#/$defs/gate of a name' },
    assertion,
  ],
};
