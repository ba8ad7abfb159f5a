import { terminalColumns } from './cli/io.ts';
import { main } from './cli/main.ts';

process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  columns: terminalColumns(process.stdout),
  terminal:
    process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null,
});
