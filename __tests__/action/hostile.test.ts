// Hostile values where no Markdown is read: log lines, annotations, outputs, issue titles, CSV.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import { createActionLog } from '../../src/action/log.ts';
import { neutralizeCommands } from '../../src/text/workflow-commands.ts';
import { quote } from '../../src/report/client/quote.ts';
import { buildView } from '../../src/report/render/view/report.ts';
import { makeControlsVisible } from '../../src/text/visible.ts';
import { runs } from '../support/properties.ts';
import { hostileStrings } from '../support/render/tricks.ts';
import { ranking, report, row } from '../support/render/results.ts';
import { renderCsv } from '../../src/report/render/markdown/table.ts';
import { renderTitle } from '../../src/report/render/report.ts';
import { emptyFolder } from '../support/temporary-files.ts';

/** Commands of the runner, some with characters that a culture-sensitive search ignores. */
const RUNNERS = [
  '##[error]x',
  'a ##[add-mask]e',
  '##\u200b[error]x',
  '#\u00ad#\u2060[group]',
  '##\ufe0f[warning]',
  '###[error]',
  '::error::x',
  ' ::error::x',
  '\u00a0::error::x',
  '\u2028::stop-commands::t',
  '\u200b::error::x',
  ':\u2060:error::x',
  'a\r::add-path::/x',
  'a\u0085::error::x',
  'a\n\t::set-env name=x::y',
  '::error file=a,line=1::x%0A::debug::y',
];
const values = [...RUNNERS, ...RUNNERS.map((line) => `x\n${line}`), ...hostileStrings()];

/** Whether the runner takes a line for a command (ActionCommand.cs), invisible characters ignored. */
function isCommand(line: string) {
  const seen = line.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]/gu, '');
  return seen.includes('##[') || seen.trimStart().startsWith('::');
}

/** The lines as .NET splits them; further line ends are included to be safe. */
const lines = (text: string) => text.split(/\r\n|[\n\r\u0085\u2028\u2029]/u);

describe('the log', () => {
  let written = '';
  const write = process.stdout.write.bind(process.stdout);

  beforeEach(() => {
    written = '';
    process.stdout.write = (text: string | Uint8Array) => {
      written += String(text);
      return true;
    };
  });

  afterEach(() => {
    process.stdout.write = write;
  });

  test('the log writes no line that the runner takes for a command', () => {
    const actionLog = createActionLog();
    for (const value of values) actionLog.info(`It said ${value}`);
    for (const value of values) actionLog.info(value);
    process.stdout.write = write;
    expect(lines(written).filter(isCommand)).toEqual([]);
    // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
    expect(written).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
  });

  test.each(['debug', 'notice', 'warning', 'error'] as const)(
    '%s writes one command of our own with the whole text',
    (level) => {
      for (const value of values) {
        written = '';
        createActionLog()[level](value);
        expect(lines(written.replace(/\r?\n$/, ''))).toHaveLength(1);
        const [, data = ''] = new RegExp(`^::${level}::([^]*?)\r?\n$`).exec(written) ?? [];
        const decoded = data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
        expect(decoded).toBe(neutralizeCommands(value));
        expect(lines(decoded).filter(isCommand)).toEqual([]);
      }
    },
  );

  test("the log quotes a service's message in one line", () => {
    const said = values.map((value) => quote(value, (text) => text));
    process.stdout.write = write;
    expect(said.filter((text) => lines(text).length > 1 || Array.from(text).length > 301)).toEqual([]);
  });
});

describe('outputs', () => {
  let folder: string;

  beforeEach(() => {
    folder = emptyFolder();
    process.env['GITHUB_OUTPUT'] = join(folder, 'output');
    writeFileSync(join(folder, 'output'), '');
  });

  afterEach(() => {
    delete process.env['GITHUB_OUTPUT'];
  });

  test('outputs have exactly the values that they were set to', () => {
    const tricks = [
      'a\nb<<EOF\nx\nEOF',
      'EOF\nconclusion=passed',
      'ghadelimiter_0\nx=y',
      '\n\n',
      'x\r\ny=z',
      '<<',
    ];
    const given = [...tricks, ...values.slice(0, 1500)];
    for (const [index, value] of given.entries()) setOutput(`o${index}`, value);
    const found = readOutputs(readFileSync(join(folder, 'output'), 'utf8'));
    expect(found.map(([name]) => name)).toEqual(given.map((_, index) => `o${index}`));
    // A lone surrogate has no bytes.
    expect(found.map(([, value]) => value)).toEqual(given.map((value) => value.toWellFormed()));
  });

  /** As FileCommandManager.cs reads them. */
  function readOutputs(text: string) {
    const found: [string, string][] = [];
    const all = text.split('\n');
    for (let at = 0; at < all.length; at += 1) {
      const line = all[at] ?? '';
      if (line === '') continue;
      const [equals, heredoc] = [line.indexOf('='), line.indexOf('<<')];
      if (equals >= 0 && (heredoc < 0 || equals < heredoc))
        found.push([line.slice(0, equals), line.slice(equals + 1)]);
      else {
        const end = all.indexOf(line.slice(heredoc + 2), at + 1);
        found.push([line.slice(0, heredoc), all.slice(at + 1, end).join('\n')]);
        at = end;
      }
    }
    return found;
  }
});

test.each([
  '{{title}}',
  'Usage: {{title}}',
  '{{#each insights}}{{title}} {{#each rows}}{{label}}{{/each}}{{/each}}',
])('an issue’s title %s is one line that notifies nobody', async (template) => {
  const some = values.slice(0, template === '{{title}}' ? undefined : runs(800, 100));
  for (const value of some) {
    const insight = ranking([row(1, value, 2), row(2, 'x', 1)], { title: value, name: value });
    const title = await renderTitle(report([insight], { title: value }), template);
    expect(title).not.toMatch(/@(?!\u200b)|[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(title.length).toBeLessThanOrEqual(256);
    expect(title.trim()).not.toBe('');
  }
});

test('CSV gives every key back', () => {
  for (const batch of [values.slice(0, 1000), values.slice(-1000)]) {
    const view = buildView(
      report([
        ranking(
          batch.map((value, at) => row(at + 1, value, 1)),
          { top: 1000 },
        ),
      ]),
      'file',
      null,
    );
    const records = readCsv(renderCsv(view.insights[0]!)).slice(1);
    expect(records).toHaveLength(batch.length);
    for (const [at, record] of records.entries()) expect(record).toContain(asShown(batch[at]!));
  }
});

/**
 * The value with the mark after each `@` that prevents a notification if the file is pasted, its controls
 * visible but for tabs, and an apostrophe before what a spreadsheet would run.
 */
function asShown(value: string) {
  const shown = value.replaceAll('@', '@\u200b').replace(/[^\t]/gu, makeControlsVisible);
  return /^[=@\t\r]/.test(shown) || /^[+-](?!\d+$)/.test(shown) ? `'${shown}` : shown;
}

/** Reads CSV as in RFC 4180. */
function readCsv(text: string) {
  const records: string[][] = [[]];
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    records.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\n') records.push([]);
    if (end === '') break;
  }
  return records;
}
