import fc, { runs } from '../../../support/properties.ts';
import { findSections, withSection } from '../../../../src/report/publish/body/release-section.ts';

const OPEN = '<!-- insight-report-begin:default -->';
const CLOSE = '<!-- insight-report:default -->';
const INNER = `## Report\n\n${CLOSE}`;
const SECTION = `${OPEN}\n${INNER}`;

function write(notes: string) {
  return withSection(notes, 'default', INNER);
}

test.each([
  ['', SECTION],
  ['Fixes\n', `Fixes\n\n${SECTION}`],
  ['- a\r\n- b\r\n', `- a\r\n- b\r\n\n${SECTION}`],
  ['```js\ncode\n```', `\`\`\`js\ncode\n\`\`\`\n\n${SECTION}`],
  ['text <!-- a comment', `text <!-- a comment\n\n${SECTION}`],
])('a first section is put at the end of %j', (notes, expected) => {
  expect(write(notes)).toBe(expected);
});

// A block that they leave open would include a section after it.
test.each(['```\ncode', '~~~~ text\ncode\n~~~', '   ```\ncode\n    ```', '<!-- to do:\n- more', '````\n```'])(
  'a first section is put before notes that leave a block open: %j',
  (notes) => {
    expect(write(notes)).toBe(`${SECTION}\n\n${notes}`);
    expect(write(write(notes))).toBe(write(notes));
  },
);

describe('a section that is there is replaced in its place', () => {
  test.each([
    ['in the middle', `a\n\n${OPEN}\nold\n${CLOSE}\n\nb\n`, `a\n\n${SECTION}\n\nb\n`],
    ['edited by a person', `a\r\n${OPEN}\r\nold\r\n${CLOSE}\r\nb`, `a\r\n${SECTION}\r\nb`],
    ['twice', `${OPEN}\nold\n${CLOSE}\nb\n${OPEN}\nolder\n${CLOSE}`, `${SECTION}\nb\n`],
    ['after a half', `${OPEN}\nhalf\n${OPEN}\nold\n${CLOSE}`, `${OPEN}\nhalf\n${SECTION}`],
    [
      'after a closed fence',
      `\`\`\`\n${OPEN}\n\`\`\`\n${OPEN}\nold\n${CLOSE}`,
      `\`\`\`\n${OPEN}\n\`\`\`\n${SECTION}`,
    ],
    ['with a diagram in it', `${OPEN}\n\`\`\`mermaid\npie\n\`\`\`\n${CLOSE}`, SECTION],
  ])('a section that is there is replaced in its place: %s', (_, notes, expected) => {
    expect(write(notes)).toBe(expected);
  });
});

test.each([
  ['in a code block', `\`\`\`html\n${OPEN}\nold\n${CLOSE}\n\`\`\``],
  ['within a line', `see ${OPEN}\nold\n${CLOSE}`],
  ['in a comment', `<!-- for example\n${OPEN}\nold\n${CLOSE}`],
  ['of another report', `${OPEN.replace('default', 'weekly')}\nold\n${CLOSE.replace('default', 'weekly')}`],
  ['the wrong way round', `${CLOSE}\nold\n${OPEN}`],
])('markers %s are notes', (_, notes) => {
  expect(findSections(notes, 'default')).toEqual([]);
  const written = write(notes);
  expect(written.startsWith(notes) || written.endsWith(notes)).toBe(true);
  expect(write(written)).toBe(written);
});

/** Notes of the lines that matter here, with every line end. */
const line = fc.constantFrom(
  OPEN,
  CLOSE,
  `${OPEN} `,
  `x ${CLOSE}`,
  '```',
  '````',
  '~~~',
  '```js',
  '<!--',
  '-->',
  '<!-- a -->',
  'text',
  '',
  '- x',
);
const notesOf = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 14 })
  .map((lines) => lines.flat().join(''));

test('any notes hold one section afterwards, keep the rest byte for byte, and do not change the second time', () => {
  fc.assert(
    fc.property(notesOf, fc.constantFrom(INNER, `other\n${CLOSE}`), (notes, inner) => {
      const earlier = findSections(notes, 'default');
      const written = withSection(notes, 'default', inner);
      expect(findSections(written, 'default').map((section) => section.inner)).toEqual([inner]);
      const rest = written.replace(`${OPEN}\n${inner}`, '');
      const kept = earlier.reduceRight(
        (text, { start, end }) => text.slice(0, start) + text.slice(end),
        notes,
      );
      if (earlier.length > 0) expect(rest).toBe(kept);
      else expect([notes, `${notes}\n`, `${notes}\n\n`, `\n\n${notes}`]).toContain(rest);
      expect(withSection(written, 'default', inner)).toBe(written);
    }),
    { numRuns: runs(3000) },
  );
});
