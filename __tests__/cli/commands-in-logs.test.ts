import { withoutCommands } from '../../src/cli/io.ts';
import { neutralizeCommands, inertJson } from '../../src/text/workflow-commands.ts';
import { runWith } from '../support/run-command.ts';

/**
 * Actions' runner obeys `::` at a line's start and `##[` anywhere in a line (actions/runner,
 * ActionCommand.cs).
 */
const COMMAND = /^\s*::|##\[/m;
const VALUES = [
  '##[add-mask]x',
  'a\n::stop-commands::b',
  '\u2028::error::c',
  '#\u200b#[group]',
  '\r\n::debug::d',
];

test('both streams of a command hold no command to the runner, in a workflow and only there', () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const io = { stdout: stream, stderr: stream, columns: null };
  for (const env of [{ GITHUB_ACTIONS: 'true' }, {}]) {
    const { stdout, stderr } = withoutCommands({ ...io, env });
    for (const value of VALUES) [stdout, stderr].forEach((each) => each.write(`${value}\n`));
  }
  const [safe, plain] = [written.slice(0, VALUES.length * 2), written.slice(VALUES.length * 2)];
  for (const text of safe) expect(text).not.toMatch(COMMAND);
  expect(plain).toEqual(VALUES.flatMap((value) => [`${value}\n`, `${value}\n`]));
});

test('JSON says the same, holds nothing that a runner or a terminal obeys, and stays JSON in a workflow', () => {
  const value = { values: [...VALUES, '\u009b31m', '\u202e', '\u2066', '\u001b[1m'], '##[x]': 1 };
  const json = inertJson(value, 2);
  expect(json).not.toMatch(/##\[|#\u200b#\[|[\p{Bidi_Control}\u007f-\u009f\u2028]/u);
  expect(JSON.parse(json)).toEqual(value);
  expect(JSON.parse(neutralizeCommands(json))).toEqual(value);
});

test('an error names what is wrong without steering the terminal', async () => {
  const { code, stderr } = await runWith(
    { env: {} },
    'query',
    'no\u001b[31m\u202efile.json',
    '--api-url',
    'https://a.example',
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('no␛[31m⟨U+202E⟩file.json')]);
});
