import { evaluateAny } from '../../../src/report/expression/evaluate-any.ts';
import { evaluate } from '../../../src/report/expression/evaluate.ts';
import { type NumberReader, asTruth } from '../../../src/report/expression/values.ts';
import { exactNumber, NOTHING } from '../../../src/report/expression/number-range.ts';
import { parseExpression } from '../../../src/report/expression/syntax.ts';
import fc, { runs } from '../../support/properties.ts';
import { recheckAssertion } from '../../../src/report/gate/check.ts';
import { parseAssertion } from '../../../src/report/expression/parse.ts';
import { faultOf, KNOWN, USERS_BY_SYSTEM } from '../gate/fixtures.ts';
import { asQuery } from '../../support/as-query.ts';

test.each([
  ['share("iOS 15") < 5', '5%'],
  ['5 > share("iOS 15")', '5%'],
  ['share("a") > -1', '-1%'],
  ['share("a") + share("b") >= 95', '95%'],
  ['rows.all(r, r.share < 5)', '5%'],
  ['rows.all(r, share(r.key) < 5)', '5%'],
  ['total() > 5 && share("a") < 5', '5%'],
  ['[share("a")].all(s, s < 5)', '5%'],
  ['rows.filter(r, r.value > 5).all(r, r.share < 5)', '5%'],
  ['change("x") < 20', '20%'],
  ['totalChange() <= 2', '2%'],
  ['rows.exists(r, r.change > 20)', '20%'],
])('a percentage without its sign is asked for: %s', (written, hint) => {
  const problem = faultOf(written, KNOWN);
  expect(problem?.why).toMatch(/^a (share|change) is .* has no %$/);
  expect(problem?.hint).toBe(hint);
});

test.each([
  'share("a") < 0.5',
  'share("a") > 0',
  'share("a") >= 100%',
  'share("a") < 10 / 200',
  'share("a") * 100 < 5',
  'change("a") < 1',
  'change("a") < 200%',
  'change("a") > -1',
  'value("a") / total() < 5',
  'share("a") < share("b") * 2',
  '1 + share("a") < 1.5',
])('a percentage without its sign is not asked for where the number can be meant: %s', (written) => {
  expect(faultOf(written, KNOWN)).toBeNull();
});

test('the problem of a percentage without its sign says where it is and what to write', () => {
  expect(faultOf('share("iOS 15") < 5', KNOWN)).toMatchObject({
    why: 'a share is a number from 0 to 1 (0% to 100%), and 5 has no %',
    at: 19,
    hint: '5%',
  });
});

test.each([
  ['share("a") < 200%', 'no value can fail share("a") < 200%: share("a") is always from 0% to 100%'],
  ['share("a") > 100%', 'no value can pass share("a") > 100%: share("a") is always from 0% to 100%'],
  ['share("a") < 0', 'no value can pass share("a") < 0: share("a") is always from 0% to 100%'],
  ['share("a") != 150%', 'no value can fail share("a") != 150%: share("a") is always from 0% to 100%'],
  [
    'share("a") * 100 < 101',
    'no value can fail share("a") * 100 < 101: share("a") * 100 is always from 0 to 100',
  ],
  ['rank("a") >= 1', 'no value can fail rank("a") >= 1: rank("a") is always 1 or more'],
  ['count() >= 0', 'no value can fail count() >= 0: count() is always 0 or more'],
  ['rows.all(r, r.rank > 0.5)', 'no value can fail r.rank > 0.5: r.rank is always 1 or more'],
  ['total() > 5 || 1 < 2', 'no value can fail 1 < 2: 1 is always 1'],
])('a comparison that comes out the same for every value is not an assertion: %s', (written, why) => {
  expect(faultOf(written, KNOWN)?.why).toBe(why);
});

test.each([
  ['share("a") < 5% || true', true],
  ['false && share("a") < 5%', false],
  ['rows.all(r, true)', true],
])('a comparison that only looks as if it read a number is not an assertion: %s', (written, result) => {
  const why = `no value can ${result ? 'fail' : 'pass'} it: it is always ${result}`;
  expect(faultOf(written, KNOWN)).toMatchObject({ why, at: 1 });
});

test.each([
  'rows.exists(r, r.key == "a" && r.share > 5%)',
  'rows.all(r, r.key != "a" || r.share < 5%)',
  'rows.exists(r, true)',
  'rows[0].key == "iOS 26"',
  'rows.filter(r, r.share < 5%).size() == 0',
  'size(rows) < 100',
  '"iOS 15" in rows.map(r, r.key)',
  'total() / count() > 2 || false',
  'share("a") <= share("b")',
])('a comparison that depends on the answer is an assertion: %s', (written) => {
  expect(faultOf(written, KNOWN)).toBeNull();
});

test('a comparison that is called settled comes out the same for any numbers that can be read', () => {
  const leaf = fc.constantFrom(
    'share("a")',
    'share("b")',
    'rank("a")',
    'count()',
    'total()',
    'totalChange()',
    '1',
    '2%',
    '0.5',
    '3',
  );
  const term = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc
        .tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/'), tie('tree'))
        .map((parts) => `(${parts.join(' ')})`),
      tie('tree').map((inner) => `-(${inner})`),
    ),
  })).tree;
  const sign = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const reads = fc.record({
    a: share,
    b: share,
    rank: fc.integer({ min: 1, max: 9 }),
    count: fc.nat(9),
    total: fc.nat(9),
    change: fc.double({ min: -1, max: 3, noNaN: true }),
  });
  let settled = 0;
  fc.assert(
    fc.property(
      term,
      sign,
      term,
      fc.array(reads, { minLength: 5, maxLength: 5 }),
      (a, operator, b, samples) => {
        const tree = parseExpression(`${a} ${operator} ${b}`);
        const holds = asTruth(evaluateAny(tree, KNOWN, () => true).value)?.holds ?? null;
        if (holds === null) return;
        settled += 1;
        for (const sample of samples) {
          const reader: NumberReader = {
            read: ({ name, row }) =>
              exactNumber(
                row !== undefined
                  ? name === 'rank'
                    ? sample.rank
                    : row === 'a'
                      ? sample.a
                      : sample.b
                  : name === 'count'
                    ? sample.count
                    : name === 'total'
                      ? sample.total
                      : sample.change,
              ),
            rows: () => ({ kind: 'list', items: [], from: NOTHING }),
          };
          const result = asTruth(evaluate(tree, reader));
          if (result?.reason?.kind === 'division-by-zero') continue;
          expect(result?.holds).toBe(holds);
        }
      },
    ),
    { numRuns: runs(2000) },
  );
  expect(settled).toBeGreaterThan(runs(2000) / 20);
});

describe('a comparison of a count that every count passes or fails', () => {
  const count = { type: 'eventCount', name: 'Events' };
  const query = asQuery({
    queryType: 'topN',
    dimension: { dimension: 'a' },
    metric: 'Events',
    aggregations: [count],
  });
  const sum = asQuery({
    ...query,
    aggregations: [{ type: 'doubleSum', name: 'Events', fieldName: 'price' }],
  });
  const insights = (known: typeof query | null) => ({
    defaultInsight: 'a',
    all: [{ name: 'a', isCompared: true, query: known, metric: null }],
  });

  test.each([
    ['total() >= 0', 'no value can fail total() >= 0: total() is always 0 or more'],
    ['value("x") < 0', 'no value can pass value("x") < 0: value("x") is always 0 or more'],
    ['rows.all(r, r.previous >= 0)', 'no value can fail r.previous >= 0: r.previous is always 0 or more'],
    [
      'total("Events") + 1 > 0',
      'no value can fail total("Events") + 1 > 0: total("Events") + 1 is always 1 or more',
    ],
    ['change("x") >= -100%', 'no value can fail change("x") >= -100%: change("x") is always -100% or more'],
  ])(
    'a comparison of a count that every count passes or fails is refused if the query is known: %s',
    (written, why) => {
      expect(faultOf(written, insights(query))?.why).toBe(why);
      expect(faultOf(written, insights(null))).toBeNull();
      expect(faultOf(written, insights(sum))).toBeNull();
    },
  );

  test.each(['total() > 0', 'value("x") >= 1', 'change("x") > -100%'])(
    'a comparison of a count that some counts pass and others fail is accepted: %s',
    (written) => {
      expect(faultOf(written, insights(query))).toBeNull();
    },
  );
});

test.each([
  ['total() >= 0', 'no value can fail total() >= 0: total() is always 0 or more'],
  ['value("a") < 0 || total() > 5', 'no value can pass value("a") < 0: value("a") is always 0 or more'],
  ['change("a") >= -100%', 'no value can fail change("a") >= -100%: change("a") is always -100% or more'],
  ['value("a") / total() < 5', 'a share is a number from 0 to 1 (0% to 100%), and 5 has no %'],
  [
    '(total() + 1) * 2 >= 0',
    'no value can fail (total() + 1) * 2 >= 0: (total() + 1) * 2 is always 2 or more',
  ],
  ['rows.all(r, r.value >= 0)', 'no value can fail r.value >= 0: r.value is always 0 or more'],
  ['value("a") / total() < 5%', null],
  ['value("a") / previousTotal() < 5', null],
])('an assertion is checked again once its query is known to count: %s gives %s', (written, why) => {
  const parsed = parseAssertion(written, KNOWN);
  if ('why' in parsed) throw new Error(parsed.why);
  const all = [{ name: 'os', isCompared: true, query: USERS_BY_SYSTEM, metric: 'Users' }];
  expect(recheckAssertion(parsed, { defaultInsight: 'os', all }, false)?.why ?? null).toBe(why);
});
