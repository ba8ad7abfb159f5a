import { terminalColumns } from './cli/io.ts';
import { main } from './cli/main.ts';

for (const stream of [process.stdout, process.stderr]) {
  // Who reads the output may have seen enough (`| head`); the command is carried out all the same.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  columns: terminalColumns(process.stdout),
  terminal:
    process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null,
});
