// Explains what is wrong with a template, with its line: Handlebars' own messages are of its parser, and may
// quote values. `check.ts` (before a run) and `engine.ts` (while rendering) call it. Pure.
import Handlebars from 'handlebars';
import { didYouMean } from '../../../text/nearest.ts';
import { truncate } from '../../../text/truncate.ts';
import { makeControlsVisible } from '../../../text/visible.ts';

/**
 * A template that cannot be parsed or rendered. The message names the template and, if known, the line; it
 * may quote the template, but never a value.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The name of the template with the mistake. */
  readonly template: string;
  /** What is wrong, without the place. */
  readonly problem: string;
  constructor(template: string, line: number | null, problem: string, options?: ErrorOptions) {
    super(
      makeControlsVisible(`template ${template}${line === null ? '' : `, line ${line}`}: ${problem}`),
      options,
    );
    this.template = template;
    this.problem = problem;
  }
}

/** Makes the error of a node of a template. */
export type FailAtNode = (node: hbs.AST.Node, problem: string) => TemplateError;

/**
 * Turns any error into a TemplateError. Messages of JavaScript itself may quote a value, so they are dropped;
 * those of Handlebars quote only the template.
 */
export function toTemplateError(name: string, error: unknown): TemplateError {
  if (error instanceof TemplateError) return error;
  const message = error instanceof Error ? error.message : '';
  const parsed = explainParseError(message);
  if (parsed !== null) return new TemplateError(name, parsed.line, parsed.problem);
  if (/^Maximum call stack/.test(message)) return new TemplateError(name, null, 'it calls itself endlessly');
  // The message is dropped: the name may be a value from a row. (Names that are written out are checked
  // before.)
  if (/^The partial [^]* could not be found$/.test(message))
    return new TemplateError(name, null, 'a {{> (…)}} names a partial that does not exist');
  if (error instanceof Handlebars.Exception) {
    const line = typeof error.lineNumber === 'number' ? error.lineNumber : null;
    const [, missing] = NOT_DEFINED.exec(message) ?? [];
    if (missing !== undefined) return new TemplateError(name, line, `there is no "${missing}" here`);
    return new TemplateError(name, line, truncate(message.replace(/ - \d+:\d+$/, ''), 300));
  }
  return new TemplateError(name, null, 'a helper was given a value that it cannot use', { cause: error });
}

/** Handlebars' message for a field that does not exist goes on with the value that lacks it. */
const NOT_DEFINED = /^"([^]*)" not defined in /;

/** Explains an error message of Handlebars' parser; null for any other message. */
function explainParseError(message: string): { readonly line: number; readonly problem: string } | null {
  const [, line, near = '', got = 'INVALID'] =
    /^Parse error on line (\d+):\n(.*)\n[^]*, got '(.*)'$/.exec(message) ?? LEXICAL_ERROR.exec(message) ?? [];
  if (line === undefined) return null;
  const habit = HABITS.find(([form]) => form.test(near))?.[1];
  const what = habit ?? TOKEN_WORDS[got] ?? `unexpected ${got}`;
  // The parser repeats the start of a comment that has no end.
  const quoted = near.replace('{{!-{{!--', '{{!--').trim();
  return { line: Number(line), problem: `cannot be parsed near ${quoted} (${what})` };
}

/** The message for a text that has no tokens, such as a comment without an end. */
const LEXICAL_ERROR = /^Lexical error on line (\d+)\. Unrecognized text\.\n(.*)\n/;

/** What other languages write. */
const HABITS: readonly (readonly [form: RegExp, words: string])[] = [
  [/\w\[\d/, 'a list index needs a dot and brackets: rows.[0]'],
  [
    /\{\{[^!{}][^{}]* (?:[<>=!]|&&|\|\|)/,
    'a condition is a helper: {{#if (gt total 3)}}; there are eq, gt, and, or, not',
  ],
];

/** The parser's names for unexpected tokens, in words. */
const TOKEN_WORDS: Readonly<Record<string, string>> = {
  EOF: 'a block is not closed',
  INVALID: 'a {{ is not closed, or holds an invalid character',
  INVERSE: 'an {{else}} without a block, or a second one',
  OPEN_INVERSE_CHAIN: 'an {{else …}} without a block',
  OPEN_ENDBLOCK: 'a block is closed that is not open',
  CLOSE: 'the name or value before }} is missing',
  NUMBER: 'a list index needs brackets: rows.[0]',
  CLOSE_BLOCK_PARAMS: 'helpers come first, without |: {{number total}}',
};

/** Explains why a part of the view lacks a field; `parent` is the path before it, empty if there is none. */
export function describeMissingField(holder: unknown, name: string, parent: string): string {
  const missing = `there is no "${name}"`;
  if (holder === null || holder === undefined) {
    if (parent === '') return `${missing} above the report: one "../" is too many`;
    return `${missing} in something that is not set; write {{#if ${parent}}}…{{/if}} around it`;
  }
  if (Array.isArray(holder)) return `${missing} in a list: use {{#each …}} for its items`;
  const fields = typeof holder === 'object' ? Object.keys(holder) : [];
  return `${missing} here${suggestName(name, fields)}`;
}

/**
 * `; did you mean total?` if a known name is similar; otherwise the list of known names. `page` says where
 * they are documented.
 */
export function suggestName(
  name: string,
  knownNames: readonly string[],
  page = 'docs/reference/template-view.md lists all fields',
): string {
  const hint = didYouMean(name, knownNames);
  if (hint !== '') return `${hint} (${page})`;
  if (knownNames.length === 0) return ` (${page})`;
  return `; there are ${truncate(knownNames.join(', '), LIST_LIMIT)}`;
}

const LIST_LIMIT = 700;
