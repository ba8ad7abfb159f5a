import fc from '../../support/properties.ts';
import { quote, redactor } from '../../../src/report/client/quote.ts';

const none = redactor('');

describe('quote', () => {
  test.each([
    ['plain text', 'plain text'],
    ['two\nlines\r\n', 'two␊lines'],
    ['a\u0000b\u001b[31mc\u007f', 'a␀b␛[31mc␡'],
    ['left\u202Eright\u2066x', 'left⟨U+202E⟩right⟨U+2066⟩x'],
    ['a\u2028b\u0085c', 'a⟨U+2028⟩b⟨U+0085⟩c'],
    ['\ud800', '⟨U+D800⟩'],
    ['Zürich 東京 🎉', 'Zürich 東京 🎉'],
  ])('quote keeps to one line and shows what is invisible: %j', (text, expected) => {
    expect(quote(text, none)).toBe(expected);
  });

  test('quote cuts at 300 characters', () => {
    expect(quote('x'.repeat(300), none)).toBe('x'.repeat(300));
    expect(quote('x'.repeat(301), none)).toBe(`${'x'.repeat(299)}…`);
    expect(quote('\n'.repeat(9) + '\u202e'.repeat(100), none)).toBe(`${'⟨U+202E⟩'.repeat(37)}⟨U+…`);
    expect(quote('🎉'.repeat(400), none)).toBe(`${'🎉'.repeat(299)}…`);
  });

  test('quote replaces every occurrence of the secret before it cuts', () => {
    const redact = redactor('tdpat_secret');
    const quoted = quote(`${'x'.repeat(290)}tdpat_secret and tdpat_secret`, redact);
    expect(quoted).not.toMatch(/tdpat/);
    expect(quote('tdpat_secrettdpat_secret', redact)).toBe('******');
  });

  test('quote never gives a line break, a control or the secret, nor more than 300 characters', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(text, fc.stringMatching(/^tdpat_[a-z0-9]{4,10}$/), text, (before, secret, after) => {
        const quoted = quote(before + secret + after, redactor(secret));
        expect(quoted).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(quoted).not.toContain(secret);
        expect(Array.from(quoted).length).toBeLessThanOrEqual(300);
      }),
    );
  });
});
