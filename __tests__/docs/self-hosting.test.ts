// Follows docs/start/own-service.md and docs/how-to/backup.md: runs their blocks in order, in an
// empty folder. Only the program and the port differ.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { emptyFolder } from '../support/temporary-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PORT = '8788';

interface Block {
  readonly before: string;
  readonly language: string;
  readonly text: string;
}

let serving: ChildProcess | null = null;
let port = PORT;

const folder = emptyFolder();
// In place of `npm install`.
await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
const guide = await readFile(join(ROOT, 'docs', 'start', 'own-service.md'), 'utf8');
const backups = await readFile(join(ROOT, 'docs', 'how-to', 'backup.md'), 'utf8');
const blocks: readonly Block[] = [
  ...`${guide}${backups}`.matchAll(/((?:(?!```)[^])*?)```(\w+)\n([^]*?)```\n/g),
].map(([, before = '', language = '', text = '']) => ({ before, language, text }));

afterAll(stop);

/**
 * Writes a block that is a file's content (the text before it names the file), or runs a block of shell
 * commands; skips any other.
 */
async function follow({ before, language, text }: Block) {
  if (/Stop `serve`/.test(before)) expect(await stop()).toBe(0);
  const file = [...before.matchAll(/`([\w.-]+\.(?:json|mjs))`/g)].at(-1)?.[1];
  if (language === 'json' || language === 'js') await writeFile(join(folder, file ?? ''), onPort(text));
  return language === 'sh' ? await type(text) : '';
}

async function type(text: string) {
  const lines = text.trim().split('\n');
  const last = lines.at(-1) ?? '';
  if (!last.startsWith('insight-report serve ')) return shell(lines.join('\n'));
  const said = shell(lines.slice(0, -1).join('\n'));
  await serve(last);
  return said;
}

/** Runs a script. Variables that it exports are kept for the next one. */
function shell(script: string) {
  const program = `insight-report() { "${process.execPath}" --disable-warning=ExperimentalWarning "${join(ROOT, 'src', 'cli.ts')}" "$@"; }`;
  const kept = `touch .env; . ./.env; trap 'export -p | grep INSIGHT_REPORT > .env || true' EXIT`;
  const path = `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`;
  const ran = spawnSync('bash', ['-ec', `${program}\n${kept}\n${onPort(script)}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  if (ran.status !== 0) throw new Error(`${script}\n${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

async function serve(line: string) {
  const [, ...args] = line.split(' ');
  const flags = [
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'src', 'cli.ts'),
    ...args,
    '--port',
    '0',
  ];
  serving = spawn(process.execPath, flags, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  if (serving.stdout === null) throw new Error('no stdout');
  const first = String((await once(createInterface(serving.stdout), 'line'))[0]);
  expect(first).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/);
  port = first.replace(/.*:/, '');
}

/** Ctrl-C. */
async function stop() {
  if (serving === null) return null;
  const ended = once(serving, 'close');
  serving.kill('SIGINT');
  await ended;
  const { exitCode } = serving;
  serving = null;
  return exitCode;
}

const onPort = (text: string) => text.replaceAll(`:${PORT}`, `:${port}`);

/** The rows of the report's table: device and events. */
const rowsOf = (markdown: string) =>
  [...markdown.matchAll(/^\| (iPhone 14 Pro Max|Pixel 8)[^|]*\| (\d+) \|/gm)].map(([, key, value]) => [
    key,
    Number(value),
  ]);

test('docs/start/own-service.md and docs/how-to/backup.md lead from an app’s event to the report, a backup and back', async () => {
  const typed = blocks.filter(({ language }) => ['json', 'js', 'sh'].includes(language));
  expect(typed.map(({ language }) => language)).toEqual(['json', 'sh', 'js', 'sh', 'sh', 'sh', 'sh']);
  const [insight, setUp, app, send, report, backup, restore] = typed;
  for (const block of [insight, setUp, app, send]) if (block !== undefined) await follow(block);
  if (report === undefined || backup === undefined || restore === undefined || send === undefined)
    throw new Error();
  expect(rowsOf(await follow(report))).toEqual([
    ['iPhone 14 Pro Max', 2],
    ['Pixel 8', 1],
  ]);
  expect(await follow(backup)).toMatch(/^usage-copy\.duckdb: \d+\.\d MB\n$/);

  // More events after the copy: they must be gone once it is restored.
  await follow(send);
  const again = { ...report, text: report.text.split('\n').slice(1).join('\n') };
  expect(rowsOf(await follow(again))).toEqual([
    ['iPhone 14 Pro Max', 4],
    ['Pixel 8', 2],
  ]);
  await follow(restore);
  expect(rowsOf(await follow(again))).toEqual([
    ['iPhone 14 Pro Max', 2],
    ['Pixel 8', 1],
  ]);
}, 120_000);
