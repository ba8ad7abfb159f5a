import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../support/run-command.ts';

const { version, engines } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};
const BIN = fileURLToPath(new URL('../../bin/insight-report.js', import.meta.url));

/** Runs the package's `bin` as it is in a checkout, in a Node that takes itself for this version. */
function runBin(node: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, BIN, '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('--version prints the version alone', async () => {
  expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([engines.node.replace('>=', ''), '22.23.1', '23.0.0', '100.0.0'])(
  'the bin of a checkout runs the sources on Node %s',
  (node) => {
    expect(runBin(node)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  },
);

test.each(['18.20.8', '20.20.2', '22.9.0', '22.21.9'])(
  'Node %s is refused in one sentence that names both versions',
  (node) => {
    const stderr = `insight-report needs Node 22.22 or newer, and this is Node ${node}: install a newer one from https://nodejs.org.\n`;
    expect(runBin(node)).toEqual({ status: 2, stdout: '', stderr });
  },
);

test.each([
  [
    '--version > /dev/full',
    3,
    'insight-report: the output could not be written: ENOSPC: no space left on device, write\n',
  ],
  ['--version 2> /dev/full', 0, ''],
])('%s ends in one sentence at most, not in a stack trace', (command, code, sentence) => {
  const { status, stderr } = spawnSync('bash', ['-c', `'${process.execPath}' '${BIN}' ${command}`], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: code, stderr: sentence });
});

test.each([
  ['--version', '0'],
  ['--nothing 2>&1', '2'],
])('%s does what it does although nobody reads on', (command, code) => {
  const script = `'${process.execPath}' '${BIN}' ${command} | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: `${code}\n`, stderr: '' });
});
