// Finds the calls that send events in all files of a folder. A wrapper, the app's own function that passes a
// parameter on as the name, is followed: its callers are searched for, too.
import { SELF } from './constants.ts';
import { type Call, type FileFacts, parseFile } from './parse.ts';
import { PREFIXES } from './prefixes.ts';
import { type CallForm, SDK_CALLS } from './sdk-calls.ts';
import { languageOf } from './languages.ts';
import { indexForms } from './forms.ts';
import { MANY_TEXTS, type SourceTree } from './source-tree.ts';
import type { Name } from './names.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

/** A place in the code, from the folder; lines count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A name that a call sends: the name, or the visible pattern of a computed one. */
export interface SentName {
  readonly name: string;
  readonly isComputed: boolean;
}

/** Files by path, read once. */
export type Facts = ReadonlyMap<string, FileFacts>;

/** A call in a folder, and the names that it sends. */
export interface FoundCall extends Place {
  readonly call: Call;
  readonly sent: readonly SentName[];
}

/** The calls of a folder. */
interface FoundCalls {
  readonly calls: readonly FoundCall[];
  /** Files that were left out: too large, or not read within two seconds. */
  readonly unread: readonly string[];
}

/** Finds every call in a folder. */
export async function findAllCalls(tree: SourceTree, customForms: readonly CallForm[]): Promise<FoundCalls> {
  const { reader, facts } = await readCallers(tree, customForms);
  await loadDefinitions(reader, facts, facts);
  return { calls: resolveCalls(facts, definitionsOf(facts)), unread: reader.unread().sort() };
}

/** How often wrappers are searched for: wrappers of the SDK, wrappers of these, and so on. */
const WRAPPER_ROUNDS = 4;

/**
 * Reads the files that can hold a call; then again, with the wrappers that they declare, until none is new.
 */
export async function readCallers(
  tree: SourceTree,
  customForms: readonly CallForm[],
): Promise<{
  readonly reader: CodeReader;
  readonly facts: Map<string, FileFacts>;
  readonly forms: readonly CallForm[];
}> {
  let forms = customForms;
  for (let round = 1; ; round += 1) {
    const reader = openReader(tree, forms);
    const facts = new Map<string, FileFacts>();
    const texts = [...SDK_TEXTS, ...forms.map(({ method }) => method)];
    await reader.load(facts, { texts, withConstants: false });
    const wrapperForms = newWrappers(facts, forms);
    if (wrapperForms.length === 0 || round === WRAPPER_ROUNDS) return { reader, facts, forms };
    forms = [...forms, ...wrapperForms];
  }
}

/** The wrappers that files declare and that are not among the known forms. */
export function newWrappers(facts: Facts, knownForms: readonly CallForm[]): readonly CallForm[] {
  const keys = new Set(knownForms.map(keyOfForm));
  const wrappers = [...facts.values()].flatMap(({ calls }) => calls.flatMap(({ wrapper }) => wrapper ?? []));
  return [...new Map(wrappers.map((form) => [keyOfForm(form), form])).entries()]
    .filter(([key]) => !keys.has(key))
    .map(([, form]) => form);
}

function keyOfForm({ method, owners, languages, position, labels }: CallForm): string {
  return JSON.stringify([method, owners, languages, position, labels]);
}

/** One of these is in every file that can hold a call of an SDK. The grammar decides whether it does. */
const SDK_TEXTS = ['elemetry', '.signal(', '.signal?.(', '.queue(', '.queue?.(', ...PREFIXES];

/**
 * Makes the test whether a file may hold one of some texts. git has tested a few; of many (`MANY_TEXTS`) it
 * lists all files, and each is tested here by the last words of the texts, in one pass.
 */
function holdsOneOf(texts: readonly string[]): (source: string) => boolean {
  if (texts.length <= MANY_TEXTS) return () => true;
  const words = new Set(texts.map((text) => text.match(WORDS)?.at(-1)));
  // What has no word may be anywhere.
  if (words.has(undefined)) return () => true;
  return (source) =>
    SDK_TEXTS.some((text) => source.includes(text)) ||
    (source.match(WORDS) ?? []).some((word) => words.has(word));
}

const WORDS = /[\p{L}\p{N}_$]+/gu;

/** Reads what files say about calls, and adds it to `facts`. */
export interface CodeReader {
  /** Reads the files that hold one of these texts; a file that was read before only for its constants. */
  readonly load: (
    facts: Map<string, FileFacts>,
    wanted: { readonly texts: readonly string[]; readonly withConstants: boolean },
  ) => Promise<void>;
  /** Reads a file with its constants; nothing if the source is null, since there is no such file. */
  readonly add: (facts: Map<string, FileFacts>, path: string, source: string | null) => Promise<void>;
  /** Files that were left out. */
  readonly unread: () => string[];
}

/** A reader of a folder that knows the calls of the SDKs and your custom calls. */
export function openReader(tree: SourceTree, customForms: readonly CallForm[]): CodeReader {
  const forms = indexForms([...customForms, ...SDK_CALLS]);
  const unread = new Set<string>();
  const add = async (
    facts: Map<string, FileFacts>,
    path: string,
    source: string | null,
    withConstants = true,
  ): Promise<void> => {
    if (source === null) return;
    const parsed = await parseFile(path, source, forms, withConstants);
    if (parsed === null) unread.add(path);
    else facts.set(path, parsed);
  };
  return {
    add,
    load: async (facts, { texts, withConstants }) => {
      const mayHold = holdsOneOf(texts);
      const paths = (await tree.search(texts)).filter((path) => {
        const fileFacts = facts.get(path);
        const isRead = fileFacts !== undefined && (fileFacts.constants !== null || !withConstants);
        return !isRead && !unread.has(path);
      });
      for await (const [path, source] of tree.read(paths)) {
        if (mayHold(source)) await add(facts, path, source, withConstants);
      }
    },
    unread: () => [...unread, ...tree.tooLarge],
  };
}

/**
 * Reads the files that declare what calls refer to: for `signal(Event.saved)` those with `enum Event`,
 * unless the files that were read have its value.
 */
export async function loadDefinitions(
  reader: CodeReader,
  calling: Facts,
  facts: Map<string, FileFacts>,
): Promise<void> {
  const definitions = definitionsOf(facts);
  const types = new Set<string>();
  for (const [path, { calls }] of calling)
    for (const { names } of calls)
      for (const name of names)
        if (name.kind === 'reference' && resolve(name, facts.get(path), definitions) === null)
          for (const type of name.path.slice(0, -1)) types.add(type);
  const texts = [...types].filter((type) => /^\p{Lu}/u.test(type)).flatMap(declarationsOf);
  await reader.load(facts, { texts, withConstants: true });
}

function declarationsOf(type: string): readonly string[] {
  const words = ['enum', 'class', 'object', 'struct', 'extension', 'const', 'interface', 'static'];
  return [...words.map((word) => `${word} ${type}`), `.${type} {`];
}

/** The constants of all files: `Event.saved` → its values, several if files differ. */
export function definitionsOf(facts: Facts): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const { constants } of facts.values())
    for (const [key, values] of constants?.values ?? []) {
      if (!key.includes('.')) continue;
      const texts = getOrAdd(all, key, () => new Set());
      for (const value of values) texts.add(value);
    }
  return all;
}

/**
 * The calls of files with the names that they send, without the calls in wrappers whose callers were found.
 */
export function resolveCalls(
  facts: Facts,
  definitions: ReadonlyMap<string, ReadonlySet<string>>,
): readonly FoundCall[] {
  const followed = new Set(
    [...facts.values()].flatMap(({ calls }) => calls.map(({ form }) => keyOfForm(form))),
  );
  const isFollowed = ({ wrapper }: Call) => wrapper !== null && followed.has(keyOfForm(wrapper));
  const prefixes = prefixesOf(facts, definitions);
  return [...facts].flatMap(([file, fileFacts]) => {
    const prefix = nearestPrefix(prefixes, file);
    return fileFacts.calls
      .filter((call) => !isFollowed(call))
      .map((call) => ({
        file,
        line: call.line,
        call,
        sent: call.names.map((name) => {
          const sent = sentName(name, fileFacts, definitions);
          return call.form.fixed === undefined ? { ...sent, name: `${prefix}${sent.name}` } : sent;
        }),
      }));
  });
}

/** The text that the SDK puts before each name, and the file that sets it up. */
interface Prefix {
  readonly file: string;
  readonly text: string;
}

function prefixesOf(facts: Facts, definitions: ReadonlyMap<string, ReadonlySet<string>>): readonly Prefix[] {
  return [...facts].flatMap(([file, fileFacts]) =>
    fileFacts.prefixes.flatMap((name) => {
      const { name: text, isComputed } = sentName(name, fileFacts, definitions);
      return isComputed ? [] : [{ file, text }];
    }),
  );
}

/** The prefix of a file: of those that its language sets up, the one in the nearest folder; empty if none. */
function nearestPrefix(prefixes: readonly Prefix[], file: string): string {
  const language = languageOf(file)?.name;
  const ofLanguage = prefixes.filter((each) => languageOf(each.file)?.name === language);
  const folders = file.split('/');
  /** How many folders a prefix's file has in common with this one; one more if it is this one. */
  const nearness = (prefix: Prefix) =>
    [...prefix.file.split('/'), ''].findIndex((part, index) => part !== folders[index]);
  const [nearest] = ofLanguage.toSorted((one, other) => nearness(other) - nearness(one));
  return nearest?.text ?? '';
}

function sentName(
  name: Name,
  fileFacts: FileFacts,
  definitions: ReadonlyMap<string, ReadonlySet<string>>,
): SentName {
  if (name.kind === 'text') return { name: name.text, isComputed: false };
  if (name.kind === 'computed') return { name: name.pattern, isComputed: true };
  const text = resolve(name, fileFacts, definitions);
  return text === null
    ? { name: `{${name.path.join('.')}}`, isComputed: true }
    : { name: text, isComputed: false };
}

/**
 * The text of a constant, `Event.saved` → "saved": by its own file, else by any other. Null if there is
 * none, or if several differ.
 */
function resolve(
  { path }: Extract<Name, { readonly kind: 'reference' }>,
  fileFacts: FileFacts | undefined,
  definitions: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const { values, variables } = fileFacts?.constants ?? {};
  const [type, owner, member = ''] = [path.at(-3), path.at(-2), path.at(-1)];
  // A parameter of the same name may be meant.
  if (owner === undefined) return variables?.has(member) === true ? null : onlyValue(values?.get(member));
  if (SELF.has(owner) && type === undefined) return onlyValue(values?.get(member));
  const textAt = (key: string) => onlyValue(values?.get(key) ?? definitions.get(key));
  const text = textAt(`${owner}.${member}`);
  if (text !== null || type === undefined) return text;
  // The case of an enum with the property that gives its text: `Signal.saved.rawValue`.
  return textAt(`${type}.${owner}`);
}

function onlyValue(values: ReadonlySet<string> | undefined): string | null {
  const [only = null, ...others] = values ?? [];
  return others.length === 0 ? only : null;
}
