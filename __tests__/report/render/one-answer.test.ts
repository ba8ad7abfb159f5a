// Every place that shows a report says the same numbers and outcomes, and they are those of its results.
import { buildBadge } from '../../../src/report/render/badge.ts';
import { renderChecks } from '../../../src/report/render/checks.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import { renderSlackMessage, type SlackMessage } from '../../../src/report/render/slack/message.ts';
import { renderTerminal } from '../../../src/report/render/terminal/report.ts';
import type { ReportedInsight, Results, ResultsRow, Verdict } from '../../../src/report/results/results.ts';
import { answering, judgeWith, threshold, USERS_BY_SYSTEM, users, type Written } from '../gate/fixtures.ts';
import { asQuery } from '../../support/as-query.ts';
import fc, { runs } from '../../support/properties.ts';
import { report } from '../../support/render/results.ts';

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'en-IN'] as const;
type Locale = (typeof LOCALES)[number];

interface World {
  readonly insight: ReportedInsight;
  readonly results: Results;
  readonly isRate: boolean;
  readonly locale: Locale;
}

const KEYS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const count = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 5_000_000 }));
const rate = fc.integer({ min: 0, max: 100_000 }).map((parts) => parts / 100_000);
const op = fc.constantFrom('<', '<=', '>', '>=');
const assertion = fc.oneof(
  fc
    .tuple(fc.constantFrom(...KEYS, 'nobody'), op, count)
    .map(([key, sign, n]) => `value("${key}") ${sign} ${n}`),
  fc
    .tuple(fc.constantFrom(...KEYS), op, fc.integer({ min: 1, max: 999 }))
    .map(([key, sign, n]) => `share("${key}") ${sign} ${n / 10}%`),
  fc
    .tuple(fc.constantFrom(...KEYS), op, fc.integer({ min: -90, max: 400 }))
    .map(([key, sign, n]) => `change("${key}") ${sign} ${n}%`),
  fc.tuple(op, fc.integer({ min: -90, max: 400 })).map(([sign, n]) => `totalChange() ${sign} ${n}%`),
  fc.tuple(op, count).map(([sign, n]) => `total() ${sign} ${n}`),
);

const RATE = { options: { style: 'percent', maximumFractionDigits: 2 } };

function insightOf(written: readonly Written[], isRate: boolean): ReportedInsight {
  const before = written.reduce((sum, [, , previous]) => sum + (previous ?? 0), 0);
  const query = asQuery({ ...USERS_BY_SYSTEM, valueFormatter: RATE });
  if (isRate) return users(written, { unit: 'other', query, total: null });
  return users(written, { previousTotal: before });
}

/** A world before its gates are judged. */
interface Drawn {
  readonly isRate: boolean;
  readonly locale: Locale;
  readonly values: readonly (readonly [value: number, previous: number | null])[];
  readonly asserts: readonly string[];
}

const drawn: fc.Arbitrary<Drawn> = fc.boolean().chain((isRate) => {
  const measured = isRate ? rate : count;
  return fc.record({
    isRate: fc.constant(isRate),
    locale: fc.constantFrom(...LOCALES),
    values: fc.array(fc.tuple(measured, fc.option(measured, { nil: null })), { minLength: 1, maxLength: 6 }),
    asserts: fc.array(assertion, { maxLength: isRate ? 0 : 3 }),
  });
});

async function build({ isRate, locale, values, asserts }: Drawn): Promise<World> {
  const sorted = values.toSorted(([one], [other]) => other - one);
  const written = sorted.map(([value, before], index): Written => [KEYS[index] ?? '', value, before]);
  const insight = insightOf(written, isRate);
  const requests = asserts.map((assert) => threshold(assert));
  const thresholds = await judgeWith(requests, [insight], answering({}).run);
  return { insight, isRate, locale, results: report([insight], { thresholds, locale }) };
}

/** A number as a person reads it. */
interface Read {
  readonly value: number;
  /** Half of a unit of the last digit that is shown. */
  readonly error: number;
  readonly sign: '<' | '>' | '=';
}

/** Reads `▼ 12.0%`, `> 99.9 %`, `▲ 12.5×`, `▲ 0.7 points` or `1,234.5`; null if the text is not a number. */
function read(text: string, locale: string): Read | null {
  const parts = new Intl.NumberFormat(locale).formatToParts(-12_345_678.9);
  const separator = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const plain = text.replaceAll(separator('group'), '').replaceAll(/[\s\u00a0\u202f*]/g, '');
  const found = /^([▲▼±+−-]?)([<>]?)(\d+)(?:[.,](\d+))?(%|×|points?)?$/u.exec(
    plain.replace(separator('decimal'), '.'),
  );
  if (found === null) return null;
  const [, arrow = '', bound = '', whole = '', fraction = '', unit = ''] = found;
  const size =
    Number(`${whole}.${fraction || '0'}`) * (arrow === '▼' || arrow === '−' || arrow === '-' ? -1 : 1);
  const half = 0.5 * 10 ** -fraction.length;
  if (unit === '×') return { value: size - 1, error: Math.max(half, Math.abs(size) * 0.005), sign: '=' };
  const scale = unit === '' ? 1 : 0.01;
  return { value: size * scale, error: half * scale, sign: bound === '' ? '=' : (bound as '<' | '>') };
}

/** Whether a text shows a number: within its last digit, or within the bound that it states. */
function shows(text: string, value: number | null, locale: string): boolean {
  if (value === null) return text === '–' || text === '';
  const found = read(text, locale);
  if (found === null) return false;
  if (found.sign === '<') return value !== 0 && value / found.value > 0 && value / found.value < 1;
  if (found.sign === '>') return value / found.value > 1 && Math.abs(value) < 1;
  return Math.abs(value - found.value) <= found.error * (1 + 1e-6) + Math.abs(value) * 1e-12;
}

type Table = readonly (readonly [key: string, cells: Readonly<Record<string, string>>])[];

/** The table whose first columns are the key and the measured number. */
function tableOfMarkdown(markdown: string): Table {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '));
  const cellsOf = (line: string): string[] =>
    line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim());
  const start = lines.findIndex((line) => line.startsWith('| System |'));
  return named(lines.slice(start).map(cellsOf));
}

function tableOfTerminal(text: string): Table {
  const lines = text.split('\n').map((line) => line.trim().split(/ {2,}/));
  const start = lines.findIndex(([rank, name]) => rank === '#' && name === 'System');
  const end = lines.findIndex((line, index) => index > start && line.length < 3);
  return named(lines.slice(start, end).map((cells) => cells.slice(1)));
}

/** Rows by their headings. Bars have no heading: they are left out. */
function named(table: readonly (readonly string[])[]): Table {
  const [head = [], ...rows] = table;
  return rows
    .filter(([key]) => KEYS.includes(key ?? ''))
    .map((row) => {
      const cells = row.filter((cell) => !/^`?[█▉▊▋▌▍▎▏]+`?$/u.test(cell) && cell !== '');
      return [
        cells[0] ?? '',
        Object.fromEntries(head.filter(Boolean).map((name, at) => [name, cells[at] ?? ''])),
      ];
    });
}

/** What a row's change must be: in points for a rate, else relative to the earlier value. */
function changeOf({ value, previous }: ResultsRow, isRate: boolean): number | null {
  if (value === null || previous === null) return null;
  if (isRate || value === previous) return value - previous;
  return previous === 0 ? null : (value - previous) / previous;
}

function expectTable(table: Table, { insight, isRate, locale }: World): void {
  expect(table.map(([key]) => key)).toEqual(insight.rows.map(({ key }) => key));
  for (const [index, [key, cells]] of table.entries()) {
    const row = insight.rows[index]!;
    const change = changeOf(row, isRate);
    const fault = (name: string, value: number | null): readonly unknown[] => {
      const text = cells[name] ?? '';
      return text === 'new' || shows(text, value, locale) ? [] : [key, name, text, value];
    };
    const faults = [
      ...fault('Users', row.value),
      ...fault('Change', change),
      ...fault('Before', row.previous),
    ];
    expect([...faults, ...('Share' in cells ? fault('Share', row.share) : [])]).toEqual([]);
  }
}

const WORDS: Readonly<Record<Verdict['outcome'], readonly [mark: string, sign: string]>> = {
  passed: ['✅', '✓'],
  failed: ['❌', '✗'],
  warned: ['⚠️', '!'],
  inconclusive: ['❓', '?'],
};

/** A gate's number as its unit is shown: shares in percent, changes with their sign. */
function expectGate(verdict: Verdict, places: Readonly<Record<string, string>>): void {
  const { assert, outcome, value, valueText, limitText } = verdict;
  const number = valueText?.replace(/^rank /, '') ?? '';
  expect([assert, shows(number, value, 'en-US')]).toEqual([assert, true]);
  const [mark, sign] = WORDS[outcome];
  for (const [place, text] of Object.entries(places)) {
    const isPlain = place === 'terminal';
    expect([place, text.trim().slice(0, mark.length)]).toEqual([
      place,
      isPlain ? expect.stringContaining(sign) : expect.stringContaining(mark),
    ]);
    // In the table the mark is the outcome.
    if (place !== 'markdown') expect([place, text]).toEqual([place, expect.stringContaining(outcome)]);
    if (valueText !== null) expect([place, text]).toEqual([place, expect.stringContaining(valueText)]);
    if (limitText !== null) expect([place, text]).toEqual([place, expect.stringContaining(limitText)]);
  }
}

/** The lines of a Slack message; a gate and its numbers, which stand in two columns, are one. */
function slackLines(block: SlackMessage['blocks'][number]): readonly string[] {
  if (block.type !== 'section') return [];
  if ('text' in block) return [unescape(block.text.text)];
  const cells = block.fields.map(({ text }) => unescape(text).replaceAll('\n', ' '));
  return cells.flatMap((cell, index) => (index % 2 === 0 ? [`${cell} ${cells[index + 1] ?? ''}`] : []));
}

function lineOf(text: string, { name, limitText }: Verdict, start = ''): string {
  const found = text
    .split('\n')
    .filter((line) => line.trim().startsWith(start) && line.includes(name) && line.includes(limitText ?? ''));
  return found[0] ?? '';
}

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('\\', '');

async function expectOneAnswer(each: World): Promise<void> {
  const { results, insight, locale } = each;
  const { markdown } = await renderReport(results, {
    template: { kind: 'builtin', name: 'report' },
    destination: 'issue',
    limit: null,
    links: { whole: null },
  });
  const terminal = renderTerminal(results, { width: 400, color: false });
  const slack = renderSlackMessage(results).blocks.flatMap(slackLines).join('\n');
  const checks = renderChecks(results);
  expectTable(tableOfMarkdown(markdown), each);
  expectTable(tableOfTerminal(terminal), each);
  const asserts = results.thresholds.map(({ assert }) => assert);
  const isAlone = asserts.every((one) => asserts.filter((other) => other.startsWith(one)).length === 1);
  for (const [index, verdict] of isAlone ? results.thresholds.entries() : []) {
    const isAlone = results.thresholds.length === 1;
    expectGate(verdict, {
      markdown: lineOf(markdown, verdict, isAlone ? '' : '| ').replace(/^\| /, ''),
      terminal: lineOf(terminal, verdict),
      slack: lineOf(slack, verdict),
      check: lineOf(checks[index]!.summary, verdict),
    });
  }
  const badge = buildBadge([results], 'neutral').message;
  const outcomes = results.thresholds.map(({ outcome }) => outcome);
  if (outcomes.length === 1) expect(badge).toContain(outcomes[0]);
  for (const outcome of new Set(outcomes.length > 1 ? outcomes : [])) {
    const times = outcomes.filter((other) => other === outcome).length;
    const stated = new RegExp(`(?:^|, )${times} (?:gates? )?${outcome}`);
    for (const text of [badge, renderSlackMessage(results).text.replace(/^.*?: /, '')])
      expect(text).toMatch(stated);
  }
  if (insight.total === null || insight.total === 0) return;
  const leads = [
    /^\*\*(.*?) users?\*\*/m.exec(markdown),
    /^ *OS versions {2}(.*?) users?\b/m.exec(terminal),
    /^\*OS versions\*: (.*?) users?\b/m.exec(slack),
    outcomes.length === 0 ? /^(.*?) users?\b/.exec(badge) : null,
  ];
  const totals = leads.slice(0, outcomes.length === 0 ? 4 : 3).map((found) => found?.[1] ?? 'none');
  for (const [place, text] of totals.entries())
    expect([place, text, shows(text, insight.total, locale)]).toEqual([place, text, true]);
}

test('the outputs all show the numbers and outcomes of the results', async () => {
  const property = fc.asyncProperty(drawn, async (each) => {
    await expectOneAnswer(await build(each));
  });
  await fc.assert(property, { numRuns: runs(300, 100) });
});
