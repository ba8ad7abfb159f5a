import { type Json } from '../../../tql/json.ts';
import { type Row } from './shape.ts';
import { type Sql } from './sql.ts';

/** How a query is answered: statements to run, and what makes a result of their rows, in steps where they are many. */
export interface Plan {
  readonly statements: readonly Sql[];
  readonly shape: (results: readonly (readonly Row[])[]) => readonly Json[] | Promise<readonly Json[]>;
}
