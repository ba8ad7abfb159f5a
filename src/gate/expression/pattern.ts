import { type Assertion, PatternError, type PatternNode, PatternParser } from './pattern-parser.ts';

/**
 * A regular expression of RE2, which reads a text once: no text takes it more than time in proportion to its
 * length.
 */
export interface Pattern {
  /** Whether the pattern matches anywhere in a text. */
  matches(text: string): boolean;
}

const COMPILED = new Map<string, Pattern | { readonly why: string }>();

/** Compiles a pattern as `compile` does, each once: a pattern of `rows.all(…)` is matched with every row. */
export function compilePattern(written: string): Pattern | { readonly why: string } {
  const pattern = COMPILED.get(written) ?? compile(written);
  COMPILED.set(written, pattern);
  return pattern;
}

/** What is wrong with a pattern, in words; null if nothing is. */
export function findPatternProblem(written: string): string | null {
  const compiled = compilePattern(written);
  return 'why' in compiled ? `the pattern is not valid: ${compiled.why}` : null;
}

/**
 * Compiles a pattern in a part of RE2's syntax: characters, `.`, classes, groups, `|`, `^`, `$`, `\b`, `* + ?
 * {n,m}`, and `(?i)` in front. Says what is wrong with any other.
 */
function compile(written: string): Pattern | { readonly why: string } {
  try {
    const parser = new PatternParser(written);
    const node = parser.parse();
    const program: Instruction[] = [];
    emit(node, program);
    program.push({ op: 'match' });
    return { matches: (text) => runProgram(program, text) };
  } catch (error) {
    if (error instanceof PatternError) return { why: error.message };
    throw error;
  }
}

/** A step of a program for a pattern (Thompson's construction). */
type Instruction =
  | { readonly op: 'character'; readonly test: RegExp }
  | { readonly op: 'assertion'; readonly at: Assertion }
  | { op: 'split'; to: number[] }
  | { readonly op: 'match' };

const MAX_INSTRUCTIONS = 2000;

function emit(node: PatternNode, program: Instruction[]): void {
  if (program.length > MAX_INSTRUCTIONS)
    throw new PatternError('its counted repeats multiply to too long a pattern');
  switch (node.kind) {
    case 'character':
      program.push({ op: 'character', test: node.test });
      return;
    case 'assertion':
      program.push({ op: 'assertion', at: node.at });
      return;
    case 'sequence':
      for (const each of node.nodes) emit(each, program);
      return;
    case 'choice':
      emitChoice(node.nodes, program);
      return;
    case 'repeat':
      emitRepeat(node.node, node.min, node.max, program);
  }
}

function emitChoice(nodes: readonly PatternNode[], program: Instruction[]): void {
  const [only, ...others] = nodes;
  if (only !== undefined && others.length === 0) {
    emit(only, program);
    return;
  }
  const split = { op: 'split', to: [] as number[] } as const;
  program.push(split);
  const ends: { to: number[] }[] = [];
  for (const node of nodes) {
    split.to.push(program.length);
    emit(node, program);
    const end = { op: 'split' as const, to: [] as number[] };
    program.push(end);
    ends.push(end);
  }
  for (const end of ends) end.to.push(program.length);
}

function emitRepeat(node: PatternNode, min: number, max: number, program: Instruction[]): void {
  for (let times = 0; times < min; times += 1) emit(node, program);
  if (max === Infinity) {
    const start = program.length;
    const split = { op: 'split' as const, to: [start + 1] };
    program.push(split);
    emit(node, program);
    program.push({ op: 'split', to: [start] });
    split.to.push(program.length);
    return;
  }
  const skips: { to: number[] }[] = [];
  for (let times = min; times < max; times += 1) {
    const split = { op: 'split' as const, to: [program.length + 1] };
    program.push(split);
    skips.push(split);
    emit(node, program);
  }
  for (const skip of skips) skip.to.push(program.length);
}

/** Follows all ways through a program at once, so that no way is tried twice at one place. */
function runProgram(program: readonly Instruction[], text: string): boolean {
  const characters = Array.from(text);
  let current = new Set<number>();
  for (let at = 0; at <= characters.length; at += 1) {
    if (addReachable(program, current, 0, characters, at)) return true;
    const character = characters[at];
    if (character === undefined) return false;
    const next = new Set<number>();
    for (const place of current) {
      const step = program[place];
      if (
        step?.op === 'character' &&
        step.test.test(character) &&
        addReachable(program, next, place + 1, characters, at + 1)
      )
        return true;
    }
    current = next;
  }
  return false;
}

/** Adds the steps that are reached without reading a character; gives whether the match is among them. */
function addReachable(
  program: readonly Instruction[],
  reached: Set<number>,
  from: number,
  characters: readonly string[],
  at: number,
): boolean {
  const open = [from];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    const step = program[place];
    if (step?.op === 'match') return true;
    if (step?.op === 'split') open.push(...step.to);
    if (step?.op === 'assertion' && holds(step.at, characters, at)) open.push(place + 1);
  }
  return false;
}

function holds(assertion: Assertion, characters: readonly string[], at: number): boolean {
  if (assertion === '^') return at === 0;
  if (assertion === '$') return at === characters.length;
  const isWord = (character: string | undefined): boolean =>
    character !== undefined && /^[0-9A-Za-z_]$/.test(character);
  return (isWord(characters[at - 1]) !== isWord(characters[at])) === (assertion === 'b');
}
