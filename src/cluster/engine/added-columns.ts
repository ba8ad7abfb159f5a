// Virtual columns that a query gets in addition to its own, with expressions for what Druid would compute
// otherwise: `if(regexp_like("plan", '^[0-9]+$'), cast("plan", 'DOUBLE'), null)` is the numbers of a column
// of texts.
import { getOrAdd } from '../../text/get-or-add.ts';
import { escapeUnits } from '../../text/json.ts';
import { type ExtractionFn, missingValue } from '../../tql/schema/dimension.ts';
import type { VirtualColumn } from '../../tql/schema/run-query.ts';
import { typeOfColumn } from './columns.ts';

/** Collects these columns while the parts of a query are rewritten. */
export class AddedColumns {
  readonly added: VirtualColumn[] = [];
  readonly #numbers = new Map<string, string>();
  readonly #virtual: ReadonlyMap<string, VirtualColumn>;
  #extractions = 0;

  constructor(virtualColumns: readonly VirtualColumn[]) {
    this.#virtual = new Map(virtualColumns.map((column) => [column.name, column]));
  }

  isVirtual(column: string): boolean {
    return this.#virtual.has(column);
  }

  /** Adds a column that applies an extraction function to a virtual one, and returns its name. */
  extracted(column: string, fn: ExtractionFn): string {
    const expression = extractionExpression(fn, `cast("${escaped(column)}", 'STRING')`);
    return this.#add(`_extracted_${this.#extractions++}`, expression, 'STRING');
  }

  /**
   * For a column of text, adds a column of its numbers, and returns the name; any other column is returned
   * itself. Druid would read texts as zeros, and the sum of no number as 0.
   */
  numbersOf(column: string): string {
    if (!this.#isText(column)) return column;
    return getOrAdd(this.#numbers, column, () => {
      const value = `"${escaped(column)}"`;
      const expression = `if(regexp_like(${value}, '${DECIMAL}'), cast(${value}, 'DOUBLE'), null)`;
      return this.#add(`_number_${column}`, expression, 'DOUBLE');
    });
  }

  #add(preferredName: string, expression: string, outputType: string): string {
    let name = preferredName;
    while (this.#virtual.has(name)) name = `${name}_`;
    this.added.push({ type: 'expression', name, expression, outputType });
    return name;
  }

  #isText(name: string): boolean {
    const column = this.#virtual.get(name);
    if (column === undefined) return typeOfColumn(name) === 'STRING';
    return column.outputType?.toUpperCase() === 'STRING';
  }
}

/** Texts that are numbers, as for `parseDecimal` in `tql/literals.ts`. */
const DECIMAL = '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$';

/**
 * An extraction function as a Druid expression: `if(regexp_like(x, 'a'), regexp_extract(x, 'a', 1), null)`.
 */
function extractionExpression(fn: ExtractionFn, value: string): string {
  const literal = (text: string | undefined): string => (text === undefined ? 'null' : `'${escaped(text)}'`);
  const missing = missingValue(fn, value, literal);
  if (fn.type === 'regex') {
    const pattern = literal(fn.expr);
    return `if(regexp_like(${value}, ${pattern}), regexp_extract(${value}, ${pattern}, ${fn.index ?? 1}), ${missing})`;
  }
  const cases = Object.entries(fn.lookup.map).map(([from, to]) => `${literal(from)}, ${literal(to)}, `);
  return cases.length === 0
    ? `cast(${missing}, 'STRING')`
    : `case_simple(${value}, ${cases.join('')}${missing})`;
}

/** Text within the quotes of an expression. */
export function escaped(text: string): string {
  return escapeUnits(text, /[^ !#-&(-[\]-~]/g);
}
