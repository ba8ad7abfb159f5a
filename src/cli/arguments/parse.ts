import { parseArgs } from 'node:util';
import { didYouMean } from '../../text/nearest.ts';
import type { CommandSpec, Given, Parameter, ParameterTable } from './spec.ts';

/** Arguments as far as they could be read, and everything that is wrong with them. */
export interface ParsedArguments<F extends ParameterTable, O extends ParameterTable> {
  /** A value that is missing or wrong is null here. */
  readonly given: Given<F, O>;
  /** The texts that were given for each flag; a switch without a value has the text `true`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly string[];
}

/** Parses a command's arguments. */
export function parseArguments<F extends ParameterTable, O extends ParameterTable>(
  args: readonly string[],
  spec: CommandSpec<F, O>,
): ParsedArguments<F, O> {
  const { flags: texts, operands, problems: wrong } = sortArguments(args, spec);
  const table: ParameterTable = spec.operands ?? {};
  const operandTexts = assignOperands(operands, table);
  const problems = [
    ...wrong,
    ...missingFlags(texts, wrong, spec.flags),
    ...operandProblems(operands, operandTexts, spec),
  ];
  const given = {
    flags: readValues(spec.flags, texts, (name) => `--${name}`, problems),
    operands: readValues(table, operandTexts, (name) => table[name]?.value ?? name, problems),
  };
  // The values were read by the spec's own types.
  return { given: given as Given<F, O>, texts, problems };
}

type Token = ReturnType<typeof tokenize>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

interface SortedArguments {
  readonly flags: Map<string, readonly string[]>;
  readonly operands: string[];
  readonly problems: string[];
}

function sortArguments(args: readonly string[], { flags }: CommandSpec): SortedArguments {
  const sorted: SortedArguments = { flags: new Map(), operands: [], problems: [] };
  // Other programs, and earlier versions, have other words for it.
  const isForce = (name: string): boolean => 'force' in flags && /^(overwrite|replace)$/.test(name);
  const tokens = tokenize(args, flags).map((each) =>
    each.kind === 'option' && isForce(each.name) ? { ...each, name: 'force' } : each,
  );
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (token.kind === 'option') sortFlag(token, flags, sorted);
    else if (token.kind === 'positional' && !isValueOf(token.value, before, flags, sorted.flags))
      sorted.operands.push(token.value);
  }
  return sorted;
}

/** parseArgs takes the next flag for the value of a flag that has none: it is read as a flag after all. */
function tokenize(args: readonly string[], flags: ParameterTable) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const at = tokens.findIndex(
    (token) => token.kind === 'option' && token.inlineValue === false && token.value.startsWith('--'),
  );
  const token = tokens[at];
  if (token?.kind !== 'option') return tokens;
  const rest: typeof tokens = tokenize(args.slice(token.index + 1), flags);
  return [...tokens.slice(0, at), { ...token, value: undefined, inlineValue: undefined }, ...rest];
}

/** Notes the flag's text, or what is wrong with it. */
function sortFlag(token: OptionToken, flags: ParameterTable, { flags: texts, problems }: SortedArguments) {
  const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
  const earlier = texts.get(token.name);
  if (flag === undefined) problems.push(unknownFlag(token, flags));
  else {
    const problem = flagProblem(token, flag, earlier !== undefined);
    if (problem === null) texts.set(token.name, [...(earlier ?? []), token.value ?? 'true']);
    else problems.push(problem);
  }
}

function unknownFlag({ name, rawName }: OptionToken, flags: ParameterTable): string {
  const known = Object.keys(flags).filter((each) => flags[each]?.refusal === undefined);
  // The usage that follows says where more of them are listed.
  const list = known.length > MAX_LISTED ? '' : `; there are ${known.map((each) => `--${each}`).join(', ')}`;
  const initials = name.length === 1 ? known.filter((each) => each.startsWith(name)) : [];
  const hint =
    initials.length === 1
      ? `; did you mean --${initials.join()}?`
      : didYouMean(name, [...known, 'help'], '--');
  return `there is no flag ${rawName}${hint || list}`;
}

const MAX_LISTED = 10;

function flagProblem({ rawName, value }: OptionToken, flag: Parameter, isSecond: boolean): string | null {
  if (flag.refusal !== undefined) return `${rawName}: ${flag.refusal}`;
  if (isSecond && flag.repeats !== true) return `${rawName} is given twice`;
  if (flag.value === undefined)
    return value === undefined || flag.takesBoolean === true
      ? null
      : `${rawName} takes no value (${JSON.stringify(value)} was given)`;
  const isMissing = value === undefined || (value === '' && flag.allowsEmpty !== true);
  return isMissing ? `${rawName} needs a value: ${rawName} ${flag.value}` : null;
}

/**
 * Whether a text without a name belongs to the flag before it: `true` or `false` to a switch that takes them,
 * and any text to a flag that is unknown, so that it is not reported as a second mistake.
 */
function isValueOf(
  text: string,
  before: Token | undefined,
  flags: ParameterTable,
  texts: Map<string, readonly string[]>,
): boolean {
  if (before?.kind !== 'option' || before.value !== undefined) return false;
  const flag = Object.hasOwn(flags, before.name) ? flags[before.name] : undefined;
  if (flag === undefined) return true;
  const isBoolean = flag.takesBoolean === true && /^(true|false)$/i.test(text);
  if (isBoolean) texts.set(before.name, [text]);
  return isBoolean;
}

/** The texts for each operand, in their order; the last one that repeats takes all that are left. */
function assignOperands(
  given: readonly string[],
  operands: ParameterTable,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(operands).map(([name, { repeats }], index) => [
      name,
      given.slice(index, repeats === true ? undefined : index + 1),
    ]),
  );
}

function missingFlags(
  texts: ReadonlyMap<string, readonly string[]>,
  wrong: readonly string[],
  flags: ParameterTable,
): string[] {
  return Object.entries(flags)
    .filter(([name, { required }]) => required === true && !texts.has(name))
    .filter(([, { replacedBy = '' }]) => !texts.has(replacedBy))
    .filter(([name]) => !wrong.some((problem) => problem.startsWith(`--${name} `)))
    .map(([name, { value = '', description }]) => `--${name} ${value} is missing: ${description}`);
}

function operandProblems(
  given: readonly string[],
  assigned: ReadonlyMap<string, readonly string[]>,
  { name: command, operands = {}, suggestFor }: CommandSpec,
): string[] {
  const missing = Object.entries(operands)
    .filter(([name, { required }]) => required === true && assigned.get(name)?.length === 0)
    .map(([name, { value = name, description }]) => `${value} is missing: ${description}`);
  const count = [...assigned.values()].reduce((sum, texts) => sum + texts.length, 0);
  const takes = Object.values(operands).map(({ value = '' }) => value);
  const expected = takes.length === 0 ? 'flags only' : takes.join(' and ');
  const unexpected = given.slice(count).map((text) => {
    const meant = suggestFor?.(text) ?? null;
    return `unexpected ${JSON.stringify(text)}; ${meant === null ? `${command} takes ${expected}` : `did you mean ${meant}?`}`;
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
        problems.push(`${nameOf(name)}: got ${JSON.stringify(text)}; expected ${type.expected}`);
      return parsed;
    });
    if (value === undefined) return [name, texts.has(name)] as const;
    return [name, repeats === true ? values : (values[0] ?? null)] as const;
  };
  return Object.fromEntries(Object.entries(table).map(read));
}
