import { type Having } from '../../../tql/having.ts';
import { asDouble, asText, type Expression } from './expression.ts';
import { extracted } from './extraction.ts';
import { filterSql } from './filter.ts';
import { outputScope } from './scope.ts';
import { double, join, sql, text, type Sql } from './sql.ts';

/** A having spec as a condition over the outputs of a group. A null counts as 0 where it is compared with a number. */
export function havingSql(having: Having, outputs: ReadonlyMap<string, Expression>): Sql {
  const scope = outputScope(outputs, 'having');
  const number = (name: string): Sql => sql`coalesce(${asDouble(scope.resolve(name))}, 0)`;
  switch (having.type) {
    case 'equalTo':
      return sql`(${number(having.aggregation)} = ${double(having.value)})`;
    case 'greaterThan':
      return sql`(${number(having.aggregation)} > ${double(having.value)})`;
    case 'lessThan':
      return sql`(${number(having.aggregation)} < ${double(having.value)})`;
    case 'dimSelector':
      return sql`(${asText(extracted(scope.resolve(having.dimension), having.extractionFn))} IS NOT DISTINCT FROM ${text(having.value)})`;
    case 'filter':
      return filterSql(having.filter, scope);
    case 'and':
    case 'or': {
      const specs = having.havingSpecs.map((spec) => havingSql(spec, outputs));
      return sql`(${join(specs, having.type)})`;
    }
    case 'not':
      return sql`(NOT ${havingSql(having.havingSpec, outputs)})`;
  }
}
