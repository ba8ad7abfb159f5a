import type { Amount } from './amount.ts';

/** The numbers of a row that an assertion can read. */
export const ROW_NUMBERS = ['value', 'share', 'previous', 'change', 'rank'] as const;
export type RowNumber = (typeof ROW_NUMBERS)[number];

/** A row in the list `rows`. Reading what cannot be known throws `UnknownError`. */
export class Row {
  readonly #key: () => string;
  readonly #read: (number: RowNumber) => Amount;

  constructor(key: () => string, read: (number: RowNumber) => Amount) {
    this.#key = key;
    this.#read = read;
  }

  get key(): string {
    return this.#key();
  }
  get value(): Amount {
    return this.#read('value');
  }
  get share(): Amount {
    return this.#read('share');
  }
  get previous(): Amount {
    return this.#read('previous');
  }
  get change(): Amount {
    return this.#read('change');
  }
  get rank(): Amount {
    return this.#read('rank');
  }
}
