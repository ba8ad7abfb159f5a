import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import { LITERAL_FUNCTION } from './literals.ts';
import {
  ARITHMETIC,
  COMPARISON_SIGNS,
  compareRanges,
  exactNumber,
  negated,
  NumberRange,
} from './number-range.ts';
import { compilePattern } from './pattern.ts';
import { type Define, definer, MAX_SET_KEYS, registerSets, type RowSet } from './sets.ts';

/** The functions that read numbers of the whole table. */
export const TABLE_FUNCTIONS = ['total', 'previousTotal', 'totalChange', 'count', 'first', 'last'] as const;
export type TableFunction = (typeof TABLE_FUNCTIONS)[number];

/** What an assertion's functions read from. It throws `UnknownError` if something cannot be known. */
export interface NumberReader {
  read(call: FunctionCall): NumberRange;
  rows(insight: string | null): readonly Row[];
}

/** A call of one of the functions that read numbers. */
export type FunctionCall = RowCall | TableCall;

interface Call {
  /** The insight whose function it is; null: the threshold's own. */
  readonly insight: string | null;
  /** Null: the metric. Undefined: it is not written out. */
  readonly output: string | null | undefined;
}

/** A call that reads a number of a row, or of a set of rows. */
export interface RowCall extends Call {
  readonly name: RowNumber;
  /** The row's key; null if it is not written out. */
  readonly row: string | RowSet | null;
  /** Whether it is a field of each row of a list. */
  readonly isField?: boolean;
}

/** A call that reads a number of the whole table. */
export interface TableCall extends Call {
  readonly name: TableFunction;
  readonly row?: undefined;
}

/** Whether a call reads a number of one row, or of a set. */
export function isRowCall(call: FunctionCall): call is RowCall {
  return call.row !== undefined;
}

/** Far beyond what people write by hand. */
const EXPRESSION_LIMITS = {
  maxAstNodes: 400,
  maxDepth: 40,
  maxListElements: 200,
  maxMapEntries: 20,
  maxCallArguments: MAX_SET_KEYS,
};

/**
 * The list of one row alone, over which a part of an expression is evaluated; users cannot write this name.
 */
export const ONE_ROW = '_one_row_';

/**
 * What `text.matches(pattern)` becomes, since the library's own may take exponential time and cannot be
 * replaced.
 */
export const TEXT_MATCHES = '_matches_';

/** What `size` becomes: the size of a list of rows may be any, so it is a number of ours. */
export const SIZE = '_size_';

/** The names of functions as they are written, and what they become. */
export const RENAMED: Readonly<Record<string, string | undefined>> = { matches: TEXT_MATCHES, size: SIZE };

function matchesText(text: string, written: string): boolean {
  const pattern = compilePattern(written);
  return 'matches' in pattern && pattern.matches(text);
}

/** CEL with our number type and functions. What they read from is given with each evaluation. */
export class Language {
  readonly #environment = new Environment({ limits: EXPRESSION_LIMITS });
  #reader: NumberReader = UNBOUND_READER;

  /** `insights` are the names that stand for insights. */
  constructor(insights: readonly string[] = []) {
    const language = this.#environment;
    language.registerType('number', { ctor: NumberRange, fields: {} });
    language.registerType('row', {
      ctor: Row,
      fields: { key: 'string', ...Object.fromEntries(ROW_NUMBERS.map((name) => [name, 'number'])) },
    });
    const define = definer(language);
    define(`${LITERAL_FUNCTION}(double): number`, (value: number) => exactNumber(value));
    define(`string.${TEXT_MATCHES}(string): bool`, matchesText);
    const size = (of: string | readonly unknown[]): NumberRange => exactNumber(Array.from(of).length);
    for (const type of ['list', 'string']) {
      define(`${SIZE}(${type}): number`, size);
      define(`${type}.${SIZE}(): number`, size);
    }
    registerOperators(language);
    registerSets(language);
    language.registerType(INSIGHT, { ctor: InsightRef, fields: { rows: 'list<row>' } });
    define(`${INSIGHT}(string): insight`, (name: string) => this.#insight(name));
    registerReadFunctions(define, () => this.#reader);
    language.registerVariable('rows', 'list<row>');
    language.registerVariable(ONE_ROW, 'list<row>');
    for (const name of insights)
      language.registerConstant({ name, type: 'insight', value: this.#insight(name) });
  }

  /** Parses an expression. It throws what the library throws. */
  parse(text: string): ParseResult {
    return this.#environment.parse(text);
  }

  /**
   * Evaluates a parsed expression. Its functions read from `reader`, `oneRow` is the list of one row alone.
   */
  evaluate(program: ParseResult, reader: NumberReader, oneRow: readonly Row[] = []): unknown {
    const outer = this.#reader;
    this.#reader = reader;
    try {
      const value: unknown = program({
        get rows() {
          return reader.rows(null);
        },
        [ONE_ROW]: oneRow,
      });
      return value;
    } finally {
      this.#reader = outer;
    }
  }

  #insight(name: string): InsightRef {
    return new InsightRef(name, () => this.#reader.rows(name));
  }
}

/**
 * The language in which these names stand for insights. Making one takes some milliseconds, so each is made
 * once.
 */
export function languageWith(insights: readonly string[]): Language {
  const key = JSON.stringify(insights);
  const language = LANGUAGES.get(key) ?? new Language(insights);
  LANGUAGES.set(key, language);
  return language;
}

const LANGUAGES = new Map<string, Language>();

/** The function that takes an insight's name, and its type. */
export const INSIGHT = 'insight';

/** An insight in an expression. */
class InsightRef {
  readonly name: string;
  readonly #rows: () => readonly Row[];

  constructor(name: string, rows: () => readonly Row[]) {
    this.name = name;
    this.#rows = rows;
  }

  get rows(): readonly Row[] {
    return this.#rows();
  }
}

const UNBOUND_READER: NumberReader = { read: throwUnbound, rows: throwUnbound };

function throwUnbound(): never {
  throw new Error('An assertion was evaluated without evidence.');
}

/**
 * Registers the functions that read numbers, of the threshold's own insight and, as methods, of another one.
 */
function registerReadFunctions(define: Define, reader: () => NumberReader): void {
  const register = (
    signature: string,
    read: (insight: string | null, ...args: never[]) => NumberRange,
  ): void => {
    define(`${signature}: number`, (...args: never[]) => read(null, ...args));
    define(`insight.${signature}: number`, ({ name }: InsightRef, ...args: never[]) => read(name, ...args));
  };
  for (const name of ROW_NUMBERS) {
    // A set has no place in the answer.
    for (const row of name === 'rank' ? ['string'] : ['string', 'set']) {
      const read = (insight: string | null, key: string | RowSet, output = METRIC): NumberRange =>
        reader().read({ insight, name, row: key, output });
      register(`${name}(${row})`, read);
      register(`${name}(${row}, string)`, read);
    }
  }
  for (const name of TABLE_FUNCTIONS) {
    const read = (insight: string | null, output = METRIC): NumberRange =>
      reader().read({ insight, name, output });
    register(`${name}()`, read);
    register(`${name}(string)`, read);
  }
}

/** Operators between our numbers, and between ours and the library's own, which `int()` gives. */
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
    for (const sign of COMPARISON_SIGNS) {
      // The library swaps the sides of an equality itself, and negates it.
      if (sign === '!=' || (sign === '==' && left !== 'number')) continue;
      const compute = (a: NumberRange, b: NumberRange): boolean => compareRanges(sign, a, b);
      language.registerOperator(`${operands(sign)}: bool`, both<boolean>(compute));
    }
  }
  language.registerOperator('-number: number', negated);
}

function toNumberRange(value: NumberRange | number | bigint): NumberRange {
  return value instanceof NumberRange ? value : exactNumber(Number(value));
}

const METRIC: string | null = null;

/** The functions that read a number of one row. */
export const ROW_NUMBERS = ['value', 'share', 'previous', 'change', 'rank'] as const;
export type RowNumber = (typeof ROW_NUMBERS)[number];

/** The functions that read an insight's numbers. */
export const READ_FUNCTIONS: ReadonlySet<string> = new Set([...ROW_NUMBERS, ...TABLE_FUNCTIONS]);

/** Those that read the earlier period, also as fields of rows. */
export const EARLIER_FUNCTIONS: ReadonlySet<string> = new Set([
  'previous',
  'change',
  'previousTotal',
  'totalChange',
]);

/** A row in the list `rows`. Its getters throw `UnknownError` if they cannot know. */
export class Row {
  readonly #key: () => string;
  readonly #read: (number: RowNumber) => NumberRange;

  constructor(key: () => string, read: (number: RowNumber) => NumberRange) {
    this.#key = key;
    this.#read = read;
  }

  /** The same row, whose numbers are read by `read`. */
  readBy(read: (row: Row, number: RowNumber) => NumberRange): Row {
    return new Row(this.#key, (number) => read(this, number));
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
