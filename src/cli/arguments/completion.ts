// Writes the script by which a shell completes the program's commands, flags and values.
// `commands/completion.ts` prints it. Pure.
import { listedFlags } from './help.ts';
import type { CommandSpec, Parameter } from './spec.ts';

/** The shells that a completion script can be made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/**
 * The script that `insight-report completion SHELL` prints. It is made from the commands' specs, so that it
 * completes the flags that are parsed: `insight-report org li⇥` → `list`, `--plan ⇥` → `paid free`.
 */
export function completionScript(shell: (typeof SHELLS)[number], specs: readonly CommandSpec[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(specs);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(specs)}`;
    case 'fish':
      return fishScript(specs);
  }
}

/**
 * A shell function with three tables, of which the first that knows words decides: the subcommands of a
 * group (`org`: `create list plan`), the values of the flag before the cursor, the operands and flags of the
 * command.
 */
function bashScript(specs: readonly CommandSpec[]): string {
  const groups = firstWords(specs.filter(({ name }) => name.includes(' ')));
  const subcommands = groups.map((group) => {
    const names = specs.flatMap(({ name }) =>
      name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : [],
    );
    return `    '${group} 2') words='${names.join(' ')}' ;;`;
  });
  const values = specs.flatMap(({ name, flags }) =>
    listedFlags(flags).flatMap(([flag, parameter]) =>
      parameter.value === undefined ? [] : [`    '${name} --${flag}') words='${wordsOf(parameter)}' ;;`],
    ),
  );
  const others = specs.map(
    (spec) => `      '${spec.name}') words='${[...operandWords(spec), flagNames(spec)].join(' ')}' ;;`,
  );
  return `_insight_report() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  case "$command $COMP_CWORD" in
    *' 1') words='${firstWords(specs).join(' ')}' ;;
${subcommands.join('\n')}
  esac
  case "$command" in ${groups.join('|')}) command="$command \${COMP_WORDS[2]}" ;; esac
  [ -n "$words" ] || case "$command $before" in
${values.join('\n')}
    *) case "$command" in
${others.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _insight_report insight-report
`;
}

/**
 * A `complete` line for each command, subcommand, operand and flag, with the words after which it applies.
 */
function fishScript(specs: readonly CommandSpec[]): string {
  const first = firstWords(specs).map((word) => `-n __fish_use_subcommand -f -a ${word}`);
  const others = specs.flatMap((spec) => {
    const { name, flags } = spec;
    const [group = '', sub] = name.split(' ');
    const groupCondition = `__fish_seen_subcommand_from ${group}`;
    const condition =
      sub === undefined ? groupCondition : `${groupCondition}; and __fish_seen_subcommand_from ${sub}`;
    const rows = listedFlags(flags).map(([flag, parameter]) => {
      const words = wordsOf(parameter);
      return `-n '${condition}' -l ${flag}${parameter.value === undefined ? '' : ' -r'}${words === '' ? '' : ` -f -a '${words}'`}`;
    });
    const words = operandWords(spec).join(' ');
    const operands = words === '' ? [] : [`-n '${condition}' -f -a '${words}'`];
    return [...(sub === undefined ? [] : [`-n '${groupCondition}' -f -a ${sub}`]), ...operands, ...rows];
  });
  return [...first, ...others].map((line) => `complete -c insight-report ${line}\n`).join('');
}

/** The commands and groups: `org create` and `org list` are one word, `org`. */
function firstWords(specs: readonly CommandSpec[]): readonly string[] {
  return [...new Set(specs.map(({ name }) => name.split(' ')[0] ?? ''))];
}

function flagNames({ flags }: CommandSpec): string {
  return [...listedFlags(flags).map(([flag]) => flag), 'help'].map((flag) => `--${flag}`).join(' ');
}

function operandWords({ operands = {} }: CommandSpec): readonly string[] {
  return Object.values(operands).map(wordsOf).filter(Boolean);
}

function wordsOf({ words, type }: Parameter): string {
  return (words ?? type?.words ?? []).join(' ');
}
