import { InputError } from '../errors.ts';
import { didYouMean } from '../text/nearest.ts';
import type { Io } from './io.ts';

type Command = (args: readonly string[], io: Io) => Promise<number>;

const COMMANDS: Readonly<Record<string, { readonly does: string; readonly load: () => Promise<{ run: Command }> }>> = {
  report: { does: 'report saved insights: Markdown on stdout', load: () => import('./commands/report.ts') },
  template: {
    does: 'write a built-in template to a folder, to change it',
    load: () => import('./commands/template.ts'),
  },
  preview: { does: 'show the report in the browser as GitHub would', load: () => import('./commands/preview.ts') },
  gate: { does: 'judge thresholds, now and over earlier periods', load: () => import('./commands/gate.ts') },
  demo: { does: 'a report from an embedded service with seeded events', load: () => import('./commands/demo.ts') },
  serve: { does: 'run the query service on a database file', load: () => import('./commands/serve.ts') },
  org: { does: 'create, list and move organizations between plans', load: () => import('./commands/org.ts') },
  token: { does: 'create, list and revoke access tokens', load: () => import('./commands/token.ts') },
  insight: { does: 'add and list saved insights', load: () => import('./commands/insight.ts') },
  import: { does: 'import events', load: () => import('./commands/import.ts') },
  backup: { does: 'copy a database file, also while it is served', load: () => import('./commands/backup.ts') },
  query: { does: 'run a query file on a database file', load: () => import('./commands/query.ts') },
};

/** One switch of lazy imports: a command loads what it needs and nothing else. Gives the exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return printUsage(name, io);
  try {
    const { run } = await command.load();
    return await run(rest, io);
  } catch (error) {
    io.stderr.write(`insight-report ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof InputError ? 2 : 3;
  }
}

function printUsage(name: string, io: Io): number {
  if (name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(formatUsage());
    return 0;
  }
  const what =
    name === '' ? 'which command?' : `there is no command "${name}"${didYouMean(name, Object.keys(COMMANDS))}`;
  io.stderr.write(`insight-report: ${what}\n\n${formatUsage()}`);
  return 2;
}

function formatUsage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(8)} ${does}`);
  return `Usage: insight-report COMMAND [flags]\n\n${lines.join('\n')}\n\ninsight-report COMMAND --help says more.\n`;
}
