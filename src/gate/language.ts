import { Environment } from '@marcbachmann/cel-js';
import { Amount, amountOf, ARITHMETIC, COMPARISONS, negated } from './amount.ts';
import { LITERAL } from './resolve.ts';
import { Row, ROW_NUMBERS, type RowNumber } from './row.ts';

/** The functions that read numbers of the whole table. */
export const TABLE_FUNCTIONS = ['total', 'previousTotal', 'totalChange', 'count', 'first', 'last'] as const;
export type TableFunction = (typeof TABLE_FUNCTIONS)[number];

/** What the functions of an assertion read from. `output` is null for the metric. Each throws `UnknownError` where it cannot know. */
export interface Reader {
  row(number: RowNumber, key: string, output: string | null): Amount;
  table(number: TableFunction, output: string | null): Amount;
}

/** Far more than a person writes by hand. */
const LIMITS = { maxAstNodes: 400, maxDepth: 40, maxListElements: 200, maxMapEntries: 20, maxCallArguments: 4 };

/** CEL with our numbers and functions, which read from `reader`. */
export function createLanguage(reader: Reader): Environment {
  const language = new Environment({ limits: LIMITS });
  language.registerType('number', { ctor: Amount, fields: {} });
  language.registerType('row', {
    ctor: Row,
    fields: { key: 'string', ...Object.fromEntries(ROW_NUMBERS.map((name) => [name, 'number'])) },
  });
  language.registerFunction(`${LITERAL}(double): number`, (value: number) => amountOf(value), { async: false });
  registerOperators(language);
  registerReads(language, reader);
  language.registerVariable('rows', 'list<row>');
  return language;
}

function registerReads(language: Environment, reader: Reader): void {
  const sync = { async: false };
  for (const name of ROW_NUMBERS) {
    language.registerFunction(`${name}(string): number`, (key: string) => reader.row(name, key, null), sync);
    const ofOutput = (key: string, output: string): Amount => reader.row(name, key, output);
    language.registerFunction(`${name}(string, string): number`, ofOutput, sync);
  }
  for (const name of TABLE_FUNCTIONS) {
    language.registerFunction(`${name}(): number`, () => reader.table(name, null), sync);
    language.registerFunction(`${name}(string): number`, (output: string) => reader.table(name, output), sync);
  }
}

/** The library's own numbers come of `size()` and the like; they mix with ours. */
function registerOperators(language: Environment): void {
  const both = <T>(compute: (a: Amount, b: Amount) => T) => {
    return (a: Amount | number | bigint, b: Amount | number | bigint): T => compute(toAmount(a), toAmount(b));
  };
  const pairs = [
    ['number', 'number'],
    ['number', 'int'],
    ['int', 'number'],
    ['number', 'double'],
    ['double', 'number'],
  ] as const;
  for (const [left, right] of pairs) {
    const operands = (sign: string): string => `${left} ${sign} ${right}`;
    for (const [sign, compute] of Object.entries(ARITHMETIC)) {
      language.registerOperator(`${operands(sign)}: number`, both(compute));
    }
    for (const [sign, compute] of Object.entries(COMPARISONS)) {
      // The library turns an equality around by itself.
      if (sign === '==' && left !== 'number') continue;
      language.registerOperator(`${operands(sign)}: bool`, both<boolean>(compute));
    }
  }
  language.registerOperator('-number: number', negated);
}

function toAmount(value: Amount | number | bigint): Amount {
  return value instanceof Amount ? value : amountOf(Number(value));
}
