import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import type { Explained } from '../../service/query/ask.ts';
import { parseInstant } from '../../tql/interval.ts';
import type { Arguments, CommandSpec } from '../arguments/parse.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import type { Io } from '../io.ts';
import { DB_FLAG, ORG_FLAG, runCommand, withStore } from '../arguments/command.ts';

/** `insight-report query`: runs a query file directly. Gives the exit code. */
export function run(args: readonly string[], io: Io): Promise<number> {
  return runCommand(QUERY, args, io, (given) => query(given, io));
}

const QUERY: CommandSpec = {
  usage: 'query FILE --org NAMESPACE --db FILE [--explain] [--now MOMENT]',
  says: 'Runs the query in a JSON file and prints the raw result, as the service would answer it.',
  flags: {
    org: ORG_FLAG,
    db: DB_FLAG,
    explain: { value: null, says: 'prints what would be done, not the result: the compiled query, the SQL, its plan' },
    now: { value: 'MOMENT', says: 'resolves relative dates against this moment, 2026-11-16T09:00:00Z' },
  },
  positionals: { name: 'FILE', min: 1, max: 1 },
};

async function query(given: Arguments, io: Io): Promise<number> {
  const nowMs = readNow(given.text('now'));
  const asked = await readQuery(given.positionals[0] ?? '');
  const org = given.text('org') ?? '';
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    if (given.has('explain')) {
      io.stdout.write(formatExplanation(await operations.explain(org, asked, nowMs)));
      return 0;
    }
    const answer = await operations.query(org, asked, nowMs, new AbortController().signal);
    io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return 0;
  });
}

function formatExplanation({ compiled, statement, parameters, plan }: Explained): string {
  const parts = [
    `Compiled query:\n${JSON.stringify(compiled, null, 2)}`,
    `SQL:\n${statement}`,
    ...(parameters.length === 0 ? [] : [`Parameters:\n${parameters.join('\n')}`]),
    `Plan:\n${plan}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The moment that `--now` names, in epoch milliseconds; null where it is not given. Throws `InputError`. */
export function readNow(written: string | null): number | null {
  if (written === null) return null;
  const nowMs = parseInstant(written);
  if (nowMs === null)
    throw new InputError([`--now is ${JSON.stringify(written)}; it is a moment, as 2026-11-16T09:00:00Z`]);
  return nowMs;
}

async function readQuery(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new InputError([`${file} cannot be read: ${fileErrorReason(error)}`]);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InputError([`${file} is not JSON: ${error instanceof Error ? error.message : ''}`]);
  }
}
