// Runs one command in a separate process: node command.ts NAME [ARGUMENTS].
const [name = '', ...args] = process.argv.slice(2);
const { main } = await import('../../../src/cli/main.ts');
process.exitCode = await main([name, ...args], {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  columns: null,
});
export {};
