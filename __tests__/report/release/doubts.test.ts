import { doubtText } from '../../../src/report/render/verdict/doubt.ts';
import { type Doubted, doubtsOf } from '../../../src/report/release/doubts.ts';
import type { Side } from '../../../src/report/results/doubt.ts';
import type { People } from '../../../src/report/release/read.ts';

const side = (users: number, had: number): Side => ({ users, had });
const people: People = {
  moved: side(10_000, 200),
  stayed: side(40_000, 800),
  back: { new: side(1000, 500), old: side(4000, 2000) },
  priorUsers: { new: side(400, 300), old: side(1600, 1200) },
  former: side(300, 250),
  different: side(400, 40),
};
const fine: Doubted = {
  unversioned: { new: 0, old: 0 },
  perDay: { new: 10, old: 10 },
  mixes: [],
  sides: { new: side(5000, 100), old: side(20_000, 400) },
  people,
  isOldNamed: false,
  background: { spread: 1, before: { rate: 0.02, events: 400 } },
};
/** The kinds of doubts that the counts are worse, with a limit of 20%. */
const doubtsOfWorse = (doubted: Doubted, value: number) => {
  const worse = { value, low: value - 0.1, high: value + 0.1 };
  return doubtsOf(doubted, { worse, limit: 0.2, confidence: 0.95 }).map(({ kind }) => kind);
};

describe('what speaks against a conclusion about a release', () => {
  test('users who come back more often, as an app that wakes without them seems to have, may hide a worse version', () => {
    const woken = { ...fine, people: { ...people, back: { new: side(4000, 3040), old: side(4000, 1760) } } };
    // 1.73 times as often: 20% less often is 38% more often, and half as often is not above the limit.
    expect(doubtsOfWorse(woken, -0.3)).toContain('not-back');
    expect(doubtsOfWorse(woken, -0.5)).not.toContain('not-back');
    expect(doubtsOfWorse(woken, 0.5)).not.toContain('not-back');
  });

  const kinds = (doubted: Partial<Doubted>) =>
    doubtsOf({ ...fine, ...doubted }, null).map(({ kind }) => kind);

  test.each<[string, Partial<Doubted>, readonly string[]]>([
    ['numbers that cover both sides', {}, []],
    [
      'no event of the new version where ten were due',
      { sides: { ...fine.sides, new: side(500, 0) } },
      ['no-event'],
    ],
    ['no event of the new version where nine were due', { sides: { ...fine.sides, new: side(450, 0) } }, []],
    [
      'no event of an old version that never had it',
      { background: { spread: 1, before: null }, sides: { new: side(5000, 100), old: side(500, 0) } },
      ['no-event'],
    ],
    [
      'no event of an old version that had it before',
      { sides: { new: side(5000, 100), old: side(500, 0) } },
      [],
    ],
    ['events of the new version without a version', { unversioned: { new: 6, old: 0 } }, ['no-version']],
    ['few events without a version', { unversioned: { new: 5, old: 5 } }, []],
    [
      'users who do not come back',
      { people: { ...people, back: { new: side(1000, 300), old: side(4000, 2000) } } },
      ['not-back'],
    ],
    [
      'new users compared with old ones',
      { people: { ...people, priorUsers: { new: side(400, 140), old: side(1600, 1200) } } },
      ['new-users'],
    ],
    [
      'no event of the new version on one platform where twelve were due',
      {
        mixes: [
          {
            column: 'os',
            parts: [{ new: side(600, 0), old: side(9000, 180) }],
            cells: [],
            oneVersionCells: [],
          },
        ],
      },
      ['no-event'],
    ],
    [
      'users of whom none had an old version, as of another app',
      { people: { ...people, former: side(300, 20) } },
      ['other-users'],
    ],
    [
      'users who had another version than the one that the entry names',
      { isOldNamed: true, people: { ...people, former: side(300, 20) } },
      [],
    ],
    [
      'an app whose users come once a month',
      { people: { ...people, priorUsers: { new: side(400, 140), old: side(1600, 500) } } },
      [],
    ],
    [
      'users who come back more often, as heavy users do',
      { people: { ...people, back: { new: side(1000, 800), old: side(4000, 2000) } } },
      [],
    ],
  ])('%s are doubted by what they do not cover', (_, doubted, expected) => {
    expect(kinds(doubted)).toEqual(expected);
  });
});

test('a doubt shows no number of fewer users than a group has', () => {
  const names = { new: '4.2', old: '4.1', event: 'crashed' };
  const text = (doubt: Parameters<typeof doubtText>[0]) => doubtText(doubt, names, 'en', 10);
  expect([
    text({ kind: 'no-version', side: 'new', unversioned: 3, total: 8 }),
    text({ kind: 'not-back', new: side(40, 4), old: side(100, 60) }),
    text({ kind: 'not-back', new: side(100, 60), old: side(40, 4) }),
  ]).toEqual([
    '< 10 of the < 10 user-days with “crashed” on the side of 4.2 do not say their version',
    'users of 4.2 came back on the next day less often (< 10 of 40) than users of 4.1 (60.0% of 100): an app that does not start sends no “crashed”',
    'users of 4.2 came back on the next day more often (60.0% of 100) than users of 4.1 (< 10 of 40): an app that sends events on days without use makes “crashed” seem rare',
  ]);
});

describe('what speaks against what the counts of a release say', () => {
  const heavy = { ...fine, people: { ...people, moved: side(10_000, 600) } };
  const light = { ...fine, people: { ...people, moved: side(10_000, 50) } };
  const unlike = {
    ...fine,
    people: { ...people, priorUsers: { new: side(400, 308), old: side(1600, 1600) } },
  };
  const sampled = { ...fine, perDay: { new: 5, old: 10 } };

  test.each<[string, Doubted, readonly number[], readonly (readonly string[])[]]>([
    ['the same users contradict a difference that they had before', heavy, [2, 14], [['same-users'], []]],
    [
      'the same users contradict that a version is no worse, if they were better before',
      light,
      [0],
      [['same-users']],
    ],
    [
      'more new users can explain a rate that is clear by less than three times, or hide one',
      unlike,
      [0.5, 2, 0, -0.3],
      [['new-users'], [], ['new-users'], []],
    ],
    [
      'a version that sends half of its events is not better, unless it has a third of those due',
      sampled,
      [-0.3, -0.6, 2],
      [['few-events'], [], []],
    ],
    ['the same users contradict nothing if they were alike before', fine, [2], [[]]],
    ['the same users contradict nothing if they are not known', { ...fine, people: null }, [2], [[]]],
  ])('%s', (_, doubted, values, expected) => {
    expect(values.map((value) => doubtsOfWorse(doubted, value))).toEqual(expected);
  });
});
