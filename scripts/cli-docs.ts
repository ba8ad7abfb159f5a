// Writes docs/reference/cli/, a page for each command, from the tables of their arguments:
// `node scripts/cli-docs.ts`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, flagGroups, formatFlag, usageLines } from '../src/cli/arguments/help.ts';
import { CLUSTER_FLAGS, CLUSTER_GROUP, KAFKA_FLAGS, STATE_FLAGS } from '../src/cli/arguments/place.ts';
import type { CommandSpec, ParameterTable } from '../src/cli/arguments/spec.ts';
import { loadCommands } from '../src/cli/main.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'reference', 'cli');
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const fileOf = ({ name }: CommandSpec): string => `${name.replaceAll(' ', '-')}.md`;

function flagTable(flags: ParameterTable): string {
  const rows = Object.entries(flags).map(
    ([name, flag]) => `| \`${cell(formatFlag(name, flag))}\` | ${cell(describe(flag))} |`,
  );
  return ['| flag | |', '|:--|:--|', ...rows].join('\n');
}

function commandPage(spec: CommandSpec): string {
  const groups = flagGroups(spec.flags);
  const own = Object.fromEntries(groups.filter(([title]) => title === 'Flags'))['Flags'] ?? {};
  const hasInputs = groups.some(([title]) => title !== 'Flags' && title !== CLUSTER_GROUP);
  const hasCluster = groups.some(([title]) => title === CLUSTER_GROUP);
  const examples = (spec.examples ?? []).map((example) => `insight-report ${example}`);
  return `${[
    `# ${spec.name}`,
    `\`\`\`text\n${usageLines(spec).join('\n')}\n\`\`\``,
    spec.description,
    ...(Object.keys(own).length === 0 ? [] : [flagTable(own)]),
    ...(hasInputs ? ['Every [input](../inputs.md) of the Action is a flag of the same name.'] : []),
    ...(hasCluster ? ['For a cluster there are [more flags](cluster-flags.md).'] : []),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``]),
    '**Next:** [all commands](README.md)',
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `# Which command does what?

Insight Report has no release yet, so the commands run from a clone of this repository. Run \`npm ci\` in it once. Then you can type

- \`npx insight-report COMMAND\` in the clone,
- \`node CLONE/bin/insight-report.js COMMAND\` in any other folder, such as your app's repository. \`CLONE\` is the path of the clone.

You need [Node](../../../README.md#no-account). \`insight-report COMMAND --help\` shows the same text as the page of the command. No command posts a report.

- **Token.** Commands read the token from the environment variable \`INSIGHT_REPORT_API_TOKEN\`. There is no flag for it, because other users of the machine can read a command line.
- **Flags.** Write \`--name value\` or \`--name=value\`. Where a command takes a file, \`-\` is standard input.
- **The service may run.** While \`serve\` runs on a database file, other commands can use the same file. Only the file's owner can do this.

| exit code | meaning |
|:--|:--|
| 0 | success: gates passed or warned |
| 1 | at least one gate failed |
| 1 | \`signals --fail-on\`, \`minimums --max-lost\` or \`import --strict\` found what you forbid |
| 1 | \`import\` found nothing to import in a file |
| 2 | wrong usage or configuration |
| 3 | the query service did not answer |
| 3 | a gate is inconclusive, and \`on-inconclusive\` is \`fail\` |
`;

function indexPage(specs: readonly CommandSpec[]): string {
  const rows = specs.map((spec) => {
    const [sentence = ''] = spec.description.split(/(?<=[.:])\s/);
    return `| [\`${spec.name}\`](${fileOf(spec)}) | ${cell(sentence.replace(/:$/, '.'))} |`;
  });
  const table = ['| command | |', '|:--|:--|', ...rows].join('\n');
  return `${INTRODUCTION}\n${table}\n\n**Next:** [inputs](../inputs.md), [flags for a cluster](cluster-flags.md)\n`;
}

function clusterPage(): string {
  return `# Which flags does a cluster need?

With these flags, a command works on a [cluster](../../operate/cluster/README.md). If \`serve --druid\` runs on the same database file, other commands need none of them.

${flagTable({ ...CLUSTER_FLAGS, ...KAFKA_FLAGS, ...STATE_FLAGS })}

Only [\`serve\`](serve.md) takes the flags for Kafka.

**Next:** [a cluster](../../operate/cluster/README.md), [passwords](../../operate/cluster/passwords.md)
`;
}

/** The pages of the command line, by file name. */
export async function cliPages(): Promise<ReadonlyMap<string, string>> {
  const specs = (await loadCommands()).map(({ spec }) => spec);
  return new Map([
    ['README.md', indexPage(specs)],
    ['cluster-flags.md', clusterPage()],
    ...specs.map((spec) => [fileOf(spec), commandPage(spec)] as const),
  ]);
}

if (import.meta.main) for (const [file, page] of await cliPages()) writeFileSync(join(FOLDER, file), page);
