import { compile } from '../../../src/service/query/compile/compile.ts';
import { nativeKeys } from '../../../src/cluster/engine/native-keys.ts';
import { parseRunQuery } from '../../../src/tql/schema/run-query.ts';

function sent(query: object) {
  const parsed = parseRunQuery({ queryType: 'groupBy', ...query });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const compiled = compile(parsed.value, { namespace: 'org', nowMs: 0 });
  return JSON.parse(JSON.stringify(nativeKeys(compiled))) as Record<string, unknown>;
}

const column = (name: string, expression: string, outputType?: string) => ({
  type: 'expression',
  name,
  expression,
  ...(outputType === undefined ? {} : { outputType }),
});

test('an outputType becomes a cast, and FLOAT is DOUBLE', () => {
  const virtualColumns = [column('a', 'plan', 'LONG'), column('b', '1 + 1', 'float'), column('c', 'plan')];
  expect(sent({ virtualColumns })).toMatchObject({
    virtualColumns: [
      column('a', "cast((plan), 'LONG')", 'LONG'),
      column('b', "cast((1 + 1), 'DOUBLE')", 'DOUBLE'),
      column('c', 'plan'),
    ],
  });
});

test('floats become doubles, also in filters, and numbers are read from columns of text alone', () => {
  const filter = { type: 'selector', dimension: 'type', value: 'a' };
  const aggregations = [
    { type: 'floatSum', name: 'x', fieldName: 'floatValue' },
    { type: 'filtered', name: 'y', filter, aggregator: { type: 'floatMax', name: 'i', fieldName: 'it"s' } },
    { type: 'longSum', name: 'z', fieldName: 'it"s' },
  ];
  const read = { fieldName: '_number_it"s' };
  expect(sent({ aggregations })).toMatchObject({
    virtualColumns: [
      {
        name: '_number_it"s',
        expression:
          'if(regexp_like("it\\u0022s", \'^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$\'), cast("it\\u0022s", \'DOUBLE\'), null)',
      },
    ],
    aggregations: [
      { type: 'doubleSum', fieldName: 'floatValue' },
      { name: 'y', aggregator: { type: 'doubleMax', name: 'y', ...read } },
      { type: 'longSum', ...read },
    ],
  });
});

test('any number is the smallest, as in the embedded engine', () => {
  const aggregations = ['longAny', 'floatAny', 'doubleAny', 'stringAny'].map((type) => ({
    type,
    name: type,
    fieldName: 'floatValue',
  }));
  expect(sent({ aggregations })).toMatchObject({
    aggregations: ['longMin', 'doubleMin', 'doubleMin', 'stringAny'].map((type) => ({ type })),
  });
});

test('what is extracted from a virtual column is a virtual column, with a name that no other has', () => {
  const dimension = (extractionFn: object) => ({
    type: 'extraction',
    dimension: 'v',
    outputName: 'd',
    extractionFn,
  });
  const lookup = { type: 'lookup', lookup: { type: 'map', map: { "it's": 'x\n' } } };
  const virtualColumns = [column('v', 'plan'), column('_extracted_0', 'plan')];
  expect(sent({ virtualColumns, dimensions: [dimension(lookup)] })).toMatchObject({
    virtualColumns: [
      ...virtualColumns,
      column(
        '_extracted_0_',
        String.raw`case_simple(cast("v", 'STRING'), 'it\u0027s', 'x\u000a', null)`,
        'STRING',
      ),
    ],
    dimensions: [{ type: 'default', dimension: '_extracted_0_', outputName: 'd', outputType: 'STRING' }],
  });
  expect(sent({ dimensions: [{ ...dimension(lookup), dimension: 'plan' }] })).toMatchObject({
    dimensions: [{ type: 'extraction' }],
  });
});

test('filters have one meaning in a query and in an aggregation', () => {
  const filter = (values: readonly string[]) => ({
    type: 'not',
    field: { type: 'in', dimension: 'plan', values },
  });
  const both = (one: object) => {
    const aggregations = [
      { type: 'filtered', name: 'n', filter: one, aggregator: { type: 'count', name: 'n' } },
    ];
    const { filter: ofQuery, aggregations: list } = sent({ filter: one, aggregations });
    return [ofQuery, (list as { filter: unknown }[])[0]?.filter];
  };
  const none = { type: 'not', field: { type: 'false' } };
  expect(both(filter([]))).toEqual([none, none]);
  expect(both(filter(['a']))).toEqual([filter(['a']), filter(['a'])]);
});
