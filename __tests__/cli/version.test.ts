import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { refuseNode } from '../../src/cli/node-version.ts';
import { run } from '../support/run-command.ts';

const { version, engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

test('--version prints the version alone', async () => {
  expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test.each(['22.22.0', '22.23.1', '23.0.0', '24.21.0', '100.0.0'])('Node %s is new enough', (node) => {
  expect(refuseNode(node)).toBeNull();
});

test.each(['18.20.8', '20.20.2', '22.9.0', '22.21.9'])(
  'Node %s is refused in one sentence that names both versions',
  (node) => {
    expect(refuseNode(node)).toBe(
      `insight-report needs Node 22.22 or newer, and this is Node ${node}: install a newer one from https://nodejs.org.`,
    );
  },
);

test('package.json promises the Node that the command line takes', () => {
  const oldest = engines.node.replace('>=', '');
  const [major = 0, minor = 0] = oldest.split('.').map(Number);
  expect(refuseNode(oldest)).toBeNull();
  expect(refuseNode(`${major}.${minor - 1}.99`)).toContain(`needs Node ${major}.${minor} or newer`);
});
