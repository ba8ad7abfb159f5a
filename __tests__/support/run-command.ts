import { main } from '../../src/cli/main.ts';

/** Runs a command in this process: its exit code and what it wrote. */
export async function run(...args: readonly string[]) {
  let stdout = '';
  let stderr = '';
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: {},
    columns: null,
  };
  const code = await main(args, io);
  return { code, stdout, stderr };
}
