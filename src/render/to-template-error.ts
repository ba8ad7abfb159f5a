import { cut } from './display.ts';
import type { Library } from './library.ts';
import { crossedBlocks, parseFault } from './parse-fault.ts';
import { TemplateError } from './template-error.ts';

/** An error of a template as such. Messages of the language itself may quote a value; Handlebars' own quote only the template. */
export function toTemplateError(name: string, error: unknown, library: Library): TemplateError {
  if (error instanceof TemplateError) return error;
  const message = error instanceof Error ? error.message : '';
  const parsed = parseFault(message);
  if (parsed !== null) return new TemplateError(name, parsed.line, parsed.problem);
  if (/^Maximum call stack/.test(message)) return new TemplateError(name, null, 'it calls itself without end');
  // The name may be a value here: those that are written out were looked for before.
  if (/^The partial [^]* could not be found$/.test(message))
    return new TemplateError(name, null, 'a {{> (…)}} gives a name that no partial has');
  if (error instanceof library.Exception) {
    const line = typeof error.lineNumber === 'number' ? error.lineNumber : null;
    const crossed = crossedBlocks(message);
    if (crossed !== null) return new TemplateError(name, line, crossed);
    return new TemplateError(name, line, cut(message.replace(/ - \d+:\d+$/, ''), 300));
  }
  return new TemplateError(name, null, 'a helper was given a value that it cannot use', { cause: error });
}
