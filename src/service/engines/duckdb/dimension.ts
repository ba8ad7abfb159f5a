import { type Dimension } from '../../../tql/dimension.ts';
import { asDouble, asLong, asText, type Expression } from './expression.ts';
import { extracted } from './extraction.ts';
import { type Scope } from './scope.ts';

/** What a dimension groups by. */
export function dimensionSql(dimension: Dimension, scope: Scope): Expression {
  const column = scope.resolve(dimension.dimension);
  const value = dimension.type === 'extraction' ? extracted(column, dimension.extractionFn) : column;
  switch (dimension.outputType ?? 'STRING') {
    case 'STRING':
      return { kind: 'text', sql: asText(value) };
    case 'LONG':
      return { kind: 'long', sql: asLong(value) };
    case 'FLOAT':
      return { kind: 'double', sql: asDouble(value) };
  }
}
