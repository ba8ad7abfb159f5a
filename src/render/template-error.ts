import { visible } from './display.ts';
import type { Place } from './library.ts';

/** A template cannot be parsed or rendered; the message names it and, where known, the line. It quotes the template, in visible characters. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The template that is at fault, by name. */
  readonly template: string;
  /** What is wrong, without the place. */
  readonly problem: string;
  constructor(template: string, line: number | null, problem: string, options?: ErrorOptions) {
    super(visible(`template ${template}${line === null ? '' : `, line ${line}`}: ${problem}`), options);
    this.template = template;
    this.problem = problem;
  }
}

/** Makes the error of the template that a place is in, or else of the one that runs. */
export type Fail = (place: Place | null, problem: string, options?: ErrorOptions) => TemplateError;
