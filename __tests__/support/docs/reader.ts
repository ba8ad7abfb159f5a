import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startService } from '../../../src/service/start.ts';
import { answering, runWith } from '../run-command.ts';
import { SAMPLES } from '../service/export-samples.ts';
import { emptyFolder } from '../temporary-files.ts';
import type { Block, ShellCommand } from './blocks.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const ORG = 'com.example.app';
const DAY_MS = 86_400_000;
const USERS = { queryType: 'topN', granularity: 'all', threshold: 10, aggregations: [{ type: 'userCount' }] };
const byColumn = (dimension: string) => ({
  ...USERS,
  dimension: { type: 'default', dimension, outputName: 'value' },
  metric: { type: 'numeric', metric: 'Users' },
});
const INSIGHTS = [
  {
    id: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
    name: 'Devices of everybody',
    query: byColumn('modelName'),
  },
  {
    id: '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33',
    name: 'Devices',
    query: byColumn('TelemetryDeck.Device.systemMajorVersion'),
  },
];

/** 40 users over four weeks; the event names are those that the pages use. */
const EVENTS = Array.from({ length: 28 * 40 }, (_, n) => ({
  timestamp: new Date(Date.now() - (1 + Math.floor(n / 40)) * DAY_MS).toISOString(),
  appID: 'B1',
  clientUser: `user-${n % 40}`,
  sessionID: `${n}`,
  type: ['appLaunched', 'paywallShown', 'purchased', 'TelemetryDeck.Error.occurred', 'crashed'][n % 5] ?? '',
  floatValue: n,
  payload: {
    modelName: 'iPhone15,3',
    'TelemetryDeck.Device.systemMajorVersion': n % 3 === 0 ? 'iOS 15' : 'iOS 17',
    'TelemetryDeck.AppInfo.version': n % 2 === 0 ? '4.1.0' : '4.2.0',
    button: n % 2 === 0 ? 'red' : 'blue',
  },
}));
const NDJSON = EVENTS.map((event) => JSON.stringify(event)).join('\n');

/** What a reader's repository and folder have, besides the files of the page. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'app/Launch.swift': 'import TelemetryDeck\nfunc launched() { TelemetryDeck.signal("appLaunched") }\n',
  'events.ndjson': NDJSON,
  'more.csv.gz': gzipSync('timestamp,appID,type\n2026-10-05T08:00:00Z,B1,opened\n'),
  'old/2025.gz': gzipSync('{"timestamp":"2025-10-05T08:00:00Z","appID":"B1","type":"opened"}\n'),
  'flights.csv': 'when,app,what\n2026-10-05T08:00:00Z,B1,landed\n',
  'flights.json': JSON.stringify({ fields: { timestamp: 'when', appID: 'app', type: 'what' } }),
  'devices.json': JSON.stringify(byColumn('modelName')),
  '.github/insight-report.yml': `insights: { os: ${INSIGHTS[1]?.id} }
thresholds: ['os: total() > 0']
reports: { weekly: { interval: last week }, release: {} }
`,
  '.github/usage.hbs': '## {{prose title}}\n',
};

/** What every reader begins with: making one takes as long as a test. */
export async function prepareReaders() {
  const template = emptyFolder();
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(template, path)), { recursive: true });
    writeFileSync(join(template, path), content);
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', template, '-c', 'user.name=A', ...args]);
  git('init', '-q');
  git('add', 'app');
  git('-c', 'user.email=a@example.com', 'commit', '-qm', 'Launch');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const service = await startService({ dbPath: join(template, 'usage.duckdb') });
  await service.store.organizations.create(ORG, 'paid');
  await service.store.insights.add(ORG, INSIGHTS);
  const { token } = await service.store.tokens.create(ORG, null);
  await service.importEvents(ORG, EVENTS);
  const db = ['--org', ORG, '--db', join(template, 'usage.duckdb')];
  await runWith({}, 'export', join(template, 'year.parquet'), ...db, '--interval', '2000-01-01/2026-01-01');
  await service.close();
  const served = join(emptyFolder(), 'usage.duckdb');
  cpSync(join(template, 'usage.duckdb'), served);
  const shared = await startService({ dbPath: served });
  const flags = ['--config', join(template, '.github/insight-report.yml'), '--report', 'weekly'];
  const env = { INSIGHT_REPORT_API_TOKEN: token, INSIGHT_REPORT_API_URL: shared.url };
  const { stdout } = await runWith({ env }, 'report', ...flags, '--format', 'json');
  writeFileSync(join(template, 'results.json'), stdout);
  return {
    reader: (page: string) => new Reader(page, template, env),
    close: async () => {
      process.chdir(ROOT);
      await shared.close(0);
    },
  };
}

/** A reader at a terminal, in a folder of the page, with a service to query or one that they start. */
export class Reader {
  readonly #folder = emptyFolder();
  readonly #env: Record<string, string>;
  readonly #running: (() => Promise<void>)[] = [];
  readonly #sample: { readonly file: string; readonly text: string } | undefined;
  /** The address of the service that the reader uses. */
  #address: string;

  constructor(page: string, template: string, env: Readonly<Record<string, string>>) {
    this.#env = { ...env };
    this.#address = env['INSIGHT_REPORT_API_URL'] ?? '';
    this.#sample = SAMPLES[/move-from-(\w+)/.exec(page)?.[1] ?? ''];
    cpSync(template, this.#folder, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'));
    if (this.#sample !== undefined) this.#write(this.#sample.file, this.#sample.text);
  }

  /** Saves a file or types the commands of a block. Returns what each line of commands ended with. */
  async follow({ language, text, file, isAfterStop, pipes }: Block): Promise<readonly Typed[]> {
    process.chdir(this.#folder);
    if (isAfterStop) await this.stop();
    if (file !== null && (language === 'json' || language === 'js')) this.#write(file, this.#fill(text));
    const typed: Typed[] = [];
    for (const pipe of pipes) typed.push(await this.#type(pipe));
    return typed;
  }

  /** Ends the service that the reader started. */
  async stop(): Promise<void> {
    for (const end of this.#running.splice(0)) await end();
    this.#address = this.#env['INSIGHT_REPORT_API_URL'] ?? '';
  }

  async #type(pipe: readonly ShellCommand[]): Promise<Typed> {
    const line = pipe.map(({ words }) => words.join(' ')).join(' | ');
    let ended = { code: 0, stdout: '', stderr: '' };
    for (const { words, output } of pipe) {
      ended = await this.#run(
        words.map((word) => this.#fill(word)),
        ended.stdout,
      );
      if (output !== null && !output.startsWith('~')) this.#write(output, ended.stdout);
      if (ended.code !== 0) break;
    }
    return { line, ...ended };
  }

  async #run([program = '', ...args]: readonly string[], input: string) {
    const [, name, inner] = /^(\w+)=\$\(insight-report (.*)\)$/.exec(args.join(' ')) ?? [];
    if (program === 'export' && name !== undefined && inner !== undefined) {
      const ended = await runWith({ env: this.#env }, ...inner.split(' '));
      this.#env[name] = ended.stdout.trim();
      return ended;
    }
    if (program !== 'insight-report') return runProgram([program, ...args], this.#folder);
    await this.#prepare(args);
    if (args[0] === 'serve') return this.#serve(args);
    const stdin = input === '' ? answering('y') : Readable.from([Buffer.from(input)]);
    return runWith({ env: this.#env, stdin, untilStopped: () => Promise.resolve() }, ...args);
  }

  /** Nothing is there yet of what a command creates; a file that others read is served, which is faster. */
  async #prepare(args: readonly string[]): Promise<void> {
    const db = args[args.indexOf('--db') + 1] ?? '';
    const isCreation = args[0] === 'org' && args[1] === 'create';
    const files = [
      ...(args[0] === 'init' ? ['.github/insight-report.yml', '.github/workflows/insight-report.yml'] : []),
      ...(args.includes('--out') ? [args[args.indexOf('--out') + 1] ?? ''] : []),
      ...(isCreation ? [db] : []),
    ];
    for (const file of files) rmSync(file, { force: true });
    if (args[0] === 'serve' || args[0] === 'restore') await this.stop();
    else if (!isCreation && db === 'usage.duckdb' && this.#running.length === 0)
      await this.#serve(['serve', '--db', db]);
  }

  async #serve(args: readonly string[]) {
    const stopped = Promise.withResolvers<null>();
    const listening = Promise.withResolvers<string>();
    const stdout = {
      write: (text: string) => {
        listening.resolve(text);
      },
    };
    const ended = runWith(
      { stdout, untilStopped: async () => void (await stopped.promise) },
      ...args,
      '--port',
      '0',
    );
    const line = await Promise.race([listening.promise, ended.then(({ stderr }) => stderr)]);
    this.#address = /http:\S+/.exec(line)?.[0] ?? '';
    this.#running.push(async () => {
      stopped.resolve(null);
      await ended;
    });
    return { code: this.#address === '' ? 2 : 0, stdout: '', stderr: line };
  }

  #write(file: string, text: string): void {
    mkdirSync(dirname(join(this.#folder, file)), { recursive: true });
    writeFileSync(join(this.#folder, file), text);
  }

  /** With an address, a user and files that there are. */
  #fill(text: string): string {
    return text
      .replaceAll(/https:\/\/(?:api\.telemetrydeckapi|usage\.example)\.com/g, this.#address)
      .replaceAll('http://127.0.0.1:8788', this.#address)
      .replace('92303aa0…', 'user-1')
      .replace('8A41…', INSIGHTS[1]?.id ?? '')
      .replace(/^EXPORT$/, this.#sample?.file ?? '');
  }
}

/** A line that was typed, and what it ended with. */
export interface Typed {
  readonly line: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function runProgram(words: readonly string[], cwd: string) {
  const script = words.map((word) => (word.includes('*') ? word : `'${word}'`)).join(' ');
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { cwd, env });
  return { code: 0, stdout, stderr };
}
