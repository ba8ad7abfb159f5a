// Writes the commands in docs/cli.md from the tables that their arguments are read by: `node
// scripts/cli-docs.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, flagGroups, formatFlag, usageLines } from '../src/cli/arguments/help.ts';
import type { CommandSpec } from '../src/cli/arguments/spec.ts';
import { loadCommands } from '../src/cli/main.ts';

const path = join(import.meta.dirname, '..', 'docs', 'cli.md');
const cell = (text: string): string => text.replaceAll('|', '\\|');

function section(spec: CommandSpec): string {
  const [, ownGroup = {}] = flagGroups(spec.flags).find(([title]) => title === 'Flags') ?? [];
  const own = Object.entries(ownGroup);
  const rows = own.map(([name, flag]) => `| \`${cell(formatFlag(name, flag))}\` | ${cell(describe(flag))} |`);
  const examples = (spec.examples ?? []).map((example) => `insight-report ${example}`);
  return [
    `## ${spec.name}`,
    `\`\`\`\n${usageLines(spec).join('\n')}\n\`\`\``,
    spec.description.replace('Every input of the Action', 'Every [input](inputs.md) of the Action'),
    ['| flag | |', '|:--|:--|', ...rows].join('\n'),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``]),
  ].join('\n\n');
}

/** The page with its commands, between the two marks, made anew. */
export async function withCommands(page: string): Promise<string> {
  const sections = (await loadCommands()).map(({ spec }) => section(spec));
  return page.replace(/(<!-- commands -->\n)[^]*?(<!-- \/commands -->)/, (_, open: string, close: string) => {
    return `${open}\n${sections.join('\n\n')}\n\n${close}`;
  });
}

if (import.meta.main) writeFileSync(path, await withCommands(readFileSync(path, 'utf8')));
