import { renderSlackMessage, type SlackMessage } from '../../../../src/report/render/slack/message.ts';
import { display } from '../../../../src/report/render/format/display.ts';
import type { Results, Verdict } from '../../../../src/report/results/results.ts';
import fc, { runs } from '../../../support/properties.ts';
import { days, failed, ranking, report, row, verdict } from '../../../support/render/results.ts';
import { hostile, hostileStrings } from '../../../support/render/tricks.ts';

/** A gate on devices that failed with 3 of 100 users. */
function gate(more: Partial<Verdict> = {}): Verdict {
  const numbers = { value: 0.03, limit: 0.02, unit: 'percent', valueText: '3%', needs: '< 2%' } as const;
  const sample = { sample: { count: 3, of: 100, unit: 'users' }, sampleText: '3 of 100 users' } as const;
  return verdict('failed', {
    insight: 'devices',
    name: more.title ?? 'Share of a',
    assert: 'share("a") < 2%',
    ...numbers,
    ...sample,
    ...more,
  });
}

/** Every text of a message, with whether Slack reads marks in it. */
function textsOf({
  text,
  blocks,
}: SlackMessage): readonly { readonly text: string; readonly isMarked: boolean }[] {
  const ofBlock = (
    block: SlackMessage['blocks'][number],
  ): readonly { readonly type: string; readonly text: string }[] =>
    'elements' in block
      ? block.elements.map((each) => (each.type === 'button' ? each.text : each))
      : 'fields' in block
        ? block.fields
        : [block.text];
  const parts = blocks
    .flatMap(ofBlock)
    .map((each) => ({ text: each.text, isMarked: each.type === 'mrkdwn' }));
  return [{ text, isMarked: true }, ...parts];
}

/** What a reader sees of a marked text, and every `<…>` in it, by the rules of Slack's documentation. */
function readMarked(text: string): { readonly seen: string; readonly commands: readonly string[] } {
  const commands = [...text.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside);
  const shown = text.replaceAll(/<[^<>|]*\|([^<>]*)>/g, '$1');
  const plain = shown
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\*([^*\n]+)\*/g, '$1')));
  return {
    seen: plain.join('').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    commands,
  };
}

const seenIn = (message: SlackMessage): string =>
  textsOf(message)
    .map(({ text, isMarked }) => (isMarked ? readMarked(text).seen : text))
    .join('\n');

/** A report that says a value wherever a report can say one. */
function reportOf(value: string): Results {
  const insight = ranking([{ ...row(1, value, 20), previous: 3, change: 5.67 }, row(2, 'iPhone', 9)], {
    title: value,
  });
  return report([insight, { ...failed(value), title: value }], {
    title: value === '' ? 'x' : value,
    thresholds: [
      gate({ title: value }),
      gate({ name: value, note: value, limitText: value, nowText: value, valueText: value }),
    ],
  });
}

describe('no value acts in Slack', () => {
  const values = [
    '<!channel>',
    '<@U012AB3CD>',
    '<!date^1392734382^{date}|x>',
    '@here',
    '<https://evil.example|click>',
    '&lt;!channel&gt;',
    '&amp;lt;',
    '*b*',
    '```',
    ':tada:',
  ];
  const LINK = 'https://github.com/acme/app/actions/runs/16438742981|run';

  function expectInert(value: string): void {
    const message = renderSlackMessage(reportOf(value));
    for (const { text, isMarked } of textsOf(message)) {
      expect(text).not.toMatch(/@(?![\u200b])/);
      if (!isMarked) continue;
      // Nothing is a command but our own link to the run, and nothing is left to be unescaped.
      const { commands } = readMarked(text);
      expect([value, commands.filter((each) => each !== LINK)]).toEqual([value, []]);
      expect(text.replaceAll(`<${LINK}>`, '')).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
      // A backtick opens or closes a code span of our own, so there is an even number in a line.
      for (const line of text.split('\n'))
        expect([value, (line.match(/`/g) ?? []).length % 2]).toEqual([value, 0]);
      // Outside of code and of our own bold, nothing marks.
      for (const line of text.split('\n')) {
        const prose = line.replaceAll(/`[^`]*`/g, 'x');
        if (value.includes('*')) expect([value, prose.includes(value)]).toEqual([value, false]);
        const outside = prose.replaceAll(/(?<!\S)\*[^*]+\*(?=[\s:,.;)]|$)/g, 'x');
        expect([
          value,
          /[*~`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^(?:&gt;|>)|:[a-z0-9_+-]+:/i.exec(outside)?.[0],
        ]).toEqual([value, undefined]);
      }
    }
  }

  test.each(values)('no value acts in Slack: %s', expectInert);

  test('no value acts in Slack, whatever it is', () => {
    for (const value of hostileStrings().slice(0, runs(2000, 200))) expectInert(value);
  });

  test('a reader in Slack sees a value unchanged, except for backticks', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const { blocks } = renderSlackMessage(report([{ ...failed('x'), title: value }]));
        const plain = (text: string): string => text.replaceAll('\u200b', '');
        const expected = display(value).replaceAll('`', '\u02cb');
        const sections = blocks.flatMap((block) =>
          block.type === 'section' && 'text' in block ? [plain(readMarked(block.text.text).seen)] : [],
        );
        expect(sections).toEqual([plain(`❌ ${expected} is missing: x`)]);
      }),
      { numRuns: runs(1000, 200) },
    );
  });
});

describe('a message stays within the limits of Block Kit', () => {
  const text = fc.oneof(
    hostile,
    fc.constantFrom('x'.repeat(5000), '&'.repeat(2000), '`@<'.repeat(900), 'long title '.repeat(30)),
  );
  const insight = fc.tuple(text, fc.constantFrom(1, 30)).map(([title, count]) =>
    ranking(
      Array.from({ length: count }, (_, index) => row(index + 1, `${title}${index}`, 50 - index)),
      { title, name: title },
    ),
  );
  const results = fc
    .record({
      title: text,
      insights: fc.array(insight, { maxLength: 80 }),
      gates: fc.array(text, { maxLength: 80 }),
    })
    .map(({ title, insights, gates }) =>
      report(insights, { title, thresholds: gates.map((each) => gate({ title: each, note: each })) }),
    );

  test('a message stays within the limits of Block Kit, whatever it holds', () => {
    fc.assert(
      fc.property(results, (each) => {
        const message = renderSlackMessage(each);
        expect(message.blocks.length).toBeLessThanOrEqual(50);
        expect(JSON.stringify(message.blocks).length).toBeLessThanOrEqual(13_000);
        for (const block of message.blocks)
          if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150);
        for (const one of textsOf(message)) {
          expect(one.text.length).toBeGreaterThan(0);
          expect(one.text.length).toBeLessThanOrEqual(3000);
          expect(one.text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: runs(100, 15) },
    );
  });

  test('a message says what is left out', () => {
    const many = Array.from({ length: 70 }, (_, index) =>
      ranking([row(1, 'a', index)], { title: `T${index}`, name: `${index}` }),
    );
    const thresholds = Array.from({ length: 90 }, (_, index) =>
      gate({ title: `Gate ${index} ${'x'.repeat(100)}` }),
    );
    const message = renderSlackMessage(report(many, { thresholds }));
    const seen = seenIn(message);
    const shown = seen.match(/^T\d+:/gm)?.length ?? 0;
    expect(Number(/(\d+) insights not shown/.exec(seen)?.[1])).toBe(70 - shown);
    const gates = seen.match(/^❌ Gate \d+/gm)?.length ?? 0;
    expect(Number(/… and (\d+) more/.exec(seen)?.[1])).toBe(90 - gates);
  });
});

test('a message says the period, the gates with those that failed first, a line for each insight, and the run', () => {
  const insights = [ranking([row(1, 'iPhone', 30), row(2, 'iPad', 12)]), days([4, 5, 6]), failed('gone')];
  const passed = gate({
    title: 'Crash-free',
    outcome: 'passed',
    valueText: '99.5%',
    limitText: 'above 99%',
    nowText: '99.5%',
    sampleText: null,
  });
  const results = report(insights, {
    title: 'Weekly usage',
    thresholds: [passed, gate({ insight: null, insights: [] })],
  });
  const { text, blocks } = renderSlackMessage(results);
  expect(text).toBe('*Weekly usage*: 1 gate failed, 1 passed');
  expect(blocks.map(({ type }) => type)).toEqual([
    'header',
    'section',
    'section',
    'section',
    'section',
    'section',
    'context',
    'actions',
  ]);
  const url = results.run?.url;
  const label = { type: 'plain_text', text: 'Open report', emoji: false };
  expect(blocks.at(-1)).toEqual({ type: 'actions', elements: [{ type: 'button', text: label, url }] });
  const [heading, columns] = blocks.slice(1);
  expect(heading).toMatchObject({ text: { text: '❌ *Not yet: 1 of 2 gates failed*, 1 passed' } });
  expect('fields' in columns! ? columns.fields.map((each) => each.text) : []).toEqual([
    '❌ *Share of a*: failed',
    '3% (3 of 100 users)\nlimit: below 2%',
    '✅ *Crash-free*: passed',
    '99.5%\nlimit: above 99%',
  ]);
  const seen = seenIn({ text, blocks });
  expect(seen).toMatch(/^Devices: 42 events/m);
  expect(seen).toContain('❌ Crashes by version is missing: gone');
});

test('a message names the repository and the pull request that it is about, if there is one', () => {
  const subjectOf = (run: Partial<NonNullable<Results['run']>>) => {
    const { blocks } = renderSlackMessage(report([], { run: { ...report([]).run!, ...run } }));
    return textsOf({ text: '', blocks })[2]?.text;
  };
  const url = 'https://github.com/acme/app/pull/12';
  const pullRequest = { number: 12, title: 'Drop iOS 15', url };
  expect(subjectOf({ repository: 'acme/app' })).toBe('acme/app');
  expect(subjectOf({ repository: 'acme/app', pullRequest })).toBe(
    `acme/app · <${url}|pull request 12>: Drop iOS 15`,
  );
  // Anyone can open a pull request, so its title is text from outside.
  const hostile = { ...pullRequest, title: 'x <!channel> *b*' };
  expect(subjectOf({ pullRequest: hostile })).toBe(`<${url}|pull request 12>: x \`&lt;!channel&gt; *b*\``);
  expect(subjectOf({ pullRequest: { ...pullRequest, title: null } })).toBe(`<${url}|pull request 12>`);
});

test('changes, trends and commands that our messages quote are read unchanged', () => {
  const compare = { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' };
  const ranked = ranking([row(1, 'iPhone', 60)], { previousTotal: 20, compare });
  const text = 'not known. `insight-report insight list` shows the ids; check `api-url`.';
  const lines = textsOf(renderSlackMessage(report([ranked, days([4, 5, 6]), failed(text)]))).map(
    (each) => each.text,
  );
  const lineOf = (title: string) => lines.find((line) => line.startsWith(`*${title}*`));
  expect(lineOf('Devices')).toMatch(/^\*Devices\*: \*60 events\*, \*▲\s200\.0%\*[^`]*$/);
  expect(lineOf('Daily active users')).toMatch(/^[^`]*[▁-█]{3}[^`]*$/);
  expect(lines).toContain(`❌ *Crashes by version* is missing: ${text}`);
});

test('words of our own are never in a code span, and values that could act always are', () => {
  const rows = [
    { ...row(1, '<b>', 9999), share: 0.9999 },
    { ...row(2, 'iPad', 1), share: 0.0001 },
  ];
  const message = renderSlackMessage(report([ranking(rows)]));
  const all = textsOf(message).map(({ text }) => text);
  expect(all.join('\n')).toContain('`&lt;b&gt;` has the most (&gt; 99.9%)');
});

test('a report without insights that could not begin says why', () => {
  const message = renderSlackMessage(report([], { conclusion: 'error', error: { message: 'top: got "x"' } }));
  expect(message.text).toBe('*Weekly usage*: The run could not begin');
  expect(seenIn(message)).toContain('❌ The run could not begin: top: got "x"');
});

test('a report without insights that was skipped says why', () => {
  expect(seenIn(renderSlackMessage(report([], { reason: 'No token.' })))).toContain('⏭️ Skipped: No token.');
});

test('insights within their usual range share a line, each with its number, a total of several once', () => {
  const week = (index: number) => ({
    start: new Date(Date.UTC(2026, 10, 9 - 7 * (6 - index))).toISOString(),
    end: new Date(Date.UTC(2026, 10, 16 - 7 * (6 - index))).toISOString(),
  });
  const steady = (title: string) =>
    ranking([row(1, 'a', 1000)], {
      name: title,
      title,
      total: 1000,
      previousTotal: 998,
      compare: week(5),
      interval: { label: 'last week', ...week(6), complete: true },
      history: [0, 1, 2, 3, 4, 5].map(week),
      totalHistory: [990, 1010, 1000, 995, 1005, 998],
    });
  const seen = seenIn(renderSlackMessage(report([steady('Devices'), steady('Systems')])));
  const lines = seen.replaceAll('\u00a0', ' ').split('\n');
  expect(lines).toContain('As usual: Devices (1,000 events, ▲ 0.2%), Systems.');
});

test('a gate that changed says since when, and what it was before', () => {
  const was = { outcome: 'passed', at: '2026-11-10T12:00:00Z' } as const;
  const changed = gate({ title: 'Old systems', since: '2026-11-17T12:00:00Z', was });
  expect(
    seenIn(renderSlackMessage(report([ranking([row(1, 'a', 3)])], { thresholds: [changed] }))),
  ).toContain('❌ Old systems: newly failing (passed on Nov 10, 2026)\n3% (3 of 100 users)\nlimit: below 2%');
});

test('a gate says when it may cross its limit, its snooze and its reason, as in the other outputs', () => {
  const remarks = {
    forecast: 'Expected to fail by Dec 4.',
    snoozedUntil: '2026-12-01',
    reason: 'until *4.0*',
  };
  const { blocks } = renderSlackMessage(report([ranking([row(1, 'a', 3)])], { thresholds: [gate(remarks)] }));
  expect(blocks.flatMap((block) => ('fields' in block ? block.fields.map((each) => each.text) : []))).toEqual(
    [
      '💤 *Share of a*: failed, snoozed\nexpected to fail by Dec 4; `until *4.0*`',
      '3% (3 of 100 users)\nlimit: below 2%, snoozed until Dec 1, 2026',
    ],
  );
});

const MINIMUMS = {
  interval: 'last 28 complete days',
  app: { id: null, by: 'all' },
  problem: null,
  raises: [
    {
      platform: 'iOS',
      target: 'App <!here>',
      kind: 'app',
      from: '15.0',
      to: '16.0',
      places: [{ file: 'App.xcodeproj/project.pbxproj', line: 12 }],
      users: 4042,
      lost: 87,
      share: 87 / 4042,
      cannotUpdate: 31,
      withoutVersion: 0,
      why: null,
    },
  ],
} as const;

test('a message says what a pull request that raises a minimum version costs', () => {
  const seen = seenIn(renderSlackMessage(report([days([4, 5, 6])], { minimums: MINIMUMS })));
  expect(seen).toMatch(/^Minimum version$/m);
  expect(seen).toContain('Raises iOS 15 → 16');
  expect(seen).toContain('87 of 4,042 iOS users');
  expect(seen).toContain('New users below iOS 16 cannot install the app.');
});

test.each([
  [0, 87, 'All of them have a device that can run iOS 16.'],
  [0, 1, 'They have a device that can run iOS 16.'],
  [1, 87, '1 of them has a device that cannot update.'],
  [null, 87, 'Whether their devices can update is not known.'],
])('of lost users, %s of %s cannot update: %s', (cannotUpdate, lost, sentence) => {
  const [raise] = MINIMUMS.raises;
  const minimums = { ...MINIMUMS, raises: [{ ...raise, cannotUpdate, lost }] };
  expect(seenIn(renderSlackMessage(report([], { minimums })))).toContain(sentence);
});

test('a message says the verdict before the raised minimum, and shows what a file is called as text', () => {
  const [raise] = MINIMUMS.raises;
  const minimums = {
    ...MINIMUMS,
    raises: [{ ...raise, places: [{ file: 'ios/<!here>/Podfile', line: 3 }] }],
  };
  const text = JSON.stringify(
    renderSlackMessage(report([ranking([row(1, 'a', 3)])], { thresholds: [gate()], minimums })),
  );
  expect(text.indexOf('Share of a')).toBeLessThan(text.indexOf('Minimum version'));
  expect(text).toContain('Raises iOS 15 → 16 (`ios/&lt;!here&gt;/Podfile`, line 3)');
});

test('a notification without gates says the first number', () => {
  const { text } = renderSlackMessage(
    report([failed('gone'), ranking([row(1, 'a', 42)], { title: 'Devices <!here>' })]),
  );
  expect(text).toBe('*Weekly usage*: Devices `&lt;!here&gt;` 42 events');
});
