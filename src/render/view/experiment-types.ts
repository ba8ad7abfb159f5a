/** A variant of an experiment. */
export interface VariantView {
  /** The name of its sample in the query. */
  readonly name: string;
  /** How many users are in the sample. */
  readonly users: number | string;
  /** How many of them met the criterion. */
  readonly successes: number | string;
  /** `successes` divided by `users`, from 0 to 1; null for an empty sample. */
  readonly rate: number | null;
}

/** The result of an experiment. */
export interface ExperimentView {
  /** The group that it is about; null if the query does not divide into groups. */
  readonly group: string | null;
  /** What counts as a success: the criterion's name in the query. */
  readonly criterion: string;
  /** The variant with the higher rate; the first one if both are equal. */
  readonly better: VariantView;
  /** The other variant. */
  readonly worse: VariantView;
  /** The better rate minus the other one, from 0 to 1; null if one is unknown. */
  readonly difference: number | null;
  /** How many users are in both variants; if there are any, there is no p-value. 0 if there are none, or it is not known. */
  readonly overlap: number;
  /** How likely such a difference is by chance alone, from 0 to 1; null if it cannot be computed. */
  readonly pValue: number | null;
  /** Whether the p-value is below 0.05. */
  readonly significant: boolean;
}
