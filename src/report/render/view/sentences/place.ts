// The place of an insight in its report, as far as its sentences depend on it.

/**
 * Where in the report an insight is, as far as its sentences depend on that: what stands above the insight's
 * section is not said again in it.
 */
export interface Place {
  readonly locale: string;
  /** Whether the lines at the top of the report are a list, in which each begins with its insight's title. */
  readonly isTopList: boolean;
  /** Whether a line above already says what changes are relative to. */
  readonly isComparisonSaid: boolean;
  /** Whether the insight's period and its comparison are those of the report. */
  readonly isReportPeriod: boolean;
  /** Whether a line at the top of the report is about it alone. */
  readonly hasTopLine: boolean;
  /** Whether a line at the top of the report is about it, alone or with others. */
  readonly isAtTop: boolean;
  /** Whether a line above that one says its total and change. */
  readonly isTotalSaid: boolean;
}
