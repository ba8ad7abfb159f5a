import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repairText, textRows } from '../../../src/cli/import/text-rows.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const NDJSON = { kind: 'ndjson' } as const;

async function put(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'a.ndjson');
  await writeFile(path, content);
  return path;
}

/** The lines of a text, or why they are refused. */
async function read(content: string | Uint8Array) {
  const rows: (readonly [number, string])[] = [];
  for await (const { line, bytes, kind, reason } of textRows(await put(content), NDJSON))
    if (kind !== 'blank') rows.push([line, reason || Buffer.from(bytes, 'latin1').toString()]);
  return rows;
}

test.each([
  ['a last line without an end', 'a\nb', ['a\n', 'b\n']],
  ['a last line with one', 'a\nb\n', ['a\n', 'b\n']],
  ['blank lines', '\n\na\n \n', ['\n', '\n', 'a\n', ' \n']],
  ['ends of Windows', 'a\r\n\r\nb', ['a\r\n', '\r\n', 'b\n']],
  ['ends of old Macs', 'a\r\rb\r', ['a\r', '\r', 'b\r']],
  ['nothing', '', []],
])('a text has its lines with their numbers: %s', async (_, text, lines) => {
  expect(await read(text)).toEqual(lines.map((line, index) => [index + 1, line]));
});

test('a text loses only the line that is not UTF-8', async () => {
  const text = Buffer.concat([
    Buffer.from('ok \uFFFD\nab'),
    Buffer.from([0xc3, 0x28, 10]),
    Buffer.from('ä\n'),
  ]);
  expect(await read(text)).toEqual([
    [1, 'ok \uFFFD\n'],
    [2, 'not UTF-8'],
    [3, 'ä\n'],
  ]);
  const [from, to] = [await put(text), join(folder, 'to')];
  await repairText(from, to, NDJSON, async () => undefined);
  const lines: unknown[] = [];
  for await (const row of textRows(to, NDJSON)) lines.push(row.line);
  expect(lines).toEqual([1, 2, 3]);
});

test.each([1_048_577, 9_000_000])(
  'a text loses a line of %d bytes only, and the next one has its number',
  async (length) => {
    expect(await read(`a\n${'x'.repeat(length)}\nb\n`)).toEqual([
      [1, 'a\n'],
      [2, 'longer than 1 MiB'],
      [3, 'b\n'],
    ]);
  },
);
