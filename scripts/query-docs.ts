// Writes the types, the refusals and the limits in docs/reference/query-support.md, from the schemas, the
// refused queries of the tests and the limits in src: `node scripts/query-docs.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSED } from '../__tests__/support/tql-refused.ts';
import { TYPES } from '../__tests__/support/tql-types.ts';
import { LEVEL_LIMIT, POINT_LIMIT } from '../src/service/query/compile/checks.ts';
import { STEP_LIMIT } from '../src/service/query/compile/derived-queries.ts';
import { PERIOD_LIMIT } from '../src/service/query/compile/retention.ts';
import { PART_LIMITS } from '../src/service/query/compile/part-limits.ts';
import { EVENT_LIMIT } from '../src/service/query/engines/scan-result.ts';
import { ROW_LIMIT } from '../src/service/query/engines/buckets.ts';
import { TEXT_LENGTH_LIMIT } from '../src/service/query/engines/duckdb/expressions/expression.ts';
import { ROW_BYTE_LIMIT } from '../src/service/query/engines/duckdb/expressions/text-functions.ts';
import { DEPTH_LIMIT as EXPRESSION_DEPTH, OPERATOR_LIMIT } from '../src/tql/expression.ts';
import { DEPTH_LIMIT } from '../src/tql/schema/validation.ts';

const path = join(import.meta.dirname, '..', 'docs', 'reference', 'query-support.md');
const number = (value: number): string => value.toLocaleString('en-US');
const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(' ');

/** Limits of a query that no other page has. */
const LIMITS: Readonly<Record<string, number | string>> = {
  'buckets in an answer': ROW_LIMIT,
  'events of a scan': EVENT_LIMIT,
  'steps of a funnel': STEP_LIMIT,
  'periods of a retention': PERIOD_LIMIT,
  'levels of a query': DEPTH_LIMIT,
  'levels of an expression': EXPRESSION_DEPTH,
  'operators of an expression': OPERATOR_LIMIT,
  'levels of post-aggregations': LEVEL_LIMIT,
  'text that expressions build for one row': `${ROW_BYTE_LIMIT / 1024} KiB`,
  'characters of a literal': TEXT_LENGTH_LIMIT,
  'bins, split points and fractions': POINT_LIMIT,
  ...PART_LIMITS,
};

const NAMES: Readonly<Record<keyof typeof TYPES, string>> = {
  query: 'query',
  filter: 'filter',
  aggregation: 'aggregation',
  post: 'post-aggregation',
  having: 'having',
  metric: 'topN metric',
};

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const SECTIONS = {
  types: table(
    ['part', 'types'],
    Object.entries(TYPES).map(([part, types]) => [NAMES[part as keyof typeof TYPES], code(types)]),
  ),
  refused: [
    REFUSED.map(([, what]) => `- ${what}`).join('\n'),
    'A query can have at most:',
    table(
      ['what', 'at most'],
      Object.entries(LIMITS).map(([what, limit]) => [
        what,
        typeof limit === 'number' ? number(limit) : limit,
      ]),
    ),
  ].join('\n\n'),
};

/** The page with its generated parts, each between two marks. */
export function withQuerySupport(page: string): string {
  return Object.entries(SECTIONS).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
        (_, open: string, close: string) => `${open}\n${part}\n\n${close}`,
      ),
    page,
  );
}

if (import.meta.main) writeFileSync(path, withQuerySupport(readFileSync(path, 'utf8')));
