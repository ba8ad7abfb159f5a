// Finds the calls that a pull request adds, removes or renames, by comparing its two commits:
// `signal("Saved")` became `signal("ItemSaved")` on the same line. `joining/changed-names.ts` says what that
// does to the names.
import type { Change } from '../../repository/change.ts';
import { changedFiles, type ChangedFile } from './changed-files.ts';
import {
  type CodeReader,
  definitionsOf,
  type Facts,
  type FoundCall,
  loadDefinitions,
  newWrappers,
  openReader,
  readCallers,
  resolveCalls,
} from './calls.ts';
import { compareLines, type LineChanges, nextLine } from './lines.ts';
import { type CallPair, pairCalls } from './pairs.ts';
import type { FileFacts } from './parse.ts';
import type { CallForm } from './sdk-calls.ts';
import { openCommitTree, type SourceTree } from './source-tree.ts';

/** The calls that a change touches: those that are not the same on both sides. */
export interface FoundChanges {
  /** Calls that were removed or changed, as they were at the base, with their lines there. */
  readonly before: readonly FoundCall[];
  /** Calls that were added or changed, as they are now. */
  readonly after: readonly FoundCall[];
  /**
   * The names that were sent at the base, and those that are sent now, by all calls of the files that were
   * read.
   */
  readonly sentBefore: ReadonlySet<string>;
  readonly sentAfter: ReadonlySet<string>;
  /** The same call before and after, if it sends another name or other parameters now. */
  readonly sameCalls: readonly CallPair[];
  /** The line now of a line of the base, or of the next one that is left; null if the file is gone. */
  readonly lineNow: (file: string, line: number) => number | null;
  readonly unread: readonly string[];
}

/**
 * What the files say about calls: the changed ones before and after the change, and the unchanged ones that
 * matter to them, since they define their names or send them, too.
 */
interface Sides {
  readonly before: Map<string, FileFacts>;
  readonly after: Map<string, FileFacts>;
  readonly unchanged: Map<string, FileFacts>;
}

/**
 * Finds the calls that differ between two commits:
 * 1. Find the app's own functions around the SDK, on both sides.
 * 2. Read the changed files of both sides, and the unchanged files that matter to them.
 * 3. Pair the calls before the change with those after it: a call without an equal partner is touched.
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

/** Reads the unchanged files that define the names of the changed ones, or send the same names. */
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
 * The texts that a file must hold to matter: the names of changed calls in quotes, and the constants for
 * them.
 */
function textsToSearch({ before, after, unchanged }: Sides): readonly string[] {
  const calls = [before, after].flatMap((side) => callsOf(side, unchanged));
  const constants = changedConstants(before, after);
  const names = new Set([...namesOf(calls), ...constants.values]);
  const members = new Set(constants.members);
  for (const facts of [before, after, unchanged])
    for (const [key, values] of definitionsOf(facts)) if (!values.isDisjointFrom(names)) members.add(key);
  // Nearly every file holds an empty text in quotes.
  const quoted = [...names]
    .filter((name) => name !== '')
    .flatMap((name) => ['"', "'", '`'].map((quote) => `${quote}${name}${quote}`));
  return [...quoted, ...members];
}

const NONE: ReadonlySet<string> = new Set();

/** The constants whose values differ before and after: their names (`Event.saved`), and all their values. */
function changedConstants(
  before: Facts,
  after: Facts,
): { readonly members: readonly string[]; readonly values: readonly string[] } {
  const [earlier, current] = [definitionsOf(before), definitionsOf(after)];
  const isSame = (key: string) =>
    (earlier.get(key) ?? NONE).symmetricDifference(current.get(key) ?? NONE).size === 0;
  const members = [...new Set([...earlier.keys(), ...current.keys()])].filter((key) => !isSame(key));
  return {
    members,
    values: members.flatMap((key) => [...(earlier.get(key) ?? []), ...(current.get(key) ?? [])]),
  };
}

/** The calls of one side: of its changed files and the unchanged ones. */
function callsOf(changed: Facts, unchanged: Facts): readonly FoundCall[] {
  const all = new Map([...unchanged, ...changed]);
  return resolveCalls(all, definitionsOf(all));
}

function touchedCalls(
  sides: Sides,
  lines: ReadonlyMap<string, LineChanges>,
  files: readonly ChangedFile[],
  unread: readonly string[],
): FoundChanges {
  const before = callsOf(sides.before, sides.unchanged);
  const after = callsOf(sides.after, sides.unchanged);
  const pairs = pairCalls(before, after, lines);
  const differs = ([callBefore, callAfter]: CallPair) => contentOf(callBefore) !== contentOf(callAfter);
  const equalCalls = new Set(pairs.filter((pair) => !differs(pair)).flat());
  const filesAfter = new Set(files.flatMap(({ path, after: text }) => (text === null ? [] : [path])));
  return {
    before: before.filter((call) => !equalCalls.has(call)),
    after: after.filter((call) => !equalCalls.has(call)),
    sentBefore: namesOf(before),
    sentAfter: namesOf(after),
    sameCalls: pairs.filter(differs),
    lineNow: (file, line) => (filesAfter.has(file) ? nextLine(lines.get(file), line) : null),
    unread,
  };
}

function namesOf(calls: readonly FoundCall[]): ReadonlySet<string> {
  return new Set(calls.flatMap(({ sent }) => sent.map(({ name }) => name)));
}

/** What a call sends: the same before and after unless the change touches it. */
function contentOf({ sent, call }: FoundCall): string {
  return JSON.stringify([sent, call.parameters]);
}
