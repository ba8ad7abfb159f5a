/** A template cannot be parsed or rendered; the message names it and, where known, the line. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** What is wrong, without the place. */
  readonly problem: string;
  constructor(template: string, line: number | null, problem: string, options?: ErrorOptions) {
    super(`template ${template}${line === null ? '' : `, line ${line}`}: ${problem}`, options);
    this.problem = problem;
  }
}
