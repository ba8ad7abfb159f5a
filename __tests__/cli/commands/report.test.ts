import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DeclaredInput, INPUTS } from '../../../src/report/inputs/declared.ts';
import { run, runWith } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';

async function messageOf(...args: readonly string[]) {
  const { code, stdout, stderr } = await run('report', ...args);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
}

test.each(['report', 'gate', 'preview'])(
  '%s --help lists every input except the secrets, which are not flags',
  async (name) => {
    const { code, stdout } = await run(name, '--help');
    expect(code).toBe(0);
    const listed = new Set([...stdout.matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag));
    for (const [input, { kind }] of Object.entries<DeclaredInput>(INPUTS)) {
      expect([input, listed.has(input)]).toEqual([input, kind !== 'secret']);
    }
  },
);

test('everything that is wrong is reported at once, in the words of the command line', async () => {
  const message = await messageOf(
    '--tpo=3',
    '--top',
    '0',
    '--now',
    'noon',
    '--format',
    'pdf',
    '--insights',
    'x',
  );
  for (const problem of [
    'no flag --tpo; did you mean --top',
    '--now: got "noon"',
    '--format: got "pdf"; expected one or several of markdown, json, terminal',
    '--top: got "0"',
    'INSIGHT_REPORT_API_TOKEN',
  ])
    expect(message).toContain(problem);
});

test('a problem in a config file keeps its place, and one in a flag names the flag', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'insight-report.yml');
  writeFileSync(path, `insights: ${ID}\ntop: none\n`);
  const message = await messageOf('--config', path, '--history', 'x');
  expect(message).toContain(`- ${path}:2, top: got "none"`);
  expect(message).toContain('- --history: got "x"');
});

test.each(['report', 'gate'])(
  '%s without a word on what to report reads the repository’s config file, and says so',
  async (name) => {
    const folder = emptyFolder();
    const home = process.cwd();
    process.chdir(folder);
    try {
      const without = await run(name);
      expect(without.stderr).toContain('there is nothing to report');
      expect(without.stderr).toContain(
        'There is no .github/insight-report.yml in this folder; "insight-report init" writes one',
      );
      mkdirSync('.github');
      writeFileSync('.github/insight-report.yml', `insights: ${ID}\ntop: none\n`);
      const { code, stderr } = await run(name, '--history', '3');
      expect(code).toBe(2);
      expect(stderr).toContain('insight-report: reading .github/insight-report.yml\n');
      expect(stderr).toContain('- .github/insight-report.yml:2, top: got "none"');
      expect((await run(name, '--insights', ID)).stderr).not.toContain('reading');
    } finally {
      process.chdir(home);
    }
  },
);

test.each([
  ['--config', (path: string) => path],
  ['--template', (path: string) => path],
  ['--queries', (path: string) => `slow: ${path}`],
])('%s names a regular file: a pipe, a device and a folder are refused at once', async (flag, given) => {
  const folder = emptyFolder();
  const pipe = join(folder, 'pipe.hbs');
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/zero', join(folder, 'device.hbs'));
  mkdirSync(join(folder, 'folder.hbs'));
  const reasons = {
    pipe: 'it is a pipe, a device or a socket, but must be a regular file',
    device: 'it is a pipe',
    folder: 'it is a folder',
  };
  for (const [name, reason] of Object.entries(reasons))
    expect(await messageOf(`${flag}=${given(join(folder, `${name}.hbs`))}`)).toContain(reason);
});

test.each([
  [['--verison'], 'there is no flag "--verison"; did you mean --version?'],
  [['report', ID], `unexpected "${ID}"; did you mean --insights ${ID}?`],
  [
    ['report', '--insights', ID, '--api-token', 'x'],
    '--api-token: every user of the machine can read a command line; set the environment variable INSIGHT_REPORT_API_TOKEN instead',
  ],
  [
    ['report', '--insights', ID, '--interval', 'last 2 wekks'],
    '--interval: got "last 2 wekks", which is not an interval. Did you mean last 2 weeks?',
  ],
  [
    ['report', '--insights', ID, '--template', 'nope.hbs'],
    '--template: got "nope.hbs", there is no such file; expected report or compact, the path of a .hbs file, or a map from destinations to these.',
  ],
  [
    ['report', '--insights', `os: {id: ${ID}`, '--thresholds', 'os: share(iOS 15) < 2%'],
    '--insights: this YAML cannot be used: there is no "}" at line 1',
  ],
])('%j is answered with what to write', async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('on a terminal, a verdict stands once', async () => {
  const thresholds = ['--thresholds', `- { insight: os, assert: total() > 1, title: Enough users }`];
  const asked = ['report', '--insights', `os: ${ID}`, ...thresholds, '--api-url', 'http://127.0.0.1:9'];
  const env = { INSIGHT_REPORT_API_TOKEN: 'tdpat_x' };
  for (const [columns, places] of [
    [80, 'stdout'],
    [null, 'stdout, stderr'],
  ] as const) {
    const ended = await runWith({ env, columns }, ...asked, '--retries', '0');
    const saying = (['stdout', 'stderr'] as const).filter((name) => ended[name].includes('Enough users'));
    expect([columns, saying.join(', ')]).toEqual([columns, places]);
  }
});

test('on a terminal, why an insight could not be reported stands once', async () => {
  const asked = ['report', '--insights', ID, '--api-url', 'http://127.0.0.1:9', '--retries', '0'];
  const env = { INSIGHT_REPORT_API_TOKEN: 'tdpat_x' };
  for (const [columns, places] of [
    [80, 'stdout'],
    [null, 'stdout, stderr'],
  ] as const) {
    const ended = await runWith({ env, columns }, ...asked);
    const saying = (['stdout', 'stderr'] as const).filter((name) => ended[name].includes('ECONNREFUSED'));
    expect([columns, ended.code, saying.join(', ')]).toEqual([columns, 3, places]);
  }
});
