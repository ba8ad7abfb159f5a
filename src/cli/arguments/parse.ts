// Parses the arguments of a command by its spec: `--top 5 --format=json FILE`. Everything that is wrong is
// collected, so that one run names all mistakes. Pure.
import { didYouMean } from '../../text/nearest.ts';
import type { CommandSpec, Arguments, Parameter, ParameterTable } from './spec.ts';

/** Arguments as far as they could be read, and everything that is wrong with them. */
export interface ParsedArguments<F extends ParameterTable, O extends ParameterTable> {
  /** A value that is missing or wrong is null here. */
  readonly args: Arguments<F, O>;
  /** The texts that were given for each flag; a switch without a value has the text `true`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly string[];
}

/** Parses a command's arguments. */
export function parseArguments<F extends ParameterTable, O extends ParameterTable>(
  args: readonly string[],
  spec: CommandSpec<F, O>,
): ParsedArguments<F, O> {
  const { flagNames, texts, operands, problems: sortingProblems } = sortArguments(args, spec);
  const table: ParameterTable = spec.operands ?? {};
  const operandTexts = assignOperands(operands, table);
  const problems = [
    ...sortingProblems,
    ...missingFlags(flagNames, spec.flags),
    ...operandProblems(operands, operandTexts, spec),
  ];
  const values = {
    flags: readValues(spec.flags, texts, (name) => `--${name}`, problems),
    operands: readValues(table, operandTexts, (name) => table[name]?.value ?? name, problems),
  };
  // The values were read by the spec's own types.
  return { args: values as Arguments<F, O>, texts, problems };
}

/** Arguments as they come: the texts of each flag, the operands, and what is wrong. */
interface SortedArguments {
  /** The flags that were given, also those with something wrong. */
  readonly flagNames: Set<string>;
  readonly texts: Map<string, readonly string[]>;
  readonly operands: string[];
  readonly problems: string[];
}

function sortArguments(args: readonly string[], { flags }: CommandSpec): SortedArguments {
  const sorted: SortedArguments = { flagNames: new Set(), texts: new Map(), operands: [], problems: [] };
  const remaining = [...args];
  for (let arg = remaining.shift(); arg !== undefined; arg = remaining.shift()) {
    const [, rawName, inline] = /^(--?[^=]+)(?:=([^]*))?$/.exec(arg) ?? [];
    if (arg === '--') sorted.operands.push(...remaining.splice(0));
    else if (rawName === undefined) sorted.operands.push(arg);
    else sortFlag(rawName, inline, remaining, flags, sorted);
  }
  return sorted;
}

/**
 * Sorts one flag: adds its text, which may be the next argument (`--top 5`) or in the same one (`--top=5`),
 * or what is wrong with it.
 */
function sortFlag(
  rawName: string,
  inline: string | undefined,
  remaining: string[],
  flags: ParameterTable,
  { flagNames, texts, problems }: SortedArguments,
): void {
  const rawFlag = rawName.replace(/^--?/, '');
  // Other programs, and earlier versions, have other words for it.
  const name = 'force' in flags && /^(overwrite|replace)$/.test(rawFlag) ? 'force' : rawFlag;
  const flag = rawName.startsWith('--') && Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag !== undefined) flagNames.add(name);
  const value = inline ?? (takesNext(flag, remaining[0]) ? remaining.shift() : undefined);
  const problem =
    flag === undefined ? unknownFlag(rawName, flags) : flagProblem(rawName, value, flag, texts.has(name));
  if (problem === null) texts.set(name, [...(texts.get(name) ?? []), value ?? 'true']);
  else problems.push(problem);
}

/**
 * Whether the next argument belongs to a flag: `true` or `false` to a switch that takes them, and any text to
 * a flag that is unknown, so that it is not reported as a second mistake.
 */
function takesNext(flag: Parameter | undefined, next: string | undefined): boolean {
  if (next === undefined || next.startsWith('--')) return false;
  if (flag === undefined) return !/^-./.test(next);
  return flag.value !== undefined || (flag.takesBoolean === true && /^(true|false)$/i.test(next));
}

function unknownFlag(rawName: string, flags: ParameterTable): string {
  const flagNames = Object.keys(flags).filter((each) => flags[each]?.refusal === undefined);
  // The usage that follows says where more of them are listed.
  const list =
    flagNames.length > MAX_LISTED ? '' : `; there are ${flagNames.map((each) => `--${each}`).join(', ')}`;
  const name = rawName.replace(/^--?/, '');
  const initials = name.length === 1 ? flagNames.filter((each) => each.startsWith(name)) : [];
  const hint =
    initials.length === 1
      ? `; did you mean --${initials.join()}?`
      : didYouMean(name, [...flagNames, 'help', 'help-cluster', 'help-inputs'], '--');
  return `there is no flag ${rawName}${hint || list}`;
}

const MAX_LISTED = 10;

function flagProblem(
  rawName: string,
  value: string | undefined,
  flag: Parameter,
  isSecond: boolean,
): string | null {
  if (flag.refusal !== undefined) return `${rawName}: ${flag.refusal}`;
  if (isSecond && flag.repeats !== true) return `${rawName} is given twice`;
  if (flag.value === undefined)
    return value === undefined || flag.takesBoolean === true
      ? null
      : `${rawName} takes no value (${JSON.stringify(value)} was given)`;
  const isMissing = value === undefined || (value === '' && flag.allowsEmpty !== true);
  return isMissing ? `${rawName} needs a value: ${rawName} ${flag.value}` : null;
}

/** The texts for each operand, in their order; the last one that repeats takes all that are left. */
function assignOperands(
  texts: readonly string[],
  operands: ParameterTable,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(operands).map(([name, { repeats }], index) => [
      name,
      texts.slice(index, repeats === true ? undefined : index + 1),
    ]),
  );
}

function missingFlags(flagNames: ReadonlySet<string>, flags: ParameterTable): string[] {
  return Object.entries(flags)
    .filter(([name, { required }]) => required === true && !flagNames.has(name))
    .filter(([, { replacedBy = '' }]) => !flagNames.has(replacedBy))
    .map(([name, { value = '', description }]) => `--${name} ${value} is missing: ${description}`);
}

function operandProblems(
  operandTexts: readonly string[],
  assigned: ReadonlyMap<string, readonly string[]>,
  { name: command, operands = {}, suggestFor }: CommandSpec,
): string[] {
  const missing = Object.entries(operands)
    .filter(([name, { required }]) => required === true && assigned.get(name)?.length === 0)
    .map(([name, { value = name, description }]) => `${value} is missing: ${description}`);
  const count = [...assigned.values()].reduce((sum, texts) => sum + texts.length, 0);
  const operandNames = Object.values(operands).map(({ value = '' }) => value);
  const expected = operandNames.length === 0 ? 'flags only' : operandNames.join(' and ');
  const unexpected = operandTexts.slice(count).map((text) => {
    const suggestion = suggestFor?.(text) ?? null;
    const hint = suggestion === null ? `${command} takes ${expected}` : `did you mean ${suggestion}?`;
    return `unexpected ${JSON.stringify(text)}; ${hint}`;
  });
  return [...missing, ...unexpected];
}

/** Reads each parameter's texts by its type, and adds to the problems what could not be read. */
function readValues(
  table: ParameterTable,
  texts: ReadonlyMap<string, readonly string[]>,
  nameOf: (name: string) => string,
  problems: string[],
): Readonly<Record<string, unknown>> {
  const read = ([name, parameter]: readonly [string, Parameter]) => {
    const { default: fallback, type, repeats, value } = parameter;
    const values = (texts.get(name) ?? (fallback === undefined ? [] : [fallback])).map((text) => {
      const parsed = type === undefined ? text : type.parse(text);
      if (parsed === null && type !== undefined)
        problems.push(
          `${nameOf(name)}: got ${JSON.stringify(text)}; expected ${type.expected}${didYouMean(text, type.words ?? [])}`,
        );
      return parsed;
    });
    if (value === undefined) return [name, texts.has(name)] as const;
    return [name, repeats === true ? values : (values[0] ?? null)] as const;
  };
  return Object.fromEntries(Object.entries(table).map(read));
}
