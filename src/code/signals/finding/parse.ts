// Parses one source file into the calls that send events, with the names they send, and the constants that
// the names may refer to: `TelemetryDeck.signal("saved")` → the name "saved", on line 12.
import type { Node, QueryMatch } from 'web-tree-sitter';
import { type Argument, readArguments } from './arguments.ts';
import { type Constants, findConstants, ownerOf, SELF } from './constants.ts';
import type { indexForms, LanguageForms } from './forms.ts';
import { loadGrammar } from './grammar.ts';
import { languageOf, type LanguageSpec, type Matches } from './languages.ts';
import { namesOf, type Name } from './names.ts';
import { findObjects } from './objects.ts';
import { spineOf } from './paths.ts';
import type { CallForm } from './sdk-calls.ts';
import { findPrefixes } from './prefixes.ts';
import { wrapperOf } from './wrappers.ts';

/** A call that sends an event. */
export interface Call {
  /**
   * The form of the app's own function around the call, if it passes its parameter on as the name; else
   * null.
   */
  readonly wrapper: CallForm | null;
  /** The form that the call has. */
  readonly form: CallForm;
  readonly names: readonly Name[];
  /** The line of the name, from 1. */
  readonly line: number;
  /**
   * The line's text without the name (`signal(…, count: 1)`), by which `changes.ts` recognises a rename: an
   * old and a new line with the same skeleton hold the same call. With the name, if the SDK gives it.
   */
  readonly skeleton: string;
  /** The source of the arguments after the name, without blanks; empty if there are none. */
  readonly parameters: string;
}

/** What a file says about events. */
export interface FileFacts {
  readonly calls: readonly Call[];
  /** The text that the SDK puts before each name, if this file sets one up. */
  readonly prefixes: readonly Name[];
  /** Null if nobody needs them: they were not requested, and no call of the file refers to one. */
  readonly constants: Constants | null;
}

/** A file whose tree is being read. */
interface Reading {
  readonly source: string;
  readonly lines: readonly string[];
  readonly spec: LanguageSpec;
  readonly matches: Matches;
}

/**
 * Reads a file, with its constants if these are requested or a call refers to one. Null if its language is
 * not known, or if it takes more than two seconds of processor time, as only code that is written to take
 * long does. By the clock, a busy machine would leave out files at random.
 */
export async function parseFile(
  path: string,
  source: string,
  forms: ReturnType<typeof indexForms>,
  withConstants = false,
): Promise<FileFacts | null> {
  const spec = languageOf(path);
  if (spec === null) return null;
  const grammar = await loadGrammar(spec.grammar);
  const start = process.cpuUsage();
  const isLate = () => process.cpuUsage(start).user > FILE_LIMIT_US;
  // Setting the language again makes Swift's scanner forget an unfinished `#"…` of the file before.
  grammar.parser.setLanguage(grammar.language);
  const tree = grammar.parser.parse(source, null, { progressCallback: isLate });
  if (tree === null) return null;
  // The time between two matches counts, too: the reader of the matches spends it.
  const matches: Matches = function* (query) {
    for (const match of grammar.query(query).matches(tree.rootNode, { progressCallback: isLate })) {
      if (isLate()) throw new TooSlow();
      yield match;
    }
    if (isLate()) throw new TooSlow();
  };
  try {
    const calls = findCalls({ source, lines: source.split('\n'), spec, matches }, forms(spec.name));
    const prefixes = findPrefixes(source, spec, matches);
    const names = [...prefixes, ...calls.flatMap((call) => call.names)];
    const needsConstants = withConstants || names.some(({ kind }) => kind === 'reference');
    return { calls, prefixes, constants: needsConstants ? findConstants(spec, matches) : null };
  } catch (error) {
    if (error instanceof TooSlow) return null;
    throw error;
  } finally {
    tree.delete();
  }
}

class TooSlow extends Error {}

/** In microseconds of processor time, of all threads. */
const FILE_LIMIT_US = 2_000_000;

function findCalls(reading: Reading, { methods, owners, find }: LanguageForms): readonly Call[] {
  const { source, spec, matches } = reading;
  const text = source.toLowerCase();
  const objects = findObjects(spec, matches, owners);
  return matches(spec.calls)
    .flatMap((match): readonly Call[] => {
      const [method, args] = [captured(match, 'method'), captured(match, 'args')];
      if (method === null || args === null) return [];
      const name = method.text;
      if (!methods.has(name) && !objects.functions.has(name)) return [];
      // Swift's grammar takes a subscript, `send[key]`, for a call.
      if (args.child(0)?.type === '[') return [];
      const receivers = receiversOf(captured(match, 'call'), method);
      // `self.track()`, and `track()` except in scripts, may call a method of the type around.
      const isBare = receivers.length === 0;
      const mayBeOwnMethod = receivers.every((each) => SELF.has(each)) && !(isBare && spec.name === 'script');
      const around = mayBeOwnMethod ? ownerOf(method) : null;
      const form = find({ method: name, receivers, around }, objects, text);
      return form === undefined ? [] : readCall(form, method, args, reading);
    })
    .toArray();
}

function captured({ captures }: QueryMatch, name: string): Node | null {
  return captures.find((each) => each.name === name)?.node ?? null;
}

/** The names before a method: `TelemetryManager.shared.send()` → `TelemetryManager`, `shared`. */
function receiversOf(call: Node | null, method: Node): readonly string[] {
  if (call !== null) return spineOf(call.namedChild(0)).slice(0, -1);
  // Dart's calls are a row of nodes: a name, and a `selector` for each step. A method after a dot is two
  // levels deep in its selector.
  const selector = method.parent?.type === 'selector' ? null : method.parent?.parent;
  const step = selector?.type === 'selector' ? selector : method;
  const names: string[] = [];
  for (let node = step.previousNamedSibling; node !== null; node = node.previousNamedSibling) {
    names.unshift(...spineOf(node));
    if (node.type !== 'selector') break;
  }
  return step === method ? [] : names;
}

/** The call; an empty list if it lacks the argument that names the event. */
function readCall(form: CallForm, method: Node, args: Node, reading: Reading): readonly Call[] {
  const { source, lines, spec } = reading;
  const callArguments = readArguments(args);
  if (form.fixed !== undefined) {
    const { row } = method.startPosition;
    return [
      {
        names: [{ kind: 'text', text: form.fixed }],
        form,
        wrapper: null,
        line: row + 1,
        skeleton: lines[row] ?? '',
        parameters: parametersText(callArguments),
      },
    ];
  }
  const argument = nameArgument(form, callArguments);
  if (argument === undefined) return [];
  const { row } = argument.value.startPosition;
  return [
    {
      names: passedNames(argument.value, form),
      form,
      wrapper: wrapperOf(argument.value, spec.name),
      line: row + 1,
      skeleton: withoutName(argument.value, lines[row] ?? '', source),
      parameters: parametersText(callArguments.slice(callArguments.indexOf(argument) + 1)),
    },
  ];
}

/** The argument that names the event: by its label, or by its place among those without one. */
function nameArgument(
  { labels, position }: CallForm,
  callArguments: readonly Argument[],
): Argument | undefined {
  const labelled = callArguments.find(({ label }) => label !== null && labels.includes(label));
  if (labelled !== undefined || position === null) return labelled;
  // A form without labels counts all arguments: a wrapper that the user named may label its first one.
  const inOrder = labels.length === 0 ? callArguments : callArguments.filter(({ label }) => label === null);
  return inOrder.at(position);
}

/** The source of arguments without blanks; empty ones, such as `nil` or `{}`, are left out. */
function parametersText(callArguments: readonly Argument[]): string {
  return callArguments
    .map(({ text }) => text.replace(/\s+/g, ''))
    .filter((text) => !/^(?:\w+[:=])?(?:nil|null|undefined|\[:?\]|\{\}|emptyMap\(\))$/.test(text))
    .join(',');
}

/**
 * The names that an argument gives. A wrapper with `event: Event` that passes `event.rawValue` on makes of
 * `.saved` the constant `Event.saved.rawValue`.
 */
function passedNames(value: Node, { passes }: CallForm): readonly Name[] {
  if (passes === undefined) return namesOf(value);
  const { type, member } = passes;
  const isShort = value.type === 'prefix_expression' && /^\.[\p{L}_]\w*$/u.test(value.text);
  const names: readonly Name[] =
    isShort && type !== null ? [{ kind: 'reference', path: [type, value.text.slice(1)] }] : namesOf(value);
  return names.map((name) =>
    name.kind === 'reference' && member !== null ? { ...name, path: [...name.path, member] } : name,
  );
}

/** A line with `\0`, which no source has, in place of the name: for `skeleton`. */
function withoutName(node: Node, line: string, source: string): string {
  const begin = source.lastIndexOf('\n', node.startIndex - 1) + 1;
  const [start, end] = [node.startIndex - begin, node.endIndex - begin];
  return `${line.slice(0, start)}\0${line.slice(end)}`;
}
