import stringWidth from 'string-width';
import fc from '../../../support/properties.ts';
import { fitToWidth } from '../../../../src/report/render/terminal/width.ts';

describe('in a terminal', () => {
  test.each([
    ['abc', 3],
    ['日本', 4],
    ['🎉', 2],
    ['👩‍👩‍👧', 2],
    ['e\u0301', 1],
    ['a\u200bb', 2],
    ['🇩🇪', 2],
    ['█▉', 2],
  ])('the text %s takes %d columns in a terminal', (text, columns) => {
    expect(fitToWidth(text, columns, 'right')).toBe(text);
    expect(fitToWidth(`${text}.`, columns, 'right')).not.toBe(`${text}.`);
  });

  test('a fitted text takes exactly the columns that it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        fc.pre(!/\p{C}/u.test(text));
        expect(stringWidth(fitToWidth(text, width, 'right'))).toBe(width);
      }),
    );
  });
});
