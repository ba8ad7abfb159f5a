// Finds the calls that a change adds, removes or renames, by comparing both commits.
import type { Change } from '../../repository/change.ts';
import { changedFiles, type ChangedFile } from './changed-files.ts';
import {
  type CodeReader,
  definitionsOf,
  type Facts,
  type FoundCalls,
  loadDefinitions,
  newWrappers,
  openReader,
  readCallers,
  resolveCalls,
} from './calls.ts';
import { compareLines, type LineChanges } from './lines.ts';
import type { FileFacts } from './parse.ts';
import type { CallForm } from './sdk-calls.ts';
import { openCommitTree, type SourceTree } from './source-tree.ts';

type Calls = FoundCalls['calls'];

/** The calls that a change touches: those without an equal on the other side. */
export interface FoundChanges {
  /** Those that went or were changed, as they were; the place is the base's. */
  readonly before: Calls;
  /** Those that came or were changed. */
  readonly after: Calls;
  /** What was sent at the base, and what is sent now, among the touched names. */
  readonly sentBefore: ReadonlySet<string>;
  readonly sentAfter: ReadonlySet<string>;
  /** Pairs of one call before and after, of which only the name changed. */
  readonly sameCalls: readonly (readonly [Calls[number], Calls[number]])[];
  /** The line now at, or just after, a place of the base; null if its file is gone. */
  readonly lineNow: (file: string, line: number) => number | null;
  readonly unread: readonly string[];
}

/**
 * The code before and after: the changed files of each, and the others that matter, which are equal in
 * both.
 */
interface Sides {
  readonly before: Map<string, FileFacts>;
  readonly after: Map<string, FileFacts>;
  readonly unchanged: Map<string, FileFacts>;
}

/**
 * Finds the calls that differ between two commits: reads the changed files on both sides with the wrappers of
 * either, then the unchanged files that define or also send their names, and pairs the calls of both sides.
 * What has no equal is touched.
 */
export async function findChanges(change: Change, customForms: readonly CallForm[]): Promise<FoundChanges> {
  const tree = await openCommitTree(change.repository, change.after);
  const files = await changedFiles(change);
  const changed = new Set(files.map(({ path }) => path));
  const search = async (texts: readonly string[]) =>
    (await tree.search(texts)).filter((path) => !changed.has(path));
  const { forms, prefixed } = await wrappersOf(tree, files, customForms);
  const reader = openReader({ ...tree, search }, forms);
  const sides: Sides = { before: new Map(), after: new Map(), unchanged: new Map() };
  for (const { path, before, after } of files) {
    await reader.add(sides.before, path, before);
    await reader.add(sides.after, path, after);
  }
  for await (const [path, source] of tree.read(prefixed.filter((each) => !changed.has(each))))
    await reader.add(sides.unchanged, path, source);
  await loadUnchanged(reader, sides);
  const lines = new Map(files.map(({ path, before, after }) => [path, compareLines(before, after)]));
  const tooLarge = files.filter(({ isTooLarge }) => isTooLarge).map(({ path }) => path);
  const unread = new Set([...reader.unread(), ...tooLarge]);
  return touchedCalls(sides, lines, files, [...unread]);
}

/** The wrappers of both sides, and the files that set up a prefix. */
async function wrappersOf(
  tree: SourceTree,
  files: readonly ChangedFile[],
  customForms: readonly CallForm[],
): Promise<{ readonly forms: readonly CallForm[]; readonly prefixed: readonly string[] }> {
  const { facts, forms } = await readCallers(tree, customForms);
  const reader = openReader(tree, forms);
  const earlier = new Map<string, FileFacts>();
  for (const { path, before } of files) await reader.add(earlier, path, before);
  const prefixed = [...facts].filter(([, { prefixes }]) => prefixes.length > 0).map(([path]) => path);
  return { forms: [...forms, ...newWrappers(earlier, forms)], prefixed };
}

/** Reads the unchanged files that say what the changed ones send, and whether that is also sent elsewhere. */
async function loadUnchanged(reader: CodeReader, sides: Sides): Promise<void> {
  const { before, after, unchanged } = sides;
  for (const calling of [before, after]) {
    const all = new Map([...unchanged, ...calling]);
    await loadDefinitions(reader, calling, all);
    for (const [path, facts] of all) if (!calling.has(path)) unchanged.set(path, facts);
  }
  const searchedTexts = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const texts = textsToSearch(sides).filter((text) => !searchedTexts.has(text));
    if (texts.length === 0) return;
    for (const text of texts) searchedTexts.add(text);
    await reader.load(unchanged, { texts, withConstants: true });
  }
}

/** Each round searches for the names that the last one found; a constant of a constant takes two. */
const ROUNDS = 4;

/**
 * What the files that matter hold: the names of changed calls in quotes, and the constants that are, or were,
 * such a name.
 */
function textsToSearch({ before, after, unchanged }: Sides): readonly string[] {
  const calls = [before, after].flatMap((each) => resolved(each, unchanged));
  const moved = changedConstants(before, after);
  const names = new Set([...namesOf(calls), ...moved.values]);
  const members = new Set(moved.members);
  for (const facts of [before, after, unchanged])
    for (const [key, values] of definitionsOf(facts)) if (!values.isDisjointFrom(names)) members.add(key);
  // Nearly every file holds an empty text in quotes.
  const quoted = [...names]
    .filter((name) => name !== '')
    .flatMap((name) => ['"', "'", '`'].map((quote) => `${quote}${name}${quote}`));
  return [...quoted, ...members];
}

/** The constants whose value differs between two sets of files. */
function changedConstants(
  before: Facts,
  after: Facts,
): { readonly members: readonly string[]; readonly values: readonly string[] } {
  const [was, is] = [definitionsOf(before), definitionsOf(after)];
  const text = (values: ReadonlySet<string> | undefined): string =>
    JSON.stringify([...(values ?? [])].sort());
  const members = [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => text(was.get(key)) !== text(is.get(key)),
  );
  return { members, values: members.flatMap((key) => [...(was.get(key) ?? []), ...(is.get(key) ?? [])]) };
}

function resolved(changed: Facts, unchanged: Facts): Calls {
  const all = new Map([...unchanged, ...changed]);
  return resolveCalls(all, definitionsOf(all));
}

function touchedCalls(
  { before, after, unchanged }: Sides,
  lines: ReadonlyMap<string, LineChanges>,
  files: readonly ChangedFile[],
  unread: readonly string[],
): FoundChanges {
  const [was, is] = [resolved(before, unchanged), resolved(after, unchanged)];
  const pairs = pairCalls(was, is, lines);
  const differs = ([one, other]: readonly [Calls[number], Calls[number]]): boolean =>
    keyOf(one) !== keyOf(other);
  const equalCalls = new Set(pairs.filter((pair) => !differs(pair)).flat());
  const exists = new Set(files.flatMap(({ path, after: text }) => (text === null ? [] : [path])));
  return {
    before: was.filter((call) => !equalCalls.has(call)),
    after: is.filter((call) => !equalCalls.has(call)),
    sentBefore: namesOf(was),
    sentAfter: namesOf(is),
    sameCalls: pairs.filter(differs),
    lineNow: (file, line) => (exists.has(file) ? nextLine(lines.get(file), line) : null),
    unread,
  };
}

function namesOf(calls: Calls): ReadonlySet<string> {
  return new Set(calls.flatMap(({ sent }) => sent.map(({ name }) => name)));
}

function keyOf({ sent, call }: Calls[number]): string {
  return JSON.stringify([sent, call.parameters]);
}

/**
 * Calls before and after that are one and the same: on a line that is still there, or of which only the name
 * was changed.
 */
function pairCalls(
  was: Calls,
  is: Calls,
  lines: ReadonlyMap<string, LineChanges>,
): readonly (readonly [Calls[number], Calls[number]])[] {
  const byPlace = (calls: Calls) => Map.groupBy(calls, ({ file, line }) => `${file}\0${line}`);
  const [old, now] = [byPlace(was), byPlace(is)];
  const pairs: (readonly [Calls[number], Calls[number]])[] = [];
  const pair = (file: string, before: number, after: number): void => {
    const [ones, others] = [old.get(`${file}\0${before}`) ?? [], now.get(`${file}\0${after}`) ?? []];
    if (ones.length !== others.length) return;
    for (const [index, one] of ones.entries()) {
      const other = others[index];
      if (other !== undefined) pairs.push([one, other]);
    }
  };
  for (const [first] of old.values()) {
    if (first === undefined) continue;
    const changes = lines.get(first.file);
    const lineAfter = changes === undefined ? first.line : changes.kept.get(first.line);
    if (lineAfter !== undefined) pair(first.file, first.line, lineAfter);
  }
  for (const [file, { parts }] of lines) for (const part of parts) pairRenamed(file, part, old, now, pair);
  return pairs;
}

/**
 * Pairs the lines of a changed part that differ in nothing but a name; none where there are more before than
 * after, or fewer.
 */
function pairRenamed(
  file: string,
  { gone, come }: LineChanges['parts'][number],
  old: ReadonlyMap<string, Calls>,
  now: ReadonlyMap<string, Calls>,
  pair: (file: string, before: number, after: number) => void,
): void {
  const bySkeleton = (
    numbers: readonly number[],
    calls: ReadonlyMap<string, Calls>,
  ): ReadonlyMap<string | null, readonly number[]> =>
    Map.groupBy(numbers, (line) => {
      const [call, ...others] = calls.get(`${file}\0${line}`) ?? [];
      // With the name alone on its line, the parameters say which call it is.
      return call === undefined || others.length > 0
        ? null
        : `${call.call.skeleton}\0${call.call.parameters}`;
    });
  const [before, after] = [bySkeleton(gone, old), bySkeleton(come, now)];
  for (const [key, ones] of before) {
    const others = after.get(key) ?? [];
    if (key === null || ones.length !== others.length) continue;
    for (const [index, line] of ones.entries()) pair(file, line, others[index] ?? line);
  }
}

/** The line now of an old line, or of the next one that is still there. */
function nextLine(changes: LineChanges | undefined, line: number): number {
  if (changes === undefined) return line;
  const nextKept = [...changes.kept].find(([old]) => old >= line);
  return nextKept?.[1] ?? Math.max(1, ...changes.kept.values());
}
