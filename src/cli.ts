import { terminalColumns } from './cli/io.ts';
import { refuseNode } from './cli/node-version.ts';

// Everything else is loaded after the check: an older Node may not even load it.
const refusal = refuseNode(process.versions.node);
if (refusal === null) {
  const { main } = await import('./cli/main.ts');
  process.exitCode = await main(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    columns: terminalColumns(process.stdout),
    terminal: process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null,
  });
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 2;
}
