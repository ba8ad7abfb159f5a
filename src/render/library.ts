import type Handlebars from 'handlebars';

/** Handlebars: its runtime alone, which knows compiled templates only, or all of it. */
export type Library = typeof Handlebars;
