import type { Explained } from '../../service/query/ask.ts';
import { command } from '../arguments/command.ts';
import { NOW_FLAG } from '../arguments/values.ts';
import { readJsonFile } from '../json-file.ts';
import { DB_FLAG, ORG_FLAG, withStore } from '../store.ts';

const query = command(
  {
    name: 'query',
    description: 'Runs the query in a JSON file and prints the raw result, as the service would answer it.',
    flags: {
      org: ORG_FLAG,
      db: DB_FLAG,
      explain: {
        description: 'prints the compiled query, the SQL (or what Druid is sent) and its plan instead of the result',
      },
      now: NOW_FLAG,
    },
    operands: { file: { value: 'FILE', required: true, description: 'a query as JSON' } },
  },
  async ({ flags: { org, db, explain, now }, operands: { file } }, io) => {
    const written = await readJsonFile(file);
    return withStore(io, db, { create: false }, async (operations) => {
      const output = explain
        ? formatExplanation(await operations.explain(org, written, now))
        : JSON.stringify(await operations.query(org, written, now, new AbortController().signal), null, 2);
      io.stdout.write(`${output}\n`);
      return 0;
    });
  },
);

export const commands = [query];

function formatExplanation({ compiled, language, statement, parameters, plan }: Explained): string {
  return [
    `Compiled query:\n${JSON.stringify(compiled, null, 2)}`,
    `${language}:\n${statement}`,
    ...(parameters.length === 0 ? [] : [`Parameters:\n${parameters.join('\n')}`]),
    ...(plan === '' ? [] : [`Plan:\n${plan}`]),
  ].join('\n\n');
}
