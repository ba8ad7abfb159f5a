import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import { LITERAL_FUNCTION } from './literals.ts';
import { ARITHMETIC, COMPARISONS, exactNumber, negated, NumberRange } from './number-range.ts';
import { MAX_SET_KEYS, registerSets, type RowSet } from './sets.ts';

/** The functions that read numbers of the whole table. */
export const TABLE_FUNCTIONS = ['total', 'previousTotal', 'totalChange', 'count', 'first', 'last'] as const;
export type TableFunction = (typeof TABLE_FUNCTIONS)[number];

/** What an assertion's functions read from. `output` null means the metric. Both throw `UnknownError` if a number cannot be known. */
export interface NumberReader {
  row(number: RowNumber, row: string | RowSet, output: string | null): NumberRange;
  table(number: TableFunction, output: string | null): NumberRange;
}

/** Far beyond what people write by hand. */
const EXPRESSION_LIMITS = {
  maxAstNodes: 400,
  maxDepth: 40,
  maxListElements: 200,
  maxMapEntries: 20,
  maxCallArguments: MAX_SET_KEYS,
};

/** The list of one row alone, over which a part of an expression is evaluated; users cannot write this name. */
export const ONE_ROW = '_one_row_';

/** CEL with our number type and functions. What they read from is given with each evaluation. */
export class Language {
  readonly #environment = new Environment({ limits: EXPRESSION_LIMITS });
  #reader: NumberReader = UNBOUND_READER;

  constructor() {
    const language = this.#environment;
    language.registerType('number', { ctor: NumberRange, fields: {} });
    language.registerType('row', {
      ctor: Row,
      fields: { key: 'string', ...Object.fromEntries(ROW_NUMBERS.map((name) => [name, 'number'])) },
    });
    const literal = (value: number): NumberRange => exactNumber(value);
    language.registerFunction(`${LITERAL_FUNCTION}(double): number`, literal, { async: false });
    registerOperators(language);
    registerSets(language);
    registerReadFunctions(language, () => this.#reader);
    language.registerVariable('rows', 'list<row>');
    language.registerVariable(ONE_ROW, 'list<row>');
  }

  /** Parses an expression. It throws what the library throws. */
  parse(text: string): ParseResult {
    return this.#environment.parse(text);
  }

  /** Evaluates a parsed expression. Its functions read from `reader`, its variables are those of `context`. */
  evaluate(program: ParseResult, reader: NumberReader, context: object): unknown {
    const outer = this.#reader;
    this.#reader = reader;
    try {
      const value: unknown = program(context);
      return value;
    } finally {
      this.#reader = outer;
    }
  }
}

/** Checking an assertion reads nothing. */
const UNBOUND_READER: NumberReader = { row: throwUnbound, table: throwUnbound };

function throwUnbound(): never {
  throw new Error('An assertion was evaluated without evidence.');
}

function registerReadFunctions(language: Environment, reader: () => NumberReader): void {
  const sync = { async: false };
  for (const name of ROW_NUMBERS) {
    language.registerFunction(`${name}(string): number`, (key: string) => reader().row(name, key, null), sync);
    const ofOutput = (key: string, output: string): NumberRange => reader().row(name, key, output);
    language.registerFunction(`${name}(string, string): number`, ofOutput, sync);
    // A set has no place in the answer.
    if (name === 'rank') continue;
    language.registerFunction(`${name}(set): number`, (set: RowSet) => reader().row(name, set, null), sync);
    const ofSetOutput = (set: RowSet, output: string): NumberRange => reader().row(name, set, output);
    language.registerFunction(`${name}(set, string): number`, ofSetOutput, sync);
  }
  for (const name of TABLE_FUNCTIONS) {
    language.registerFunction(`${name}(): number`, () => reader().table(name, null), sync);
    language.registerFunction(`${name}(string): number`, (output: string) => reader().table(name, output), sync);
  }
}

/** Operators between our numbers, and between ours and the library's own, which come from `size()` and the like. */
function registerOperators(language: Environment): void {
  const both = <T>(compute: (a: NumberRange, b: NumberRange) => T) => {
    return (a: NumberRange | number | bigint, b: NumberRange | number | bigint): T =>
      compute(toNumberRange(a), toNumberRange(b));
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
      // The library swaps the sides of an equality itself.
      if (sign === '==' && left !== 'number') continue;
      language.registerOperator(`${operands(sign)}: bool`, both<boolean>(compute));
    }
  }
  language.registerOperator('-number: number', negated);
}

function toNumberRange(value: NumberRange | number | bigint): NumberRange {
  return value instanceof NumberRange ? value : exactNumber(Number(value));
}

/** The functions that read a number of one row. */
export const ROW_NUMBERS = ['value', 'share', 'previous', 'change', 'rank'] as const;
export type RowNumber = (typeof ROW_NUMBERS)[number];

/** Whether a call reads a number of one row. */
export function isRowCall({ name }: { readonly name: string }): boolean {
  return ROW_NUMBERS.some((each) => each === name);
}

/** A row in the list `rows`. Its getters throw `UnknownError` if they cannot know. */
export class Row {
  readonly #key: () => string;
  readonly #read: (number: RowNumber) => NumberRange;

  constructor(key: () => string, read: (number: RowNumber) => NumberRange) {
    this.#key = key;
    this.#read = read;
  }

  get key(): string {
    return this.#key();
  }
  get value(): NumberRange {
    return this.#read('value');
  }
  get share(): NumberRange {
    return this.#read('share');
  }
  get previous(): NumberRange {
    return this.#read('previous');
  }
  get change(): NumberRange {
    return this.#read('change');
  }
  get rank(): NumberRange {
    return this.#read('rank');
  }
}
