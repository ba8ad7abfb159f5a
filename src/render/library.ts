import type Handlebars from 'handlebars';

/** Handlebars: its runtime alone, which knows compiled templates only, or all of it. */
export type Library = typeof Handlebars;

/** Where something stands, as Handlebars has it: `source` is the template's name; of a built-in one only the line is kept. */
export interface Place {
  readonly source?: string;
  readonly start: Readonly<{ line: number; column?: number }>;
  readonly end?: Readonly<{ line: number; column: number }>;
}
