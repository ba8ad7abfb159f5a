import { SELF } from './constants.ts';
import { type Call, type FileFacts, parseFile } from './parse.ts';
import { type CallForm, SDK_CALLS } from './sdk-calls.ts';
import type { SourceTree } from './source-tree.ts';
import type { Name } from './names.ts';

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

/** The calls of a folder. */
export interface FoundCalls {
  readonly calls: readonly (Place & { readonly call: Call; readonly sent: readonly SentName[] })[];
  /** Files that were left out: too large, or not read within two seconds. */
  readonly unread: readonly string[];
}

/** Finds every call in a folder. */
export async function findAllCalls(tree: SourceTree, own: readonly CallForm[]): Promise<FoundCalls> {
  const forms = [...own, ...SDK_CALLS];
  const facts = new Map<string, FileFacts>();
  const unread = new Set<string>();
  await loadFiles(tree, await tree.search(candidateTexts(own)), forms, facts, unread);
  await loadDefinitions(tree, facts, forms, facts, unread);
  return { calls: resolveCalls(facts, definitionsOf(facts)), unread: [...unread, ...tree.tooLarge].sort() };
}

/** What every file that can hold a call has in it. The grammar decides whether it does. */
function candidateTexts(own: readonly CallForm[]): readonly string[] {
  return ['elemetry', '.signal(', '.signal?.(', '.queue(', '.queue?.(', ...own.map(({ method }) => method)];
}

/** Reads files into `facts`, none twice unless its constants are wanted now. */
export async function loadFiles(
  tree: SourceTree,
  paths: readonly string[],
  forms: readonly CallForm[],
  facts: Map<string, FileFacts>,
  unread: Set<string>,
  withConstants = false,
): Promise<void> {
  for (const path of paths) {
    const known = facts.get(path);
    if (unread.has(path) || (known !== undefined && (known.constants !== null || !withConstants))) continue;
    await readInto(facts, unread, path, await tree.read(path), forms, withConstants);
  }
}

/** Adds what a file says to `facts`, or its path to `unread`; null is no file. */
export async function readInto(
  facts: Map<string, FileFacts>,
  unread: Set<string>,
  path: string,
  source: string | null,
  forms: readonly CallForm[],
  withConstants: boolean,
): Promise<void> {
  if (source === null) return;
  const parsed = await parseFile(path, source, forms, withConstants);
  if (parsed === null) unread.add(path);
  else facts.set(path, parsed);
}

/** Reads the files that declare the types which calls refer to, and no file read yet declares. */
export async function loadDefinitions(
  tree: SourceTree,
  calling: Facts,
  forms: readonly CallForm[],
  facts: Map<string, FileFacts>,
  unread: Set<string>,
): Promise<void> {
  const known = definitionsOf(facts);
  const types = new Set<string>();
  for (const [path, { calls }] of calling)
    for (const { names } of calls)
      for (const name of names)
        if (name.kind === 'reference' && resolve(name, facts.get(path), known) === null)
          for (const type of name.path.slice(0, -1)) types.add(type);
  const texts = [...types].filter((type) => /^\p{Lu}/u.test(type)).flatMap(declarationsOf);
  await loadFiles(tree, await tree.search(texts), forms, facts, unread, true);
}

function declarationsOf(type: string): readonly string[] {
  const words = ['enum', 'class', 'object', 'struct', 'extension', 'const', 'interface', 'static'];
  return [...words.map((word) => `${word} ${type}`), `.${type} {`];
}

/** What all files declare, by `Type.name`. */
export function definitionsOf(facts: Facts): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const { constants } of facts.values())
    for (const [key, values] of constants?.values ?? []) {
      if (!key.includes('.')) continue;
      const known = all.get(key) ?? new Set<string>();
      for (const value of values) known.add(value);
      all.set(key, known);
    }
  return all;
}

/** The calls of files with the names that they send. */
export function resolveCalls(
  facts: Facts,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): FoundCalls['calls'] {
  return [...facts].flatMap(([file, own]) =>
    own.calls.map((call) => ({
      file,
      line: call.line,
      call,
      sent: call.names.map((name) => sentName(name, own, known)),
    })),
  );
}

function sentName(name: Name, own: FileFacts, known: ReadonlyMap<string, ReadonlySet<string>>): SentName {
  if (name.kind === 'text') return { name: name.text, isComputed: false };
  if (name.kind === 'computed') return { name: name.pattern, isComputed: true };
  const text = resolve(name, own, known);
  return text === null
    ? { name: `{${name.path.join('.')}}`, isComputed: true }
    : { name: text, isComputed: false };
}

/** The text behind a reference: of the file itself, else of any; null if there is none, or several differ. */
function resolve(
  { path }: Extract<Name, { readonly kind: 'reference' }>,
  own: FileFacts | undefined,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const only = (values: ReadonlySet<string> | undefined): string | null =>
    values?.size === 1 ? ([...values][0] ?? null) : null;
  const [owner, member] = [path.at(-2), path.at(-1) ?? ''];
  const constants = own?.constants ?? null;
  const values = constants?.values;
  if (owner === undefined)
    return constants?.variables.has(member) === true ? null : only(values?.get(member));
  if (SELF.has(owner) && path.length === 2) return only(values?.get(member));
  const direct = only(values?.get(`${owner}.${member}`) ?? known.get(`${owner}.${member}`));
  if (direct !== null || path.length < 3) return direct;
  // The case of an enum with the property that gives its text: `Signal.saved.rawValue`.
  const key = `${path.at(-3) ?? ''}.${owner}`;
  return only(values?.get(key) ?? known.get(key));
}
