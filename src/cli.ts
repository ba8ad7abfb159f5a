// The program `insight-report`, which bin/insight-report.js loads: runs the command that the arguments name,
// on the terminal's streams, and ends with its exit code.
import { terminalColumns } from './cli/io.ts';
import { main } from './cli/main.ts';
import { tuneProcess } from './service/process.ts';

tuneProcess(process.env);

// A command goes on if nobody reads its output (`| head`), and if its log cannot be written.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || process.listenerCount('exit', failForOutput) > 0) return;
  process.stderr.write(`insight-report: the output could not be written: ${error.message}\n`);
  process.once('exit', failForOutput);
});

function failForOutput(): void {
  process.exitCode = 3;
}

process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  columns: terminalColumns(process.stdout),
  terminal:
    process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null,
});
