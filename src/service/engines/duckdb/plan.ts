import { type Json } from '../../../tql/json.ts';
import { type Row } from './shape.ts';
import { type Sql } from './sql.ts';

/** So many rows are few. */
export const SHORT = 1000;

/** Runs one statement more. */
export type RunMore = (statement: Sql) => Promise<readonly Row[]>;

/** How a query is answered: statements to run, and what makes a result of their rows, in steps where they are many. */
export interface Plan {
  readonly statements: readonly Sql[];
  /** Whether none of them gives more than `SHORT` rows: those are made whole, which takes less than row by row. */
  readonly isShort?: boolean;
  /** A statement that only some answers need. */
  readonly perhaps?: () => Sql;
  readonly shape: (
    results: readonly (readonly Row[])[],
    runMore: RunMore,
  ) => readonly Json[] | Promise<readonly Json[]>;
}
