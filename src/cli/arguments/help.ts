// The text of `--help`, made from the same spec that parses the arguments, so that help names each flag that
// there is. `scripts/cli-docs.ts` makes the pages of the reference from it, too. Pure.
import { wrapText } from '../../text/layout/wrap.ts';
import { CLUSTER_GROUP } from './place.ts';
import type { CommandSpec, Parameter, ParameterTable } from './spec.ts';

/** What a reader of help can request: a command on one screen, or all that one group of its flags means. */
export type HelpTopic = 'help' | 'help-cluster' | 'help-inputs';

/** A command's help, for a terminal of so many columns. */
export function formatHelp(spec: CommandSpec, columns: number, topic: HelpTopic = 'help'): string {
  const groups = Object.groupBy(flagGroups(spec.flags), ([title]) => TOPICS[title] ?? 'help-inputs');
  const described = (groups[topic] ?? []).map(
    ([title, flags]) => `${title}:\n${formatFlags(flags, columns)}`,
  );
  if (topic !== 'help') return `${[formatUsage(spec), ...described].join('\n\n')}\n`;
  const { 'help-inputs': inputs, 'help-cluster': cluster } = groups;
  const sections = [
    formatUsage(spec),
    spec.description,
    ...described,
    ...(inputs === undefined ? [] : [listInputs(inputs, columns)]),
    ...(cluster === undefined ? [] : ['--help-cluster shows the flags for a cluster.']),
    ...(spec.examples === undefined ? [] : [`Examples:\n${indent(spec.examples.map(withProgram))}`]),
    ...(spec.footer === undefined ? [] : [spec.footer]),
  ];
  return `${sections.join('\n\n')}\n`;
}

const COMMAND_GROUP = 'Flags';

/** Where the flags of a heading are explained; those of any other heading are inputs of the Action. */
const TOPICS: Readonly<Record<string, HelpTopic>> = {
  [COMMAND_GROUP]: 'help',
  [CLUSTER_GROUP]: 'help-cluster',
};

/** The flags that are inputs of the Action, by name alone. */
function listInputs(groups: ReturnType<typeof flagGroups>, columns: number): string {
  const rows = groups.map(([title, flags]) => {
    const names = Object.keys(flags).map((name) => `--${name}`);
    return [title, names.join(' ')] as const;
  });
  return `More flags (--help-inputs explains them):\n${formatRows(rows, columns)}`;
}

/** The commands of a group, each with its usage and its description. */
export function formatCommandList(group: string, specs: readonly CommandSpec[]): string {
  const entries = specs.map(
    (spec) => `${indent(usageLines(spec))}\n${indent(spec.description.split('\n'), '      ')}\n`,
  );
  return `Usage:\n${entries.join('')}\n"insight-report ${group} COMMAND --help" lists the flags of each.\n`;
}

/** `Usage: insight-report org create NAMESPACE --db FILE [--plan PLAN]` */
function formatUsage(spec: CommandSpec): string {
  return `Usage: ${usageLines(spec).join('\n       ')}`;
}

/** `insight-report org create NAMESPACE --db FILE [--plan PLAN]`, or the lines that the command declares. */
export function usageLines({ name, usage, flags, operands = {} }: CommandSpec): readonly string[] {
  if (usage !== undefined) return usage.map(withProgram);
  const listed = listedFlags(flags).filter(([, { group }]) => group !== CLUSTER_GROUP);
  const shown = listed.map(([flag, parameter]) => {
    const text = formatFlag(flag, parameter);
    return parameter.required === true ? text : `[${text}]`;
  });
  // The required ones first.
  const sorted = shown.sort((a, b) => Number(a.startsWith('[')) - Number(b.startsWith('[')));
  return [withProgram([name, ...Object.values(operands).map(formatValue), ...sorted].join(' '))];
}

/** The flags but for those that must not be given. */
export function listedFlags(flags: ParameterTable): readonly (readonly [string, Parameter])[] {
  return Object.entries(flags).filter(([, { refusal }]) => refusal === undefined);
}

/** `--db FILE` */
export function formatFlag(name: string, parameter: Parameter): string {
  return parameter.value === undefined ? `--${name}` : `--${name} ${formatValue(parameter)}`;
}

function formatValue({ value = '', repeats }: Parameter): string {
  return repeats === true ? `${value}…` : value;
}

/** The flags by group, the command's own first; those that must not be given are left out. */
export function flagGroups(
  flags: ParameterTable,
): readonly (readonly [title: string, flags: ParameterTable])[] {
  const groups = new Map<string, Record<string, Parameter>>();
  for (const [name, flag] of listedFlags(flags)) {
    const title = flag.group ?? COMMAND_GROUP;
    groups.set(title, { ...groups.get(title), [name]: flag });
  }
  return [...groups];
}

function formatFlags(flags: ParameterTable, columns: number): string {
  const rows = Object.entries(flags).map(([name, flag]) => [formatFlag(name, flag), describe(flag)] as const);
  return formatRows(rows, columns);
}

/** Two columns: the second is wrapped to what the first leaves of the terminal. */
function formatRows(rows: readonly (readonly [string, string])[], columns: number): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const margin = ' '.repeat(width + 4);
  return rows
    .map(([left, text]) => {
      const lines = wrapText(text, Math.max(columns - margin.length, MIN_TEXT_COLUMNS));
      return `  ${left.padEnd(width)}  ${lines.join(`\n${margin}`)}`;
    })
    .join('\n');
}

const MIN_TEXT_COLUMNS = 40;

/** The description and, if there is one, the default. */
export function describe({ description, default: fallback }: Parameter): string {
  return fallback === undefined ? description : `${description} (default ${fallback})`;
}

function withProgram(line: string): string {
  return `insight-report ${line}`;
}

function indent(lines: readonly string[], margin = '  '): string {
  return lines.map((line) => `${margin}${line}`).join('\n');
}
