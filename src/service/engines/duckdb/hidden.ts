import { type Sql } from './sql.ts';

/** How a set of users is made of the sketches of a group; the leaves are aggregations by their name. */
export type SketchSet =
  | { readonly type: 'sketch'; readonly name: string }
  | { readonly type: 'UNION' | 'INTERSECT' | 'NOT'; readonly sets: readonly SketchSet[] };

/** Columns that post-aggregations need of their group and no row shows. */
export interface Hidden {
  /** The size of a set. */
  readonly sizeOf: (set: SketchSet, path: string) => Sql;
  /** The sorted values behind a quantiles sketch, null where there are none. */
  readonly valuesOf: (name: string, path: string) => Sql;
}
