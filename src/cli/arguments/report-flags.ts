import { parseArgs } from 'node:util';
import { INPUTS, type DeclaredInput } from '../../inputs/declared.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { RawInputs } from '../../inputs/raw.ts';

/** The flags of `report`: the Action's inputs by name, and its own. */
export interface ReportFlags {
  readonly raw: RawInputs;
  readonly format: string | null;
  readonly now: string | null;
  readonly isHelp: boolean;
  readonly problems: readonly string[];
}

const INPUT_KINDS = Object.entries<DeclaredInput>(INPUTS).map(([name, { kind }]) => [name, kind] as const);
/** Flags that may stand without a value. */
const SWITCHES: ReadonlySet<string> = new Set(['help', ...booleanInputs()]);
const FLAG_NAMES: readonly string[] = ['format', 'now', 'help', ...INPUT_KINDS.map(([name]) => name)];

/** Reads the command line of `report`, or of `gate`; what is wrong with it is told in `problems`, all of it. */
export function readReportFlags(args: readonly string[], command = 'report'): ReportFlags {
  const options = Object.fromEntries(FLAG_NAMES.map((name) => [name, { type: kindOf(name) }]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Map<string, string>();
  const problems: string[] = [];
  let open: string | null = null;
  let valueOfWrong = -1;
  for (const token of tokens) {
    if (token.kind === 'option') {
      const problem = flagProblem(token, given);
      open = token.value === undefined && SWITCHES.has(token.name) ? token.name : null;
      if (problem === null) given.set(token.name, token.value ?? 'true');
      else {
        problems.push(problem);
        const swallowed = swallowedFlag(token, args);
        if (swallowed !== null) given.set(swallowed.name, swallowed.value);
        valueOfWrong = token.inlineValue === true ? -1 : token.index + (swallowed === null ? 1 : 2);
      }
    } else if (token.kind === 'positional') {
      if (open !== null && /^(true|false)$/i.test(token.value)) given.set(open, token.value);
      // What follows a flag that is wrong may be its value: it is not held against anybody.
      else if (token.index !== valueOfWrong)
        problems.push(
          `${JSON.stringify(token.value)} is no flag: ${command} takes flags only (${command} --help lists them)`,
        );
      open = null;
    }
  }
  const own = (name: string): string | null => given.get(name) ?? null;
  const raw = Object.fromEntries([...given].filter(([name]) => Object.hasOwn(INPUTS, name)));
  return { raw, format: own('format'), now: own('now'), isHelp: given.has('help'), problems };
}

interface Option {
  readonly index: number;
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function flagProblem({ name, rawName, value, inlineValue }: Option, given: ReadonlyMap<string, string>): string | null {
  if (!FLAG_NAMES.includes(name)) {
    return `there is no flag ${rawName}${didYouMean(name, FLAG_NAMES, '--')}`;
  }
  if (name === 'api-token' || name === 'github-token') {
    return `${rawName}: everybody on the machine can read a command line; set INSIGHT_REPORT_API_TOKEN instead`;
  }
  if (given.has(name)) return `${rawName} is given twice`;
  // parseArgs takes the next flag for the value of one that has none.
  const isMissing = value === undefined || (value.startsWith('--') && inlineValue !== true);
  return isMissing && !SWITCHES.has(name) ? `${rawName} needs a value` : null;
}

/** The flag that was taken for the value of one that has none, with the value that follows it. */
function swallowedFlag(
  { index, value: taken = '', inlineValue }: Option,
  args: readonly string[],
): { readonly name: string; readonly value: string } | null {
  const name = taken.startsWith('--') && inlineValue !== true ? taken.slice(2) : '';
  const value = args[index + 2] ?? '--';
  return FLAG_NAMES.includes(name) && !SWITCHES.has(name) && !value.startsWith('--') ? { name, value } : null;
}

function kindOf(name: string): 'boolean' | 'string' {
  return SWITCHES.has(name) ? 'boolean' : 'string';
}

function booleanInputs(): string[] {
  return INPUT_KINDS.filter(([, kind]) => kind === 'boolean').map(([name]) => name);
}
