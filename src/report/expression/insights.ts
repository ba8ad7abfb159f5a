// How an assertion names the insights of a report: `os.total()`, or `insight("daily-users").total()`.
import type { Query } from '../../tql/query.ts';
import { READ_FUNCTIONS, SET_EXAMPLES } from './calls.ts';

/** The insights of a report, for an assertion that may read them. */
export interface KnownInsights {
  /** The insight that functions without a name read; null if there is none. */
  readonly defaultInsight: string | null;
  readonly all: readonly KnownInsight[];
}

interface KnownInsight {
  readonly name: string;
  /** Whether it is compared with an earlier period. */
  readonly isCompared: boolean;
}

/** The insights of a report, with their queries as far as they are known before anything is queried. */
export interface CheckedInsights extends KnownInsights {
  readonly all: readonly (KnownInsight & {
    readonly query?: Query | null;
    /** The output that its entry names. */
    readonly metric?: string | null;
  })[];
}

/** The function that takes an insight's name. */
export const INSIGHT = 'insight';

/** Words that are no names of insights in an expression, because they mean something else. */
const TAKEN: ReadonlySet<string> = new Set([
  ...READ_FUNCTIONS,
  ...Object.keys(SET_EXAMPLES),
  ...['rows', INSIGHT, 'size', 'in', 'true', 'false', 'null'],
]);

/** Whether an insight's name can be written in an expression without `insight("…")`. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !TAKEN.has(name);
}

/** How an insight is written in an expression: `os`, or `insight("daily-users")`. */
export function writtenInsight(name: string): string {
  return isIdentifier(name) ? name : `${INSIGHT}(${JSON.stringify(name)})`;
}
