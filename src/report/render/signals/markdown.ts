// Renders the section on event names in the code (signals, in TelemetryDeck's words) as Markdown, for reports
// and `insight-report signals`. Pure.
import { display } from '../format/display.ts';
import { codeSpan, escapeValue } from '../markdown/escape.ts';
import { escapeInline, escapeProse } from '../markdown/prose.ts';
import { numberFormat } from '../format/numbers.ts';
import type { SignalResult, Signals } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { isGone, isSilentYet, placesText, usersText, withoutTargets } from './plain.ts';

/** The rows of the table; more of them nobody reads. The results file has all. */
const ROWS = 50;

/** How many new names, or unread files, are named before "3 more". */
const NAMED = 5;

/**
 * The event names in the code as Markdown: a heading, what goes blind and what is new in a sentence each, and
 * a table. Empty if the code was not looked at.
 */
export function renderSignals(section: Signals | null, locale: string): string {
  if (section === null) return '';
  const { scope, problem, unread, interval } = section;
  const signals = withoutTargets(section.signals);
  const blocks = [
    headOf(section),
    ...(problem === null ? [] : [`> ⚠️ ${escapeProse(problem)}`]),
    ...(scope === 'change' ? noticesOf({ ...section, signals }, locale) : []),
    ...(signals.length > 0 ? [renderTable({ ...section, signals }, locale)] : []),
    ...(signals.length > ROWS ? [`_${signals.length - ROWS} more are in the results file._`] : []),
    ...footnotes(interval, unread, signals),
  ];
  return blocks.join('\n\n');
}

/** The heading, or one sentence if there is nothing to show below it. */
function headOf({ scope, problem, signals, unread }: Signals): string {
  const isEmpty = signals.length === 0 && problem === null;
  if (scope === 'whole')
    return `### Signals in the code${isEmpty ? '\n\nNo call that sends an event was found.' : ''}`;
  if (!isEmpty) return '### What this pull request touches';
  return `This pull request touches no event name${unread.length === 0 ? '' : ' in the files that were read'}.`;
}

/**
 * What a reviewer has to know before the table: what goes blind, what is lost, what is silent until the
 * release.
 */
function noticesOf({ signals, fewerThan = 0 }: Signals, locale: string): readonly string[] {
  const gone = signals.filter(isGone);
  const lines = [...gone.map((signal) => goneLine(signal, locale, fewerThan)), ...newLine(signals)];
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')];
}

function goneLine(signal: SignalResult, locale: string, fewerThan: number): string {
  const { name, state, to, users, insights, gates, events, hidden = [] } = signal;
  const what =
    state === 'renamed' ? `${bold(name)} becomes ${bold(to ?? '')}` : `${bold(name)} is no longer sent`;
  const blind = [
    ...insights.map((each) => `_${escapeProse(each)}_`),
    ...gates.map((each) => `the gate ${codeSpan(display(each), 'line')}`),
  ];
  const isFewUsers = hidden.includes('users');
  const isUsed = isFewUsers || (events ?? 0) > 0;
  const effects: string[] = [];
  if (blind.length > 0) effects.push(`${joinWords(blind)} ${blind.length === 1 ? 'goes' : 'go'} blind`);
  if (isUsed) {
    const count = numberFormat(locale).number(isFewUsers ? fewerThan : users);
    effects.push(`${isFewUsers ? 'fewer than ' : ''}${count} ${plural('user', users ?? 0)} sent it`);
  }
  if (events === 0) effects.push('no user sent it');
  const symbolOfUse = isUsed ? '⚠️' : 'ℹ️';
  const symbol = blind.length > 0 ? '❌' : symbolOfUse;
  return `${symbol} ${what}${effects.length === 0 ? '' : `: ${effects.join('; ')}`}`;
}

function newLine(signals: readonly SignalResult[]): readonly string[] {
  const fresh = signals.filter(({ state }) => state === 'new');
  const added = fresh.map(({ name }) => bold(name));
  if (added.length === 0) return [];
  const isSilent = fresh.every(isSilentYet);
  const shown = added.length > NAMED ? [...added.slice(0, NAMED), `${added.length - NAMED} more`] : added;
  return [
    `🆕 ${joinWords(shown)} ${added.length === 1 ? 'is' : 'are'} new${isSilent ? ', and silent until the release' : ''}`,
  ];
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function bold(name: string): string {
  return `**${escapeValue(name)}**`;
}

function renderTable({ signals, fewerThan = 0 }: Signals, locale: string): string {
  const hasInsights = signals.some(({ insights, gates }) => insights.length + gates.length > 0);
  const rows = signals.slice(0, ROWS).map((signal) => {
    const { name, state, to, insights, gates } = signal;
    const watched = [
      ...insights.map((each) => escapeInline(each)),
      ...gates.map((each) => codeSpan(display(each), 'cell')),
    ].join(', ');
    const stated = state === 'renamed' ? `renamed to ${escapeValue(to ?? '', 'cell')}` : (state ?? '–');
    const cells = [
      escapeCell(name),
      usersText(signal, locale, fewerThan),
      stated,
      escapeCell(placesText(signal)),
    ];
    return `| ${[...cells, ...(hasInsights ? [watched] : [])].join(' | ')} |`;
  });
  return [
    `| Signal | Users | State | In the code |${hasInsights ? ' Read by |' : ''}`,
    `|:--|--:|:--|:--|${hasInsights ? ':--|' : ''}`,
    ...rows,
  ].join('\n');
}

function escapeCell(text: string): string {
  return text === '' ? '' : escapeValue(text, 'cell');
}

function footnotes(
  interval: string | null,
  unread: readonly string[],
  signals: readonly SignalResult[],
): readonly string[] {
  const period =
    interval === null || signals.length === 0 ? [] : [`Users are those of the ${escapeProse(interval)}.`];
  const files = unread.slice(0, NAMED).map((path) => escapeValue(path));
  const more = unread.length > NAMED ? ` and ${unread.length - NAMED} more` : '';
  const unreadFiles =
    files.length === 0 ? [] : [`Not read, being too large or too slow to read: ${files.join(', ')}${more}.`];
  const notes = [...period, ...unreadFiles];
  return notes.length === 0 ? [] : [`<sub>${notes.join(' ')}</sub>`];
}
