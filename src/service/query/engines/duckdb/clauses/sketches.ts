// The sets of users that post-aggregations make of others, such as the users at two steps of a funnel, in the
// form in which they become SQL.
import type { Sql } from '../sql/statement.ts';

/** A distinct count (`thetaSketch`) whose members are needed, not only their number. */
export interface Sketch {
  readonly fieldName: string;
  /** Which events count. */
  readonly condition: Sql;
}

/** A set of users, made of the sketches of a group; sketches are aggregations, by name. */
export type SketchSet =
  | { readonly type: 'sketch'; readonly name: string }
  | { readonly type: 'UNION' | 'INTERSECT' | 'NOT'; readonly sets: readonly SketchSet[] };

/** The names of the sketches that a set is made of. */
export function sketchNames(set: SketchSet): string[] {
  return set.type === 'sketch' ? [set.name] : set.sets.flatMap(sketchNames);
}

/** A set and the column for its size: `s0`. */
export interface SetColumn {
  readonly alias: Sql;
  readonly set: SketchSet;
}

/** A sketch and the column that says of each member whether it is in the sketch: `f0`. */
export interface SketchFlag extends Sketch {
  readonly name: string;
  readonly alias: Sql;
}
