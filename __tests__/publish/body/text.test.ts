import { describe, expect, test } from '@jest/globals';
import fc, { runs } from '../../support/properties.ts';
import { composeBody, withFailureNote } from '../../../src/publish/body/compose.ts';
import type { GateState } from '../../../src/publish/body/gate-states.ts';
import {
  BODY_LIMIT_UNITS,
  bodyLimitUnits,
  footerUnits,
  summaryLimitBytes,
} from '../../../src/publish/body/limits.ts';
import {
  isPostOf,
  marker,
  neutralizeMarkers,
  readState,
  stateLine,
} from '../../../src/publish/body/marker.ts';
import { withNote, withoutNote } from '../../../src/publish/body/note.ts';
import { isRateLimit, retryWaitMs } from '../../../src/publish/github/client.ts';
import { toTitle } from '../../../src/text/title.ts';
import { publish } from '../../../src/publish/publish.ts';
import { effects, post, posting, runContext } from '../../support/publish-setting.ts';

const context = runContext('http://127.0.0.1:1');
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<!-- insight-report:default -->',
        '<!-- insight-report-state: run=1 -->',
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
  test('holds the marker once, as its last line, and its own state, whatever the page and the results say', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (body, fingerprint, period) => {
        const sealed = composeBody(post('issue', { body, fingerprint, period }), context, 1, {
          previous: 12,
          gates: [],
        }).body;
        const lines = sealed.split(/\r\n|\r|\n/);
        expect(lines.filter((line) => line.trim() === marker('default'))).toHaveLength(1);
        expect(lines.at(-1)).toBe(marker('default'));
        expect(readState(sealed)).toMatchObject({ run: '42', previous: 12 });
      }),
      { numRuns: runs(500) },
    );
  });

  test("stays within GitHub's limit with everything that may be added later, if the page was fitted", () => {
    const full = post('issue', {
      body: 'x'.repeat(bodyLimitUnits('default', 150)),
      fingerprint: 'f'.repeat(999),
      period: 'p'.repeat(999),
    });
    const atMs = Date.UTC(2999, 1, 1);
    const gate: GateState = {
      id: '0123456789',
      outcome: 'failed',
      sinceMs: atMs,
      was: { outcome: 'passed', atMs },
    };
    const gates = Array.from({ length: 150 }, () => gate);
    const sealed = composeBody(full, context, Number.MAX_SAFE_INTEGER, {
      previous: Number.MAX_SAFE_INTEGER,
      gates,
    }).body;
    const failed = withFailureNote({ ...full, failureLine: 'y'.repeat(5000) }, sealed)!.body;
    expect(
      withNote(failed, 'continued', `Continued in #${Number.MAX_SAFE_INTEGER}.`).length,
    ).toBeLessThanOrEqual(BODY_LIMIT_UNITS);
    expect(footerUnits('default', 150)).toBeGreaterThanOrEqual(sealed.length - full.body.length);
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
  const ending = `${stateLine({ run: '42', results: 'a', period: 'b', previous: null, write: '1.a', gates: [] })}\n${marker('default')}`;

  test.each([
    '',
    'text\n\n',
    '```\na\n```\n',
    '<pre>\na\n</pre>\n',
    '<pre>a</pre>\n',
    '> ```\n',
    '<?php ?>\n',
  ])('make it ours after %j', (before) => {
    expect(isPostOf(before + ending, 'default')).toBe(true);
  });

  test.each([
    '```\n',
    '~~~\n',
    '````\n```\n',
    '<!--\n',
    '<pre>\n',
    '<PRE class="a">\n',
    '<script>\n',
    '<textarea>\n',
    '<?\n',
    '<![CDATA[\n',
  ])('are a quotation after %j', (before) => {
    expect(isPostOf(before + ending, 'default')).toBe(false);
  });
});

describe('a state line', () => {
  test('is one HTML comment for any values, and can be read back', () => {
    fc.assert(
      fc.property(hostile, hostile, (results, period) => {
        const line = stateLine({ run: '42', results, period, previous: null, write: '1.a', gates: [] });
        expect(line).toMatch(/^<!-- insight-report-state: (?:[\w.:/+=-] ?)+ -->$/);
        expect(line.slice(4, -3)).not.toContain('--');
        expect(stateLine(readState(`x\n\n${line}\n${marker('default')}`)!)).toBe(line);
      }),
    );
  });
});

describe('a note', () => {
  test('can be removed without a trace', () => {
    fc.assert(
      fc.property(fc.string(), fc.lorem(), (line, body) => {
        expect(withoutNote(withNote(body, 'failure', line), 'failure')).toBe(body);
        expect(withNote(withNote(body, 'failure', line), 'failure', 'z')).toBe(
          withNote(body, 'failure', 'z'),
        );
      }),
    );
  });
});

describe('a title', () => {
  test('is one line of at most 256 units, without half a character', () => {
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
});

describe('retry timing', () => {
  const now = Date.UTC(2026, 10, 20);
  test.each([
    ['a reset', null, {}, '', 1, 1000],
    ['a second reset', null, {}, '', 2, 2000],
    ['502', 502, {}, '', 3, 4000],
    ['404', 404, {}, '', 1, null],
    ['429 with seconds', 429, { 'retry-after': '5' }, '', 1, 5000],
    ['429 with a date', 429, { 'retry-after': new Date(now + 9000).toUTCString() }, '', 1, 9000],
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
  ] as const)('%s', (_, status, headers, message, attempt, expected) => {
    expect(retryWaitMs({ status, headers, message }, attempt, now)).toBe(expected);
    expect(isRateLimit({ status, headers, message })).toBe(
      status === 429 || (status === 403 && !message.includes('accessible')),
    );
  });
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
  ])('%s', async (_, held, expected) => {
    expect(await summary('# A', held)).toEqual([expected, 'posted']);
  });

  test('may fill the file to the last byte, and not one byte more', async () => {
    const held = 'é'.repeat(1000);
    const room = summaryLimitBytes(Buffer.byteLength(held));
    const [file] = await summary('x'.repeat(room), held);
    expect(Buffer.byteLength(file!)).toBe(1_048_576);
    expect(await summary('x'.repeat(room + 1), held)).toEqual([held, 'failed']);
    expect(summaryLimitBytes(2_000_000)).toBe(0);
  });

  test('is skipped with a receipt if GITHUB_STEP_SUMMARY is not set', async () => {
    expect(await summary('# A', undefined, {})).toEqual([undefined, 'skipped']);
  });
});
