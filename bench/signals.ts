// Measures `signals` on an invented repository: how long the whole takes, and a change. `node
// bench/signals.ts [files]`.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findNames } from '../src/code/signals/find.ts';

/** One file in twenty sends an event, as in apps; every one is as long as files of apps are. */
const CALLING = 20;
const FILES = Number(process.argv[2] ?? 5000);
const ENDINGS = ['swift', 'kt', 'dart', 'ts', 'tsx', 'go'] as const;

const CALLS: Readonly<Record<(typeof ENDINGS)[number], (name: string) => string>> = {
  swift: (name) => `func send() { TelemetryDeck.signal("${name}", parameters: ["a": "b"]) }`,
  kt: (name) => `fun send() { TelemetryDeck.signal("${name}", mapOf("a" to "b")) }`,
  dart: (name) => `void send() { Telemetrydecksdk.send('${name}', additionalPayload: {'a': 'b'}); }`,
  ts: (name) => `export function send() { td.signal('${name}', { a: 'b' }); }`,
  tsx: (name) => `export const Send = () => <a onClick={() => td.signal('${name}')}>a</a>;`,
  go: (name) =>
    `package a\nimport "github.com/giantswarm/telemetrydeck-go"\nfunc send() { c.SendSignal(ctx, "${name}", nil) }`,
};
const FILLING: Readonly<Record<(typeof ENDINGS)[number], (index: number) => string>> = {
  swift: (index) => `func f${index}(value: Int) -> Int { return value * ${index} }`,
  kt: (index) => `fun f${index}(value: Int): Int { return value * ${index} }`,
  dart: (index) => `int f${index}(int value) { return value * ${index}; }`,
  ts: (index) => `export function f${index}(value: number): number { return value * ${index}; }`,
  tsx: (index) => `export function f${index}(value: number): number { return value * ${index}; }`,
  go: (index) => `func f${index}(value int) int { return value * ${index} }`,
};
const LINES = 120;

async function timed(label: string, task: () => Promise<number>): Promise<void> {
  const startedMs = performance.now();
  const count = await task();
  process.stdout.write(`${label}: ${count} names in ${Math.round(performance.now() - startedMs)} ms\n`);
}

const folder = await mkdtemp(join(tmpdir(), 'signals-bench-'));
const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    stdio: 'ignore',
  });
try {
  for (let index = 0; index < FILES; index += 1) {
    const ending = ENDINGS[index % ENDINGS.length] ?? 'ts';
    const path = join(folder, `part${index % 50}`, `file${index}.${ending}`);
    const call = index % CALLING < 1 ? [CALLS[ending](`event.${index}`)] : [];
    const filling = Array.from({ length: LINES }, (_, line) => FILLING[ending](line));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, [...call, ...filling, ''].join('\n'));
  }
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  await timed(
    `the whole of ${FILES} files`,
    async () => (await findNames({ folder, calls: [], diff: null })).names.length,
  );
  await writeFile(join(folder, 'part0', 'file0.swift'), `${CALLS.swift('event.renamed')}\n`);
  await rm(join(folder, 'part10', 'file60.swift'));
  const diff = { base: 'main', head: null };
  await timed('a change', async () => (await findNames({ folder, calls: [], diff })).names.length);
} finally {
  await rm(folder, { recursive: true, force: true });
}
