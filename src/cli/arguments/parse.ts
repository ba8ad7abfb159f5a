import { parseArgs } from 'node:util';
import { InputError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';

/** One flag: what its value is called (null: it takes none), whether it must be given, and what it does. */
export interface FlagSpec {
  readonly value: string | null;
  readonly required?: boolean;
  /** Whether it may be given several times. */
  readonly repeats?: boolean;
  readonly says: string;
}

/** What a command takes. `usage` begins with the command's name. */
export interface CommandSpec {
  readonly usage: string;
  readonly says: string;
  readonly flags: Readonly<Record<string, FlagSpec>>;
  /** What its other arguments are called, and how many there are; null as `max` is any number. */
  readonly positionals: { readonly name: string; readonly min: number; readonly max: number | null };
}

/** A command's arguments, checked against what it takes. */
export interface Arguments {
  readonly positionals: readonly string[];
  has(flag: string): boolean;
  text(flag: string): string | null;
  /** Every value of a flag that may be given several times, in their order. */
  texts(flag: string): readonly string[];
}

/** Parses a command's arguments. Throws `InputError` with everything that is wrong with them. */
export function parseArguments(args: readonly string[], spec: CommandSpec): Arguments {
  const options = Object.fromEntries(
    Object.entries(spec.flags).map(([name, { value }]) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const problems: string[] = [];
  const positionals: string[] = [];
  const values = new Map<string, readonly string[]>();
  let valueOfUnknown = -1;
  for (const token of tokens) {
    if (token.kind === 'positional' && token.index !== valueOfUnknown) positionals.push(token.value);
    if (token.kind !== 'option') continue;
    // What follows an unknown flag may be its value as well: it is not held against anybody.
    if (!Object.hasOwn(spec.flags, token.name) && token.value === undefined) valueOfUnknown = token.index + 1;
    const problem = flagProblem(token.name, token.rawName, token.value, values.has(token.name), spec);
    if (problem === null) values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? '']);
    else problems.push(problem);
  }
  problems.push(...missingFlags(values, problems, spec), ...positionalProblems(positionals, spec));
  if (problems.length > 0) throw new InputError(problems);
  return {
    positionals,
    has: (flag) => values.has(flag),
    text: (flag) => values.get(flag)?.[0] ?? null,
    texts: (flag) => values.get(flag) ?? [],
  };
}

function flagProblem(
  name: string,
  written: string,
  value: string | undefined,
  isSecond: boolean,
  { flags }: CommandSpec,
): string | null {
  const spec = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (spec === undefined) {
    const known = Object.keys(flags).map((flag) => `--${flag}`);
    const hint = didYouMean(name, Object.keys(flags), '--') || `; there are ${known.join(', ')}`;
    return `there is no flag ${written}${known.length === 0 ? '' : hint}`;
  }
  if (isSecond && spec.repeats !== true) return `${written} is given twice`;
  if (spec.value === null && value !== undefined)
    return `${written} takes no value (${JSON.stringify(value)} was given)`;
  if (spec.value !== null && (value === undefined || value === ''))
    return `${written} needs a value: ${written} ${spec.value}`;
  return null;
}

function missingFlags(
  values: ReadonlyMap<string, readonly string[]>,
  problems: readonly string[],
  { flags }: CommandSpec,
): string[] {
  return Object.entries(flags)
    .filter(([name, { required }]) => required === true && !values.has(name))
    .filter(([name]) => !problems.some((problem) => problem.startsWith(`--${name} `)))
    .map(([name, { value, says }]) => `--${name} ${value ?? ''} is missing: ${says}`);
}

function positionalProblems(given: readonly string[], { positionals }: CommandSpec): string[] {
  const { name, min, max } = positionals;
  if (given.length < min) return [`${name} is missing`];
  if (max === null || given.length <= max) return [];
  const extra = given.slice(max).map((each) => JSON.stringify(each));
  return [`${extra.join(', ')} ${extra.length === 1 ? 'is' : 'are'} too much${max === 0 ? '' : `: it takes ${name}`}`];
}

/** A command's `--help`. */
export function formatHelp(spec: CommandSpec): string {
  const flags = Object.entries(spec.flags).map(([name, { value, says }]) => ({
    left: `--${name}${value === null ? '' : ` ${value}`}`,
    says,
  }));
  const width = Math.max(...flags.map(({ left }) => left.length), 0);
  const lines = flags.map(({ left, says }) => `  ${left.padEnd(width)}  ${says}\n`);
  return `Usage: insight-report ${spec.usage}\n\n${spec.says}\n${lines.length === 0 ? '' : `\n${lines.join('')}`}`;
}
