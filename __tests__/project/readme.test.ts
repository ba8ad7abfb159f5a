import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renewed } from '../../scripts/readme.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('README.md', () => {
  test('has the inputs that there are (mend with `node scripts/readme.ts`)', () => {
    expect(renewed(readme)).toBe(readme);
  });

  test('begins with the two commands', () => {
    const first = /```sh\n([^]*?)```/.exec(readme)?.[1] ?? '';
    expect(first).toContain('npm run demo');
    expect(first).toContain('npm cit');
  });

  test('links to files that exist', () => {
    const places = /(?:\]\(|src=")(?!https?:|#)([^)"]+)/g;
    const links = [...readme.matchAll(places)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('names every output that action.yml declares', () => {
    const outputs = readFileSync(join(root, 'action.yml'), 'utf8').split('\noutputs:\n')[1]?.split('\nruns:')[0] ?? '';
    const names = [...outputs.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});
