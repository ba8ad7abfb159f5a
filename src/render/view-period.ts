/** A period, resolved. `{{period}}` alone prints its `dates`. */
export interface PeriodView {
  /** How it was asked for: `last 30 days`. */
  readonly label: string;
  /** Its beginning in ISO form, inclusive. */
  readonly start: string;
  /** Its end in ISO form, exclusive. */
  readonly end: string;
  /** Whether it was over when the report was made. */
  readonly complete: boolean;
  /** The IANA zone in which its days begin. */
  readonly timezone: string;
  /** The first and last day, as the locale writes them: `Nov 9 – 15, 2026`. */
  readonly dates: string;
  /** `today so far`, `so far`, or empty for a period that is over. */
  readonly soFar: string;
  /** All of it in words, the zone included. */
  readonly text: string;
  /** Words where events may still arrive, since the period runs or ended less than 48 hours ago; else empty. */
  readonly late: string;
}

/** The period that a period is compared with. */
export interface ComparedView {
  /** Its beginning in ISO form, inclusive. */
  readonly start: string;
  /** Its end in ISO form, exclusive. */
  readonly end: string;
  /** The first and last day, as the locale writes them. */
  readonly dates: string;
  /** What it is to the period: `the week before`, `the 30 days before, up to the same point`, `the same dates a year earlier`. */
  readonly words: string;
}
