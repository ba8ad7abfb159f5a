import fc, { runs } from '../../../support/properties.ts';
import {
  BODY_LIMIT_UNITS,
  bodyLimitUnits,
  composeBody,
  isUpToDate,
  summaryLimitBytes,
  withContinuation,
  withFailureLine,
} from '../../../../src/report/publish/body/compose.ts';
import {
  isPostOf,
  joinParts,
  marker,
  neutralizeMarkers,
  readState,
  splitParts,
} from '../../../../src/report/publish/body/parts.ts';
import {
  type GateState,
  nextGateStates,
  NO_STATE,
  parseState,
  type PostState,
  writeState,
} from '../../../../src/report/publish/body/state.ts';
import { isRateLimit, retryWaitMs } from '../../../../src/report/publish/github/failure.ts';
import { toTitle } from '../../../../src/text/title.ts';
import { publish } from '../../../../src/report/publish/publish.ts';
import { effects, post, posting, runContext } from '../../../support/publish-setting.ts';

const context = runContext('http://127.0.0.1:1');
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<!-- insight-report:default -->',
        '<!-- insight-report-state: {"version":1} -->',
        '-->',
        '<!--',
        '<pre>',
        '</pre>',
        '<?',
        '\n',
        '\r',
        '\r\n',
        ' ',
        'a',
        '😀',
        '\u2028',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
);

describe('a composed body', () => {
  test('a composed body holds the marker once, as its last line, and its own state, whatever the page says', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (body, fingerprint, period) => {
        const report = post('issue', { body, fingerprint, period });
        const sealed = composeBody(report, context, 1, { previous: 12 }).body;
        const lines = sealed.split(/\r\n|\r|\n/);
        expect(lines.filter((line) => line.trim() === marker('default'))).toHaveLength(1);
        expect(lines.at(-1)).toBe(marker('default'));
        expect(readState(sealed)).toMatchObject({ run: '42', previous: 12 });
      }),
      { numRuns: runs(500) },
    );
  });

  test("a composed body stays within GitHub's limit with all that may be added, if the page was fitted", () => {
    const full = post('issue', {
      body: 'x'.repeat(bodyLimitUnits('default', 150)),
      fingerprint: 'f'.repeat(999),
      period: 'p'.repeat(999),
    });
    const atMs = Date.UTC(2999, 1, 1);
    const run = '9'.repeat(20);
    const was = { outcome: 'inconclusive', atMs, run } as const;
    const gate: GateState = { id: '0123456789', outcome: 'inconclusive', sinceMs: atMs, was };
    const gates = nextGateStates(
      { run: '42', runNumber: run, atMs, gates: Array.from({ length: 150 }, () => gate) },
      Array.from({ length: 150 }, () => gate),
      { id: '42', atMs },
    );
    const previous = Number.MAX_SAFE_INTEGER;
    const sealed = composeBody(full, context, atMs, { previous, gates }).body;
    expect(readState(sealed).gates).toEqual(gates);
    const failed = withFailureLine({ ...full, failureLine: 'y'.repeat(5000) }, sealed)!.body;
    const linked = withContinuation(failed, Number.MAX_SAFE_INTEGER);
    expect(linked).toContain(`Continued in #${Number.MAX_SAFE_INTEGER}.`);
    expect(linked.length).toBeLessThanOrEqual(BODY_LIMIT_UNITS);
  });

  test('neutralizing markers does not make a text longer and does not change other lines', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(neutralizeMarkers(text).length).toBeLessThanOrEqual(text.length);
        expect(isPostOf(neutralizeMarkers(text), 'default')).toBe(false);
      }),
    );
    expect(neutralizeMarkers('a\n> <!-- insight-report:x -->\n`<!-- insight-report:x -->`')).toBe(
      'a\n> <!-- insight-report:x -->\n`<!-- insight-report:x -->`',
    );
  });
});

describe('a state and a marker that end a comment', () => {
  const ending = `${writeState(NO_STATE)}\n${marker('default')}`;

  test.each(['', 'text\n\n', '```\na\n```\n', '<pre>\na\n</pre>\n', '<?php ?>\n'])(
    'a state and a marker that end a comment make it ours after %j',
    (before) => {
      expect(isPostOf(before + ending, 'default')).toBe(true);
    },
  );

  test.each(['```\n', '~~~\n', '````\n```\n', '<!--\n', '<pre>\n', '<?\n', '<![CDATA[\n'])(
    'a state and a marker that end a comment are a quotation after %j',
    (before) => {
      expect(isPostOf(before + ending, 'default')).toBe(false);
    },
  );
});

describe('a state', () => {
  const outcome = fc.constantFrom(...(['passed', 'warned', 'failed', 'inconclusive'] as const));
  const moment = fc.integer({ min: 0, max: 8.64e15 });
  const key = fc.stringMatching(/^[0-9a-f]{10}$/);
  const number = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const text = hostile.filter(({ length }) => length <= 300);
  const digits = fc.stringMatching(/^\d{0,20}$/);
  const was = fc.option(fc.record({ outcome, atMs: moment, run: digits }));
  const state: fc.Arbitrary<PostState> = fc.record({
    version: fc.constant(1 as const),
    run: fc.option(digits),
    runNumber: fc.option(digits),
    atMs: fc.option(moment),
    begunMs: fc.option(moment),
    job: fc.option(key),
    configuration: fc.option(key),
    results: fc.option(key),
    period: fc.option(key),
    previous: fc.option(number),
    next: fc.option(number),
    failure: fc.option(key),
    gates: fc.array(fc.record({ id: key, outcome, sinceMs: moment, was }), { maxLength: 9 }),
    history: fc.array(
      fc.record({ period: key, dates: text, numbers: text, gates: text, run: digits, runNumber: digits }),
      { maxLength: 9 },
    ),
    announced: fc.array(key, { maxLength: 9 }),
  });

  test('a state is one HTML comment for any texts, and is read as it was written', () => {
    fc.assert(
      fc.property(state, (one) => {
        const line = writeState(one);
        expect(line).toMatch(/^<!-- insight-report-state: \{[^<>\r\n-]*\} -->$/);
        expect(readState(`x\n\n${line}\n${marker('default')}`)).toEqual(one);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    ['no JSON', '{x}'],
    ['no object', '[]'],
    ['of another version', '{"version":2,"run":"1"}'],
    ['without a version', '{"run":"1"}'],
    ['with a run that is not digits', '{"version":1,"run":"@octocat"}'],
    [
      'with an outcome that does not exist',
      '{"version":1,"gates":[{"id":"0123456789","outcome":"x","sinceMs":1}]}',
    ],
    ['with a moment that no date has', '{"version":1,"atMs":9000000000000000}'],
    ['with a line that is too long', `{"version":1,"history":[{"dates":"${'x'.repeat(301)}"}]}`],
  ])('a state that is %s counts as none, and the post stays a post', (_, json) => {
    expect(parseState(json)).toEqual(NO_STATE);
    const body = `x\n\n<!-- insight-report-state: ${json.startsWith('{') ? json : '{}'} -->\n${marker('default')}`;
    expect(isPostOf(body, 'default')).toBe(true);
  });

  test('a state is read strictly after any edit by hand: it has its form, or nothing is read', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('"', '{', '}', '-->', ':1', '"gates":[', '"version":1', '\n'),
    );
    fc.assert(
      fc.property(state, part, fc.nat(400), fc.nat(40), (one, inserted, at, cut) => {
        const line = writeState(one);
        const edited = readState(line.slice(0, at) + inserted + line.slice(at + cut));
        expect(readState(writeState(edited))).toEqual(edited);
      }),
      { numRuns: runs(2000) },
    );
  });
});

test('the lines above and below a page are taken apart and replaced as they were put together', () => {
  const line = fc.lorem();
  const number = fc.option(fc.integer({ min: 1, max: 99 }));
  fc.assert(
    fc.property(
      line,
      fc.option(line),
      fc.option(line),
      number,
      number,
      (page, failure, later, previous, next) => {
        const state = { ...NO_STATE, previous, next };
        const parts = { failure, page, state, marker: marker('default') };
        const { body } = joinParts(parts);
        const read = splitParts(body);
        expect(read).toMatchObject({ failure, page, marker: parts.marker, state: { previous, next } });
        expect(joinParts(read).body).toBe(body);
        expect(joinParts({ ...read, failure: later })).toEqual(joinParts({ ...parts, failure: later }));
      },
    ),
  );
});

test('the lines above and below a page stay text of the page if a person changed them', () => {
  const { body } = joinParts({ failure: 'down', page: 'page', state: NO_STATE, marker: null });
  expect(splitParts(body.replace('down', 'up')).page).toBe('up\n\npage');
});

test('a title is one line of at most 256 units, without half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (title) => {
      const line = toTitle(title);
      expect(line.length).toBeGreaterThan(0);
      expect(line.length).toBeLessThanOrEqual(256);
      expect(line).toBe(line.toWellFormed());
      expect(line).not.toMatch(/[\n\r\u2028]/);
    }),
  );
});

describe('retry timing', () => {
  const NO_FACTS = { fields: [], isLasting: false };
  const now = Date.UTC(2026, 10, 20);
  test.each([
    ['a reset', null, {}, '', 1, 1000],
    ['a second reset', null, {}, '', 2, 2000],
    ['404', 404, {}, '', 1, null],
    ['429 with seconds', 429, { 'retry-after': '5' }, '', 1, 5000],
    ['429 with a date that is past', 429, { 'retry-after': new Date(now - 9000).toUTCString() }, '', 1, 0],
    ['429 without', 429, {}, '', 1, 60_000],
    [
      '403 until a reset',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 20) },
      '',
      1,
      21_000,
    ],
    [
      '403 until a reset that is far',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 600) },
      '',
      1,
      601_000,
    ],
    ['403 secondary', 403, {}, 'You have exceeded a secondary rate limit', 1, 60_000],
    [
      '403 of a permission',
      403,
      { 'x-ratelimit-remaining': '4000' },
      'Resource not accessible by integration',
      1,
      null,
    ],
  ] as const)(
    'the wait before the next try is right after %s',
    (_, status, headers, message, attempt, expected) => {
      expect(retryWaitMs({ ...NO_FACTS, status, headers, message }, attempt, now)).toBe(expected);
      expect(isRateLimit({ ...NO_FACTS, status, headers, message })).toBe(
        status === 429 || (status === 403 && !message.includes('accessible')),
      );
    },
  );
});

describe('the job summary', () => {
  const summary = async (
    body: string,
    held: string | undefined,
    env: Record<string, string> = { GITHUB_STEP_SUMMARY: '/s' },
  ): Promise<[string | undefined, string]> => {
    const files = new Map(held === undefined ? [] : [['/s', held]]);
    const [receipt] = await publish(
      posting(),
      [post('summary', { body })],
      runContext('http://127.0.0.1:1', env),
      effects(files),
    );
    return [files.get('/s'), receipt!.outcome];
  };

  test.each([
    ['a file that is not there', undefined, '# A\n'],
    ['an empty file', '', '# A\n'],
    ['a file that holds something', 'before', 'before\n\n# A\n'],
  ])('the job summary is added to %s', async (_, held, expected) => {
    expect(await summary('# A', held)).toEqual([expected, 'posted']);
  });

  test('the job summary may fill the file to the last byte, and not one byte more', async () => {
    const held = 'é'.repeat(1000);
    const room = summaryLimitBytes(Buffer.byteLength(held));
    const [file] = await summary('x'.repeat(room), held);
    expect(Buffer.byteLength(file!)).toBe(1_048_576);
    expect(await summary('x'.repeat(room + 1), held)).toEqual([held, 'failed']);
    expect(summaryLimitBytes(2_000_000)).toBe(0);
  });

  test('the job summary is skipped with a receipt if GITHUB_STEP_SUMMARY is not set', async () => {
    expect(await summary('# A', undefined, {})).toEqual([undefined, 'skipped']);
  });
});

test('a post is up to date for a re-run, however long either run took, and not once a number differs', () => {
  const compose = (body: string) => composeBody({ ...post('pull-request'), body }, context, 1000, {});
  const page = (took: string, users = '1,030') =>
    `### Weekly\n\n**${users} users**\n\n<sub>1 insight in ${took}</sub>`;
  const report = post('pull-request');
  for (const took of ['1,204 ms', '0.2 s', '1 min 5 s'])
    expect(isUpToDate(report, context, compose(page(took)), compose(page('85 ms')).body)).toBe(true);
  expect(isUpToDate(report, context, compose(page('85 ms', '1,031')), compose(page('85 ms')).body)).toBe(
    false,
  );
});
