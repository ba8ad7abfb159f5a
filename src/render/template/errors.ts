import { didYouMean } from '../../text/nearest.ts';
import { truncate } from '../../text/truncate.ts';
import { makeControlsVisible } from '../../text/visible.ts';
import type { Library, SourceLocation } from './handlebars.ts';

/** A template cannot be parsed or rendered; the message names it and, where known, the line. It quotes the template, in visible characters. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The template that is at fault, by name. */
  readonly template: string;
  /** What is wrong, without the place. */
  readonly problem: string;
  constructor(template: string, line: number | null, problem: string, options?: ErrorOptions) {
    super(makeControlsVisible(`template ${template}${line === null ? '' : `, line ${line}`}: ${problem}`), options);
    this.template = template;
    this.problem = problem;
  }
}

/** Makes the error of the template that a place is in, or else of the one that runs. */
export type Fail = (place: SourceLocation | null, problem: string, options?: ErrorOptions) => TemplateError;

/** An error of a template as such. Messages of the language itself may quote a value; Handlebars' own quote only the template. */
export function toTemplateError(name: string, error: unknown, library: Library): TemplateError {
  if (error instanceof TemplateError) return error;
  const message = error instanceof Error ? error.message : '';
  const parsed = explainParseError(message);
  if (parsed !== null) return new TemplateError(name, parsed.line, parsed.problem);
  if (/^Maximum call stack/.test(message)) return new TemplateError(name, null, 'it calls itself without end');
  // The name may be a value here: those that are written out were looked for before.
  if (/^The partial [^]* could not be found$/.test(message))
    return new TemplateError(name, null, 'a {{> (…)}} gives a name that no partial has');
  if (error instanceof library.Exception) {
    const line = typeof error.lineNumber === 'number' ? error.lineNumber : null;
    const crossed = explainMismatchedBlocks(message);
    if (crossed !== null) return new TemplateError(name, line, crossed);
    return new TemplateError(name, line, truncate(message.replace(/ - \d+:\d+$/, ''), 300));
  }
  return new TemplateError(name, null, 'a helper was given a value that it cannot use', { cause: error });
}

/** What a message of Handlebars' parser says, in words; null for any other message. */
function explainParseError(message: string): { readonly line: number; readonly problem: string } | null {
  const [, line, near = '', got = 'INVALID'] =
    /^Parse error on line (\d+):\n(.*)\n[^]*, got '(.*)'$/.exec(message) ?? LEXICAL_ERROR.exec(message) ?? [];
  if (line === undefined) return null;
  const what = TOKEN_WORDS[got] ?? `unexpected ${got}`;
  // It has begun to read such a comment twice.
  const quoted = near.replace('{{!-{{!--', '{{!--').trim();
  return { line: Number(line), problem: `cannot be parsed near ${quoted} (${what})` };
}

/** What the parser cannot even divide into words, such as a comment without an end. */
const LEXICAL_ERROR = /^Lexical error on line (\d+)\. Unrecognized text\.\n(.*)\n/;

/** `if doesn't match each`: how Handlebars says that a block is closed by another's name; null for any other message. */
function explainMismatchedBlocks(message: string): string | null {
  const [, opened, closed] = /^(\S+) doesn't match (\S+) - /.exec(message) ?? [];
  return opened === undefined ? null : `{{#${opened} …}} is closed by {{/${closed}}}; it needs {{/${opened}}}`;
}

/** What the parser calls what it did not expect. */
const TOKEN_WORDS: Readonly<Record<string, string>> = {
  EOF: 'a block is not closed',
  INVALID: 'a {{ is not closed, or holds a character that cannot stand there',
  INVERSE: 'an {{else}} without a block, or a second one',
  OPEN_INVERSE_CHAIN: 'an {{else …}} without a block',
  OPEN_ENDBLOCK: 'a block is closed that is not open',
  CLOSE: 'the name or value before }} is missing',
  NUMBER: 'an index of a list stands in brackets: rows.[0]',
};

/** The last block that is opened and not closed, where a parser's error says only that the file ends; else null. */
export function findOpenBlock(source: string, error: unknown): { readonly line: number; readonly text: string } | null {
  if (!(error instanceof Error) || !/, got 'EOF'$/.test(error.message)) return null;
  const open: { readonly block: string; readonly index: number }[] = [];
  for (const { 1: opened, 2: closed, index } of source.matchAll(TAGS)) {
    if (opened !== undefined) open.push({ block: opened, index });
    else if (closed !== undefined) open.pop();
  }
  const last = open.at(-1);
  if (last === undefined) return null;
  const line = source.slice(0, last.index).split(/\r\n?|\n/).length;
  return { line, text: `{{#${last.block} …}} is not closed: there is no {{/${last.block}}}` };
}

/** Comments, braces that are written as such, what opens a block and what closes one. */
const TAGS =
  /(?<!\\)\\\{\{|\{\{~?!--[^]*?--~?\}\}|\{\{~?![^]*?\}\}|\{\{~?(?:#[*>]?|\^)\s*([^\s~}]+)|\{\{~?\/\s*([^\s~}]+)/g;

/** What is wrong with asking a part of the view for a field that it has not; `written` is the path as the template has it. */
export function describeMissingField(holder: unknown, name: string, written: string | null): string {
  const missing = `there is no "${name}"`;
  if (holder === undefined && written?.startsWith('../'))
    return `${missing} above the report: there is a "../" too many`;
  if (holder === null || holder === undefined)
    return `${missing} in something that is not set${suggestGuard(written, name)}`;
  if (Array.isArray(holder)) return `${missing} here, in a list: {{#each …}} goes through its items`;
  const fields = typeof holder === 'object' ? Object.keys(holder) : [];
  return `${missing} here${suggestName(name, fields)}`;
}

/** `; did you mean total?`, else what there is; `page` says where it is written down. */
export function suggestName(name: string, known: readonly string[], page = 'docs/view.md says what there is'): string {
  const hint = didYouMean(name, known);
  if (hint !== '') return `${hint} (${page})`;
  if (known.length === 0) return ` (${page})`;
  return `; there are ${truncate(known.join(', '), LIST_LIMIT)}`;
}

const LIST_LIMIT = 700;

/** Of `run.url` the part that is not set is `run`. */
function suggestGuard(written: string | null, name: string): string {
  const end = written?.lastIndexOf(`.${name}`) ?? -1;
  return written === null || end < 1 ? '' : `; write {{#if ${written.slice(0, end)}}}…{{/if}} around it`;
}
