// The text of `--help`, made from the same spec that parses the arguments, so that help names each flag
// that there is. `scripts/cli-docs.ts` makes the pages of the reference from it, too.
import { wrapText } from '../../text/layout/wrap.ts';
import { CLUSTER_GROUP } from './place.ts';
import type { CommandSpec, Parameter, ParameterTable } from './spec.ts';

/** What a reader of help can request: a command on one screen, or all that one group of its flags means. */
export type HelpTopic = 'help' | 'help-cluster' | 'help-inputs';

/** A command's help, for a terminal of so many columns. */
export function formatHelp(spec: CommandSpec, columns: number, topic: HelpTopic = 'help'): string {
  const groups = flagGroups(spec.flags);
  const [ownGroups, others] = [groups.filter(isOwn), groups.filter((group) => !isOwn(group))];
  const inputs = others.filter(([title]) => title !== CLUSTER_GROUP);
  const cluster = others.filter(([title]) => title === CLUSTER_GROUP);
  const describeGroups = (described: typeof groups): readonly string[] =>
    described.map(([title, flags]) => `${title}:\n${formatFlags(flags, columns)}`);
  if (topic !== 'help') {
    const described = describeGroups(topic === 'help-cluster' ? cluster : inputs);
    return `${[formatUsage(spec), ...described].join('\n\n')}\n`;
  }
  const sections = [
    formatUsage(spec),
    spec.description,
    ...describeGroups(ownGroups),
    ...(inputs.length === 0 ? [] : [listInputs(inputs, columns)]),
    ...(cluster.length === 0 ? [] : ['--help-cluster shows the flags for a cluster.']),
    ...(spec.examples === undefined ? [] : [`Examples:\n${indent(spec.examples.map(withProgram))}`]),
    ...(spec.footer === undefined ? [] : [spec.footer]),
  ];
  return `${sections.join('\n\n')}\n`;
}

const OWN_GROUP = 'Flags';

function isOwn([title]: readonly [string, ParameterTable]): boolean {
  return title === OWN_GROUP;
}

/** The flags that are inputs of the Action, by name alone. */
function listInputs(groups: ReturnType<typeof flagGroups>, columns: number): string {
  const width = Math.max(...groups.map(([title]) => title.length));
  const margin = ' '.repeat(width + 4);
  const lines = groups.map(([title, flags]) => {
    const names = Object.keys(flags).map((name) => `--${name}`);
    const wrapped = wrapText(names.join(' '), Math.max(columns - margin.length, MIN_TEXT_COLUMNS));
    return `  ${title.padEnd(width)}  ${wrapped.join(`\n${margin}`)}`;
  });
  return `More flags (--help-inputs explains them):\n${lines.join('\n')}`;
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
  const listed = givenFlags(flags).filter(([, { group }]) => group !== CLUSTER_GROUP);
  const shown = listed.map(([flag, parameter]) => {
    const text = formatFlag(flag, parameter);
    return parameter.required === true ? text : `[${text}]`;
  });
  // The required ones first.
  const sorted = shown.sort((a, b) => Number(a.startsWith('[')) - Number(b.startsWith('[')));
  return [withProgram([name, ...Object.values(operands).map(formatValue), ...sorted].join(' '))];
}

/** The flags but for those that must not be given. */
export function givenFlags(flags: ParameterTable): readonly (readonly [string, Parameter])[] {
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
  for (const [name, flag] of givenFlags(flags)) {
    const title = flag.group ?? OWN_GROUP;
    groups.set(title, { ...groups.get(title), [name]: flag });
  }
  return [...groups];
}

function formatFlags(flags: ParameterTable, columns: number): string {
  const rows = Object.entries(flags).map(([name, flag]) => [formatFlag(name, flag), describe(flag)] as const);
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
