import * as fc from 'fast-check';
import {
  FAILS,
  readSentence,
  subjectsOf,
  subjectText,
  writeSentence,
} from '../../../src/explorer/query/gate-sentence.ts';
import { parseAssertion } from '../../../src/report/expression/parse.ts';
import { runs } from '../../support/properties.ts';

const sentence = fc.array(fc.string({ maxLength: 9 }), { minLength: 1, maxLength: 3 }).chain((rows) =>
  fc.record({
    subject: fc.constantFrom(...subjectsOf(rows)),
    fails: fc.constantFrom(...FAILS),
    limit: fc.integer({ min: 1, max: 9999 }).map((number) => String(number / 100)),
  }),
);

test('a gate as a sentence is an assertion, which is read back as the same sentence, whatever rows are called', () => {
  fc.assert(
    fc.property(sentence, (chosen) => {
      const assertion = writeSentence(chosen);
      expect(readSentence(assertion)).toEqual(chosen);
      expect(
        parseAssertion(assertion, {
          defaultInsight: 'a',
          all: [{ name: 'a', isCompared: false }],
        }),
      ).not.toHaveProperty('why');
    }),
    { numRuns: runs(500, 50) },
  );
});

test('an assertion that says more than a sentence keeps its text', () => {
  for (const assertion of [
    'total() > 3',
    'total() >= 3 && total() < 9',
    'share(only(below("iOS 16"))) < 2%',
    'total() >= 3%',
    '',
  ])
    expect(readSentence(assertion)).toBeNull();
});

test('a sentence says what is compared in words', () => {
  expect(subjectsOf(['a "b"']).map(subjectText)).toEqual(['the total', 'the share of a "b"', 'a "b"']);
});
