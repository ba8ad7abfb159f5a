// What judging a gate gives: its outcome, its numbers and the reasons, as plain data. `render/verdict/`
// writes the sentences of the results file from it.
import type { FunctionCall } from '../../expression/calls.ts';
import type { VerdictReason } from '../../expression/reasons.ts';
import type { ThresholdRequest } from '../../inputs/request.ts';
import type { Outcome, Verdict } from '../../results/results.ts';
import type { Query } from '../../../tql/query.ts';
import type { Forecast } from './forecast.ts';

/** The judgement of a threshold. */
export interface Judgement extends ShownNumbers {
  readonly request: ThresholdRequest;
  /** The insights that it reads. */
  readonly insights: readonly string[];
  readonly outcome: Outcome;
  /** What explains the outcome, the main reason first. */
  readonly reasons: readonly VerdictReason[];
  /** When the value is expected to cross its limit; null if nothing can be said. */
  readonly forecast: Forecast | null;
  /** The period and the zone of the first insight's numbers; null if it could not be reported. */
  readonly interval: Verdict['interval'];
  readonly timezone: string | null;
  /** Why the service refused the token or the plan, if it did. */
  readonly refusal?: string | undefined;
  /** What was queried for this threshold alone. */
  readonly queries?: readonly Query[];
}

/** The numbers that a verdict shows of the comparison that decided it. Null: it has none. */
export interface ShownNumbers {
  readonly value: number | null;
  readonly limit: number | null;
  /** The value as it is written in the assertion. */
  readonly subject: string | null;
  /** The sign and the limit as they are written, such as `< 2%`. */
  readonly needs: string | null;
  readonly unit: Verdict['unit'];
  readonly sample: Verdict['sample'];
  /** Absent unless the value was computed from counts of several insights. */
  readonly counts?: NonNullable<Verdict['counts']>;
  /** The function whose number the value is, such as `share`; null if it is computed. */
  readonly read: FunctionCall['name'] | null;
  /** The bucket that `first()` or `last()` read; null if it is the whole period. */
  readonly bucket: {
    readonly startMs: number;
    readonly granularity: Query['granularity'];
    readonly timezone: string;
  } | null;
  /** Whether the value is a count of users or events, or a sum of some. */
  readonly isCount: boolean;
  /** Whether the limit was read from an insight as well. */
  readonly isLimitRead: boolean;
}

/** The numbers of a verdict without a comparison. */
export const NO_NUMBERS: ShownNumbers = {
  value: null,
  limit: null,
  subject: null,
  needs: null,
  unit: 'number',
  sample: null,
  read: null,
  bucket: null,
  isCount: false,
  isLimitRead: false,
};
