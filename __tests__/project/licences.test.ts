import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Licences that only require that their text accompanies the code. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0 OR Apache-2.0',
  'Unlicense',
];

test.each(['dist/licenses.txt', 'dist/cli/licenses.txt'])('%s: each package with its text, all permissive', (path) => {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const notices = text.split(`${'-'.repeat(80)}\n`).filter((notice) => notice.trim() !== '');
  expect(notices.length).toBeGreaterThan(5);
  for (const notice of notices) {
    const [, name, licence, words] = /^\s*(\S+) \(([^)]*)\)\n\n([^]*)$/.exec(notice) ?? [];
    expect({ name, licence: PERMISSIVE.includes(licence ?? '') }).toEqual({ name, licence: true });
    expect(`${name ?? ''}: ${words ?? ''}`).toMatch(/permission|permitted|licen[cs]e/i);
    expect(words?.length).toBeGreaterThan(300);
  }
});
