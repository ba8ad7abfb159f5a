// Loaded before a command: `STEP` says at which of its steps the process is killed, or `STEP=0` to say at its
// end how many there are. A step ends with each change of a file's name, length or mode, and with each
// statement of the database.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as duckdb from '@duckdb/node-api';

const require = createRequire(import.meta.url);
const wanted = Number(process.env['STEP']);
let step = 0;

function next(): void {
  if (++step === wanted) process.kill(process.pid, 'SIGKILL');
}

type Methods = Record<string, (...input: unknown[]) => Promise<unknown>>;

function count(methods: Methods, name: string): void {
  const original = methods[name];
  if (original === undefined) throw new TypeError(`${name} does not exist`);
  methods[name] = async function counted(this: unknown, ...input) {
    const result = await original.apply(this, input);
    next();
    return result;
  };
}

const files = require('node:fs/promises') as unknown as Methods;
for (const name of ['rename', 'link', 'rm', 'rmdir', 'mkdir', 'copyFile', 'open', 'chmod'])
  count(files, name);
syncBuiltinESMExports();
const { DuckDBConnection } = require('@duckdb/node-api') as typeof duckdb;
for (const name of ['run', 'runAndReadAll']) count(DuckDBConnection.prototype as unknown as Methods, name);

if (wanted === 0) process.once('exit', () => process.stderr.write(`steps: ${step}\n`));
