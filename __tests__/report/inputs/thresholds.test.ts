import { ID, OTHER_ID, problemsOf, read, thresholdAsWritten } from '../../support/inputs/read-inputs.ts';

const TWO = `os: ${ID}\ndevices: { id: ${OTHER_ID}, compare: none }`;
const NONE = {
  title: null,
  warn: null,
  minSample: null,
  confidence: null,
  missingRow: null,
  reason: null,
  until: null,
};

async function thresholdsOf(thresholds: string, insights = TWO) {
  return (await read({ insights, thresholds })).thresholds.map(thresholdAsWritten);
}

describe('thresholds can be written as', () => {
  const os = { insight: 'os', assert: 'share("iOS 15") < 2%', ...NONE };

  test.each([
    ['a list of names to assertions', '- os: share("iOS 15") < 2%'],
    ['the same with a comment', '- os: share("iOS 15") < 2%     # for 4.0: "iOS 15" goes'],
    ['a map', 'os: share("iOS 15") < 2%'],
    ['single quotes', `- os: 'share("iOS 15") < 2%'`],
    ['double quotes', '- os: "share(\\"iOS 15\\") < 2%"'],
    ['a block', '- os: >-\n    share("iOS 15")\n    < 2%'],
    ['a long entry', '- insight: os\n  assert: share("iOS 15") < 2%'],
    ['one long entry alone', 'insight: os\nassert: share("iOS 15") < 2%'],
    ['braces', '- { insight: os, assert: share("iOS 15") < 2% }'],
    ['short braces', '- { os: share("iOS 15") < 2% }'],
    ['a name to a long entry', 'os: { assert: share("iOS 15") < 2% }'],
    ['JSON', '[{"insight": "os", "assert": "share(\\"iOS 15\\") < 2%"}]'],
  ])('thresholds can be written as %s', async (_, text) => {
    expect(await thresholdsOf(text)).toEqual([os]);
  });

  test('thresholds can be written as assertions without a name, if there is one insight', async () => {
    const total = { insight: ID, assert: 'total() >= 1000', ...NONE };
    expect(await thresholdsOf('total() >= 1000', ID)).toEqual([total]);
    expect(await thresholdsOf('- total() >= 1000', ID)).toEqual([total]);
    expect(await thresholdsOf('- assert: total() >= 1000', ID)).toEqual([total]);
  });

  test('thresholds can be written as entries with every option', async () => {
    const text = `
- insight: os
  title: iOS 15 can go
  assert: share("iOS 15") < 2%
  warn: share("iOS 15") < 1.5%
  min-sample: 500
  confidence: 99.5%
  missing-row: zero
  reason: dropping iOS 15 in 4.0
  until: 2027-03-01
- os: total() > 5
  missing-row: fail`;
    const [first, second] = await thresholdsOf(text);
    expect(first).toEqual({
      ...os,
      title: 'iOS 15 can go',
      warn: 'share("iOS 15") < 1.5%',
      minSample: 500,
      confidence: 0.995,
      missingRow: 'zero',
      reason: 'dropping iOS 15 in 4.0',
      until: '2027-03-01',
    });
    expect(second).toEqual({ insight: 'os', assert: 'total() > 5', ...NONE, missingRow: 'fail' });
  });

  test('thresholds can be empty; on-inconclusive is read either way', async () => {
    expect(await read({ insights: TWO })).toMatchObject({ thresholds: [], onInconclusive: 'fail' });
    expect(await read({ insights: TWO, 'on-inconclusive': 'warn' })).toMatchObject({
      onInconclusive: 'warn',
    });
  });
});

describe('a problem in thresholds', () => {
  test.each([
    [
      '- oss: total() > 5',
      [
        'thresholds, entry 1: got "oss", which is not the name of an insight; expected one of os, devices. Did you mean os?',
      ],
    ],
    [
      '- total() > 5',
      [
        /^thresholds, entry 1: got "total\(\) > 5", at character 1 .*: total\(…\) does not say which of the 2 insights it reads \("os", "devices"\); write os\.total\(…\), or os: before the whole assertion\.$/,
      ],
    ],
    [
      '- { total() > 5 }',
      [/^thresholds, entry 1: got "total\(\) > 5", which has no assertion \(YAML reads {…}/],
    ],
    ['- insight: os', [/^thresholds, entry 1: has no assert; expected a CEL expression/]],
    ['- os: ""', [/^thresholds, entry 1: is empty/]],
    [
      '- { insight: os, asert: total() > 5 }',
      [/unknown key "asert".*Did you mean assert\?/, /has no assert/],
    ],
    [
      '- os: total() >',
      [
        'thresholds, entry 1: got "total() >", at its end: it ends too early; an assertion reads like share("iOS 15") < 2%.',
      ],
    ],
    [
      '- os: total() > 5\n- os: valu("x") > 5',
      [
        /^thresholds, entry 2: got "valu\("x"\) > 5", at character 1 \(valu\("x"\) > 5\): there is no function valu\. Did you mean value\?$/,
      ],
    ],
    [
      '- { insight: os, assert: total() > 5, warn: total() }',
      [/^thresholds, entry 1, warn: got "total\(\)", at character 1/],
    ],
    [
      '- { insight: os, assert: total() > 5, min-sample: -1 }',
      [/min-sample: got "-1"; expected a whole number/],
    ],
    [
      '- { insight: os, assert: total() > 5, missing-row: warn }',
      [/missing-row: got "warn"; expected one of zero, fail, inconclusive/],
    ],
    [
      '- { insight: os, assert: total() > 5, until: 2027-02-30 }',
      [/until: got "2027-02-30"; expected a day/],
    ],
    ['- { insight: os, assert: total() > 5, title: "" }', [/title: is empty; expected one line/]],
    ...['50%', '100%', '0.95', '95', '-95%', '101%', '95 percent', '9e1%'].map(
      (given) =>
        [
          `- { insight: os, assert: share("a") < 5%, confidence: ${given} }`,
          [
            `thresholds, entry 1, confidence: got "${given}"; expected a percentage above 50% and below 100%, such as 95%.${given === '95' ? ' Did you mean 95%?' : ''}`,
          ],
        ] as const,
    ),
    ['- { insight: os, assert: total() > 5, until: soon }', [/until: got "soon"/]],
    ['- devices: change("a") < 5%', [/at character 1 .*not compared with one \(compare: none\)/]],
    ['- devices: rows.all(r, r.previous < 5)', ['x']],
    ['- [1, 2]', [/entry 1: is a list/]],
    ['- { os: total() > 5, devices: total() > 5 }', [/names several insights: os, devices/]],
    ['- missing-row: zero', [/has no assert/]],
    [`- os: total() > 5\n`.repeat(101), [/101 thresholds; expected at most 100/]],
  ] as const)('a problem in thresholds has its place and what to write: %j', async (thresholds, expected) => {
    const problems = await problemsOf({ insights: TWO, thresholds });
    expect(problems).toHaveLength(expected.length);
    for (const [index, each] of expected.entries()) {
      if (each === 'x') continue;
      if (typeof each === 'string') expect(problems[index]).toBe(each);
      else expect(problems[index]).toMatch(each);
    }
  });

  test('a problem in thresholds is reported with all others and never shows a token', async () => {
    const token = 'tdpat_0123456789abcdef';
    const problems = await problemsOf({
      insights: TWO,
      top: '0',
      'on-inconclusive': 'shrug',
      thresholds: `- os: ${token} > 5`,
    });
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).not.toContain(token);
  });
});

test.each([
  ['- os: share("a #15") < 2%', `os: 'share("a #15") < 2%'`],
  ['- value("a: b") > 2', `'value("a: b") > 2'`],
  ['- os: count() > 5 ? total() > 1 : total() > 2', `os: 'count() > 5 ? total() > 1 : total() > 2'`],
  ['- { os: value("a", "Users") > 2 }', `os: 'value("a", "Users") > 2'`],
  ['- { insight: os, assert: rows[0].value > 2, until: 2027-01-01 }', `assert: 'rows[0].value > 2'`],
  ['- !(total() < 3)', `'!(total() < 3)'`],
  ['- os: "a" in rows.map(r, r.key)', `os: '"a" in rows.map(r, r.key)'`],
  [`- os: value('it''s #1') > 2`, `os: 'value(''it''''s #1'') > 2'`],
])(
  'of an assertion that YAML reads differently, the message has the quoted form: %s',
  async (text, write) => {
    expect(await problemsOf({ insights: TWO, thresholds: text })).toEqual([
      expect.stringContaining(`; expected it in quotes: ${write}.`),
    ]);
  },
);

test.each([
  '- os: total() > 5 # said "x: y #z"',
  `- { os: 'value("a", "Users") > 2' } # why`,
  '- os: |\n    value("a #b: c") > 2\n- insight: os\n  assert: total() > 1\n  reason: a, b #c',
])('an assertion of which YAML loses nothing is none of these: %s', async (thresholds) => {
  expect(await problemsOf({ insights: TWO, thresholds })).toEqual([]);
});
