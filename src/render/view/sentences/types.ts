import type { Sentence } from './sentence.ts';

/** The sentences of an insight. Each prints itself, escaped; null if there is nothing to say. */
export interface InsightSentences {
  /** The insight in one line: total, change and movers, or the result of a funnel or an experiment. */
  readonly glance: Sentence | null;
  /**
   * Its line at the top of the report: its title if it needs one, and `glance`, without a total said before.
   */
  readonly highlight: Sentence | null;
  /** The number that leads, and its change, as short as it can be: `12,450 users · ▲ 4.2%`. */
  readonly lead: Sentence | null;
  /** The paragraphs that say more than `glance`: lowest and last bucket, trends, a period of its own. */
  readonly more: readonly Sentence[];
  /** The paragraphs below its heading: `glance`, if it is not at the top of the report, and `more`. */
  readonly section: readonly Sentence[];
  /** The title of a folded section, for raw HTML: `{{html says.summary}}`. */
  readonly summary: Sentence;
  /** Why it could not be reported; null if it could. */
  readonly failure: Sentence | null;
  /** The paragraphs in a folded section, or in place of one if there are no rows. */
  readonly folded: readonly Sentence[];
  /** The title of a folded table: `All 31 days, with a chart`. */
  readonly fold: Sentence;
  /** The rows that have disappeared. */
  readonly gone: Sentence | null;
}

/** The sentences of a report. Each prints itself, escaped; null if there is nothing to say. */
export interface ReportSentences {
  /** Its title, with its dates and how many days they are. */
  readonly heading: Sentence;
  /** The report's period, and what it is compared with. */
  readonly when: Sentence | null;
  /** How many insights could not be reported. */
  readonly failure: Sentence | null;
  /** How many scheduled reports are missing. */
  readonly missed: Sentence | null;
  /** What the changes at the top are relative to, if several insights have them. */
  readonly comparison: Sentence | null;
  /** The insights within their usual range. */
  readonly usual: Sentence | null;
  /** How counts are rounded. */
  readonly rounding: Sentence | null;
  /** How many insights there are, and how long they took. */
  readonly took: Sentence;
  /** The last line: period, `took`, and links. */
  readonly footer: Sentence;
  /** How to read the tables. */
  readonly reading: Sentence;
}
