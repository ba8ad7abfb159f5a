// What templates see of an experiment and of versions, `{{experiment.verdict}}`. `view/kinds/experiment.ts`
// and `view/kinds/versions.ts` make it; `docs/reference/template-view.md` is written from these comments.
import type { Sentence } from './sentences/sentence.ts';

/** A variant of an experiment. */
export interface VariantView {
  /** The name of the variant (`sample`) in the query. */
  readonly name: string;
  /** How many users are in the variant. */
  readonly users: number | null;
  /** How many of them met the criterion. */
  readonly successes: number | null;
  /** `successes` divided by `users`, from 0 to 1. */
  readonly rate: number | null;
}

/** The result of an experiment. */
export interface ExperimentView {
  /** The group that the result is about. */
  readonly group: string | null;
  /** What counts as a success: the criterion's name in the query. */
  readonly criterion: string;
  /** The variant with the higher rate. If both rates are equal, the first variant. */
  readonly better: VariantView;
  /** The other variant. */
  readonly worse: VariantView;
  /** The better rate minus the other rate, from 0 to 1. */
  readonly difference: number | null;
  /** How many users are in both variants. If there are any, there is no p-value. */
  readonly overlap: number;
  /** The p-value, from 0 to 1, if you read the experiment only once, at its end. */
  readonly pValue: number | null;
  /** Whether a variant did better at 95% confidence, however often you read the experiment. */
  readonly significant: boolean;
  /** In a few words: `Green button did better`. */
  readonly outcome: Sentence;
  /** In a sentence, with all numbers. */
  readonly verdict: Sentence;
}

/** How many users you would lose by requiring each version: those who had only lower versions. */
export interface VersionsView {
  /** The highest version that keeps enough users, in the first of `families`. */
  readonly minimum: VersionView | null;
  /** The versions by their first word, such as `iOS`. The group with the most data is first. */
  readonly families: readonly VersionFamilyView[];
  /** Whether the insight has other rows, and needs its own table. */
  readonly hasMore: boolean;
}

/** Versions that begin with the same word, such as `iOS 17` and `iOS 18`. */
export interface VersionFamilyView {
  /** Which version you can require, and how many users you lose. */
  readonly conclusion: Sentence;
  /** The table: its headings, then a line for each version near the limit. */
  readonly lines: readonly (readonly Sentence[])[];
  /** Whether each column holds numbers, which are aligned right. */
  readonly numeric: readonly boolean[];
  /** The index of the line of the version that you can require. */
  readonly required: number | null;
  /** How to read the table. */
  readonly explanation: Sentence;
}

/** A version that could be required. */
export interface VersionView {
  /** The version. */
  readonly version: string;
  /** The share of users whom you keep if you require it, from 0 to 1. */
  readonly kept: number | null;
}
