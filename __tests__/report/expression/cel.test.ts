// Our grammar and evaluation against another implementation of CEL, over random expressions.
import { parse } from '@marcbachmann/cel-js';
import { evaluate } from '../../../src/report/expression/evaluate.ts';
import { parseExpression } from '../../../src/report/expression/syntax.ts';
import { asTruth } from '../../../src/report/expression/values.ts';
import fc, { runs } from '../../support/properties.ts';

/** Numbers whose arithmetic does not round; CEL's doubles are written with a point. */
const literal = fc.constantFrom('0.0', '1.0', '2.5', '3.0', '-4.0', '1e1', '0.5');
const word = fc.constantFrom('"a"', "'ab'", 'r"b\\d"', '"\\u0061\\n"');

interface Trees {
  readonly number: string;
  readonly list: string;
  readonly text: string;
  readonly truth: string;
}

/** Parts joined with or without blanks, in parentheses or not, so that precedence matters. */
function joined(...parts: readonly fc.Arbitrary<string>[]) {
  return fc
    .tuple(fc.constantFrom(' ', '  ', ' // {"\n '), fc.boolean(), ...parts)
    .map(([blank, isClosed, ...texts]) => (isClosed ? `(${texts.join(blank)})` : texts.join(blank)));
}

const { truth } = fc.letrec<Trees>((tie) => {
  const comparison = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
  const of = (kind: keyof Trees) => tie(kind) as fc.Arbitrary<string>;
  const [number, text, list, condition] = [of('number'), of('text'), of('list'), of('truth')];
  return {
    number: fc.oneof(
      { depthSize: 'small' },
      literal,
      joined(number, fc.constantFrom('+', '-', '*'), number),
      joined(number, fc.constantFrom('/ 2.0', '/ -4.0')),
      number.map((of) => `-(${of})`),
      fc.tuple(condition, number, number).map(([of, one, other]) => `(${of} ? ${one} : ${other})`),
      number.map((of) => `[${of}, 1.0][0]`),
    ),
    list: fc.oneof(
      { depthSize: 'small' },
      fc.array(number, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc.tuple(literal, literal).map(([one, limit]) => `[${one}, 2.0].filter(v, v < ${limit})`),
      fc.tuple(literal, literal).map(([one, more]) => `[${one}, 2.0].map(v, v * ${more})`),
    ),
    text: word,
    truth: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('true', 'false'),
      joined(number, comparison, number),
      joined(text, comparison, text),
      joined(number, fc.constant('in'), list),
      joined(condition, fc.constantFrom('&&', '||'), condition),
      fc
        .tuple(condition, fc.constantFrom('==', '!='), condition)
        .map(([one, sign, other]) => `(${one}) ${sign} (${other})`),
      condition.map((of) => `!(${of})`),
      fc.tuple(condition, condition, condition).map(([of, one, other]) => `((${of}) ? ${one} : ${other})`),
      fc
        .tuple(text, fc.constantFrom('startsWith', 'endsWith', 'contains'), word)
        .map(([of, name, part]) => `(${of}).${name}(${part})`),
      fc
        .tuple(list, fc.constantFrom('all', 'exists', 'exists_one'), comparison, literal)
        .map(([of, name, sign, limit]) => `${of}.${name}(v, v ${sign} ${limit})`),
    ),
  };
});

test('an expression has the value that another implementation of CEL computes', () => {
  const reader = {
    read: () => {
      throw new Error('nothing is read');
    },
    rows: () => {
      throw new Error('nothing is read');
    },
  };
  let compared = 0;
  fc.assert(
    fc.property(truth, (written) => {
      const program = parse(written);
      if (!program.check().valid) return;
      const expected: unknown = program({});
      // Texts and lists that are longer than people write are refused.
      fc.pre(written.length < 400);
      compared += 1;
      expect([written, asTruth(evaluate(parseExpression(written), reader))?.holds]).toEqual([
        written,
        expected,
      ]);
    }),
    { numRuns: runs(20_000, 1500) },
  );
  expect(compared).toBeGreaterThan(runs(20_000, 1500) / 2);
});
