import type { Sentence } from './sentence.ts';

/** The sentences of an insight. Each prints itself, escaped; null if there is nothing to say. */
export interface InsightSentences {
  /** The insight in one line: total, change and movers, or the result of a funnel or an experiment. */
  readonly glance: Sentence | null;
  /** The same without the total. */
  readonly news: Sentence | null;
  /** The number that leads, and its change, as short as it can be: `12,450 users · ▲ 4.2%`. */
  readonly lead: Sentence | null;
  /** The paragraphs below the insight's heading: `glance` and `more`. */
  readonly headline: readonly Sentence[];
  /** The paragraphs that say more than `glance`: lowest and last bucket, trends, a period of its own. */
  readonly more: readonly Sentence[];
  /** Lowest and last bucket, trends, and the period if it is not the report's. */
  readonly figures: Sentence | null;
  /** The insight's period, and what it is compared with. */
  readonly when: Sentence | null;
  /** The title of a folded section, for raw HTML: `{{html says.summary}}`. */
  readonly summary: Sentence;
  /** The paragraphs in a folded section, or in place of one if there are no rows. */
  readonly folded: readonly Sentence[];
  /** The title of a folded table: `All 31 days, with a chart`. */
  readonly fold: Sentence;
  /** The rows that have disappeared. */
  readonly gone: Sentence | null;
}

/** The sentences of a report. Each prints itself, escaped; null if there is nothing to say. */
export interface ReportSentences {
  /** The report's period, and what it is compared with. */
  readonly when: Sentence | null;
  /** How many insights could not be reported. */
  readonly failure: Sentence | null;
  /** How many scheduled reports are missing. */
  readonly missed: Sentence | null;
  /** What the changes of `list` are relative to. */
  readonly comparison: Sentence | null;
  /** A line for each of several highlights, and one for all insights within their usual range. */
  readonly list: readonly Sentence[];
  /** The only highlight. */
  readonly alone: readonly Sentence[];
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
