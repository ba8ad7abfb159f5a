import { PARTIALS } from './compiled.ts';
import type { Partials } from '../inputs/request.ts';
import type { Library } from './library.ts';
import { exposedValue } from './html-places.ts';
import { calledPartials, inlinePartials } from './named-partials.ts';
import { openBlock } from './open-block.ts';
import { partialPath } from './partial-path.ts';
import { COMPILE_OPTIONS } from './strict-paths.ts';
import { TemplateError } from './template-error.ts';
import { problemIn } from './template-problem.ts';
import { toTemplateError } from './to-template-error.ts';

/** What is wrong with a template, naming it and the line, as far as that shows without a report; null if nothing does. */
export async function checkTemplate(name: string, source: string, partials: Partials = {}): Promise<string | null> {
  if (source.trim() === '') return new TemplateError(name, null, 'it is empty').message;
  const { default: library } = await import('handlebars');
  const own = new Set([...Object.keys(PARTIALS), ...Object.keys(partials)]);
  const fault = faultIn({ name, source, isPartial: false }, own, library);
  if (fault.message !== null) return fault.message;
  // Only partials that are called: a folder of this name may hold those of others.
  const seen = new Set<string>();
  for (let called = fault.calls; called.length > 0;) {
    const next = called.filter((each) => !seen.has(each) && Object.hasOwn(partials, each));
    called = [];
    for (const partial of next) {
      seen.add(partial);
      const { message, calls } = faultIn(
        { name: partialPath(name, partial), source: partials[partial] ?? '', isPartial: true },
        new Set([...own, ...fault.inline]),
        library,
      );
      if (message !== null) return message;
      called.push(...calls);
    }
  }
  return null;
}

interface Checked {
  readonly message: string | null;
  readonly calls: string[];
  readonly inline: readonly string[];
}

/** A partial's paths begin wherever it is called, so that its fields are not known before there is a report. */
function faultIn(
  { name, source, isPartial }: { readonly name: string; readonly source: string; readonly isPartial: boolean },
  own: ReadonlySet<string>,
  library: Library,
): Checked {
  const nothing = { calls: [], inline: [] };
  const wrong = (line: number, text: string): Checked => ({
    ...nothing,
    message: new TemplateError(name, line, text).message,
  });
  try {
    const program = library.parse(source);
    const inline = inlinePartials(program);
    const problem = problemIn(program, !isPartial, new Set([...own, ...inline]));
    if (problem) return wrong(problem.line, problem.text);
    const exposed = exposedValue(program);
    if (exposed) return wrong(exposed.line, inHtml(exposed.written));
    library.precompile(program, COMPILE_OPTIONS);
    return { message: null, calls: calledPartials(program), inline };
  } catch (error) {
    const open = openBlock(source, error);
    return open ? wrong(open.line, open.text) : { ...nothing, message: toTemplateError(name, error, library).message };
  }
}

function inHtml(written: string): string {
  return `{{${written}}} stands in raw HTML, where Markdown is not read and its escaping protects nothing; write {{html …}}, or a blank line before it`;
}
