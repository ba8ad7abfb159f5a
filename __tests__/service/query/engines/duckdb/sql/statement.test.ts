import fc, { runs } from '../../../../../support/properties.ts';
import { inlineText } from '../../../../../../src/service/query/engines/duckdb/sql/statement.ts';
import { renderStatement } from '../../../../../../src/service/query/engines/duckdb/sql/render.ts';

test('a text is part of the statement only if no character of it could end the literal, else a parameter', () => {
  const hostile = fc.constantFrom(
    "'",
    "''",
    '\\',
    '"',
    '$1',
    ';',
    '\n',
    '\0',
    '/*',
    '’',
    'ü',
    'x'.repeat(101),
  );
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[\w .:-]{0,20}$/),
    fc.tuple(fc.string(), hostile, fc.string()).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (value) => {
      const { text: statement, parameters } = renderStatement(inlineText(value));
      const isHarmless = value.length <= 100 && /^[a-z0-9 ._:,()+-]+$/i.test(value) && !value.includes('\n');
      expect([statement, parameters]).toEqual(
        isHarmless ? [`'${value}'`, []] : ['$1', [{ type: 'text', value }]],
      );
    }),
    { numRuns: runs(2000) },
  );
});
