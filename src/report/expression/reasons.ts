// Why a number is unknown and why a gate decided as it did, as data; `render/verdict/reasons.ts` makes
// sentences of it.
import type { FailedInsight, Verdict } from '../results/results.ts';
import type { Doubt, DoubtNames } from '../results/doubt.ts';
import { quoteKey, quoteNames } from '../../text/list.ts';

/** Why a value is not known, or what else explains an outcome, in words. */
export interface Explained {
  readonly kind: 'explained' | 'division-by-zero' | 'missing-row' | 'shared-rows';
  readonly why: string;
  /** The insight that it is about, if the assertion reads several. */
  readonly of?: string;
}

/** What was counted for a number, in one of its periods. */
export interface Sample {
  readonly insight: string;
  readonly period: 'now' | 'before';
  /** What it counts; null if its insight counts nothing. */
  readonly counted: Pick<NonNullable<Verdict['sample']>, 'unit' | 'output'> | null;
  /** Null if it is not known. */
  readonly size: number | null;
}

/** Less than `min-sample` was counted. */
interface SmallSample extends Omit<Sample, 'insight'> {
  readonly kind: 'small-sample';
  readonly size: number;
  readonly minSample: number;
  readonly of?: string;
}

/** `count` of the `whole` have no value in a column. */
export interface WithoutDimension extends Pick<Sample, 'counted'> {
  readonly kind: 'without-dimension';
  readonly count: number;
  readonly whole: number;
  readonly dimension: string;
  readonly period: Sample['period'];
  /** Whether they may be of any row, may match the query's filter, or do not count for an `only(…)`. */
  readonly role: 'row' | 'filter' | 'left-out';
  readonly of?: string;
}

/** Why a value is not known. */
export type Unknown = Explained | SmallSample | WithoutDimension;

/** A reason in words. */
export function because(why: string): Explained {
  return { kind: 'explained', why };
}

/** Why nothing is known of an insight that could not be reported; `of` names it if there are several. */
export function notQueried({ kind, message }: FailedInsight['error'], of: string | null): Explained {
  return because(
    `the insight${of === null ? '' : ` ${quoteKey(of)}`} could not be queried (${kind}): ${message}`,
  );
}

/** That distinct counts of several rows were added. */
export function sharedRows(rows: readonly string[]): Explained {
  const why = `a user may be in several of ${quoteNames(rows)}, so their sum may be larger than the number of users`;
  return { kind: 'shared-rows', why };
}

/** That a threshold's `warn` is false. */
export const WARNING_FALSE = { kind: 'warning-false' } as const;

/** Whether a result is the reason why there is none. */
export function isUnknown(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** Nothing more can be said. */
export const INEXACT: Unknown = because('it is not known exactly');

/**
 * What explains a threshold's outcome, besides its numbers; those are written as the report's reader does.
 */
export type VerdictReason =
  | Unknown
  | typeof WARNING_FALSE
  | { readonly kind: 'warning-unknown'; readonly warn: string; readonly reason: Unknown }
  /** `value` is an estimate, and the limit is less than `error` away from it. */
  | { readonly kind: 'within-error'; readonly value: number; readonly error: number }
  /** The confidence interval. `isSure`: the whole interval gives the same result. */
  | {
      readonly kind: 'interval';
      readonly confidence: number;
      readonly isSure: boolean;
      readonly interval: { readonly low: number; readonly high: number };
    }
  | { readonly kind: 'no-interval'; readonly confidence: number }
  /**
   * The interval of a release's ratio holds the limit. `days`: about how many more are needed; null if that
   * cannot be said.
   */
  | {
      readonly kind: 'every-look';
      readonly confidence: number;
      readonly low: number;
      readonly high: number;
      readonly days: number | null;
      readonly isDecided: boolean;
    }
  /** Why the numbers of a release do not say which version is worse. */
  | { readonly kind: 'doubt'; readonly doubt: Doubt; readonly names: DoubtNames }
  /**
   * Distinct counts of rows were added, so only the value's bounds are known, but they are enough to decide.
   */
  | { readonly kind: 'value-range'; readonly low: number; readonly high: number };
