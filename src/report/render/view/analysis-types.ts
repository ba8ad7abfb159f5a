import type { Sentence } from './sentences/sentence.ts';

/** A variant of an experiment. */
export interface VariantView {
  /** The name of its sample in the query. */
  readonly name: string;
  /** How many users are in the sample; null if that is hidden. */
  readonly users: number | null;
  /** How many of them met the criterion; null if that is hidden. */
  readonly successes: number | null;
  /** `successes` divided by `users`, from 0 to 1; null for an empty sample, or if one is hidden. */
  readonly rate: number | null;
}

/** The result of an experiment. */
export interface ExperimentView {
  /** The group that the experiment's result is about; null if the query does not divide into groups. */
  readonly group: string | null;
  /** What counts as a success: the criterion's name in the query. */
  readonly criterion: string;
  /** The variant with the higher rate. If both rates are equal, the first variant. */
  readonly better: VariantView;
  /** The other variant. */
  readonly worse: VariantView;
  /** The better rate minus the other rate, from 0 to 1; null if a rate is unknown. */
  readonly difference: number | null;
  /**
   * How many users are in both variants, or 0 if unknown. If users are in both variants, there is no p-value.
   */
  readonly overlap: number;
  /**
   * How likely such a difference is by chance alone if the experiment is read once, at its end, from 0 to 1;
   * null if it cannot be computed.
   */
  readonly pValue: number | null;
  /** Whether one is ahead at 95 % confidence, however often the experiment is read. */
  readonly significant: boolean;
  /** In a few words: `Green button is ahead`. */
  readonly outcome: Sentence;
  /** In a sentence, with all numbers. */
  readonly verdict: Sentence;
}

/** What requiring a version would lose: the users with events of lower versions only, each counted once. */
export interface VersionsView {
  /**
   * The highest version that keeps the share of users, of the word with the most data; null if none does, or
   * if it is not known.
   */
  readonly minimum: VersionView | null;
  /**
   * The versions that begin with the same word, such as `iOS 17` and `iOS 18`; the word with the most data
   * first.
   */
  readonly families: readonly VersionFamilyView[];
  /** Whether the insight has rows that are not in their tables, so that it needs its own table, too. */
  readonly hasMore: boolean;
}

/** Versions that begin with the same word. */
export interface VersionFamilyView {
  /** Which version can be required, and what that loses. */
  readonly conclusion: Sentence;
  /**
   * A line for each version that could be required, ascending, the headings first: of many, those that lose
   * about as much as may be lost.
   */
  readonly lines: readonly (readonly Sentence[])[];
  /** Whether each column holds numbers, which are aligned right. */
  readonly numeric: readonly boolean[];
  /** The index of the line of the version that can be required; null if it has none. */
  readonly required: number | null;
  /** How the table is to be read. */
  readonly explanation: Sentence;
}

/** A version that could be required. */
export interface VersionView {
  /** The version. */
  readonly version: string;
  /** The share of users that it keeps, from 0 to 1; null if it is not known. */
  readonly kept: number | null;
}
