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

/** Expects each package of a list of notices to have its licence's text, and a permissive licence. */
export function expectPermissive(text: string): void {
  const notices = text.split(`${'-'.repeat(80)}\n`).filter((notice) => notice.trim() !== '');
  expect(notices.length).toBeGreaterThan(5);
  for (const notice of notices) {
    const [, name, licence, words] = /^\s*(\S+) \(([^)]*)\)\n\n([^]*)$/.exec(notice) ?? [];
    expect({ name, licence: PERMISSIVE.includes(licence ?? '') }).toEqual({ name, licence: true });
    expect(`${name ?? ''}: ${words ?? ''}`).toMatch(/permission|permitted|licen[cs]e/i);
    expect(words?.length).toBeGreaterThan(300);
  }
}
