// Renders gates in Markdown, for reports, check runs and the template helper `gateTable`: their verdict (`Not
// yet: 1 of 3 gates failed, 2 passed`), a table, and how they were computed. Pure.
import { display } from '../format/display.ts';
import { codeSpan } from './escape.ts';
import { escapeInline, escapeProse } from './prose.ts';
import { sentenceAsMarkdown } from './sentence.ts';
import { withoutValue } from '../view/gates.ts';
import { findWorstSymbol, gatesHeading } from '../view/gates-summary.ts';
import type { PeriodView } from '../view/insight-types.ts';
import type { GateView } from '../view/report-types.ts';

/** How many characters of an assertion are shown. */
const ASSERTION_LIMIT = 300;

/**
 * The gates in Markdown: the verdict, a table with what each gate is about, its number and its limit, and
 * folded how they were computed. Empty without gates. A gate's period is left out if the report shows it
 * already.
 */
export function renderGates(
  gates: readonly GateView[],
  shownPeriod: Pick<PeriodView, 'text'> | null = null,
): string {
  return gates.length === 0 ? '' : `${renderShort(gates, gates)}\n\n${renderFold(gates, shownPeriod)}`;
}

/**
 * The gates in ever shorter forms: all of them, without how they were computed, those that did not pass, the
 * failed ones, and only the verdict.
 */
export function renderGatePages(gates: readonly GateView[]): readonly string[] {
  const selections = [
    gates,
    gates.filter(({ outcome }) => outcome !== 'passed'),
    gates.filter(({ outcome }) => outcome === 'failed'),
  ];
  const tables = selections.filter((rows) => rows.length > 0).map((rows) => renderShort(gates, rows));
  return [renderGates(gates), ...tables, headingLine(gates)];
}

function renderShort(gates: readonly GateView[], rows: readonly GateView[]): string {
  const [first, ...others] = gates;
  if (first !== undefined && others.length === 0) return renderSingle(first);
  return `${headingLine(gates)}\n\n${renderTable(rows)}`;
}

/** The verdict of all gates in one line. */
function headingLine(gates: readonly GateView[]): string {
  return `${findWorstSymbol(gates)} ${gatesHeading(gates, (verdict) => `**${verdict}**`)}`;
}

/** A single gate as sentences. A gate whose name is a question is answered. */
function renderSingle(gate: GateView): string {
  const { symbol, name, answer, words } = gate;
  const remark = capitalize(remarkOf(gate));
  const numbers = numbersOf(gate);
  if (answer === null) {
    const verdict = `${symbol} ${strongName(gate)}: **${words}.** ${numbers}`.trimEnd();
    return [verdict, remark].filter(Boolean).join('\n\n');
  }
  const verdict = `${symbol} **${escapeInline(name)} ${answer}**`;
  return [verdict, numbers, remark && `${remark}.`].filter(Boolean).join(' ');
}

/** The loss, or else value and limit, as a sentence; empty if there is none of these. */
function numbersOf(gate: GateView): string {
  const { limit, loss } = gate;
  if (loss !== null) return `${escapeInline(loss)}.`;
  const numbers = [nowOf(gate), limit === null ? '' : `limit: ${escapeInline(limit)}`];
  const text = numbers.filter(Boolean).join('; ');
  return text === '' ? '' : `${text}.`;
}

function renderTable(gates: readonly GateView[]): string {
  const rows = gates.flatMap((gate) => {
    const remark = capitalize(remarkOf(gate));
    const limit = gate.limit === null ? '' : escapeInline(gate.limit);
    return [
      `| ${gate.symbol} | ${strongName(gate)} | ${nowOf(gate) || withoutValue(gate)} | ${limit} |`,
      ...(remark === '' ? [] : [`|  | <sub>${remark}</sub> |  |  |`]),
    ];
  });
  return ['|  | Gate | Now | Limit |', '|:-:|:--|--:|:--|', ...rows].join('\n');
}

/** The value in bold with what was counted; empty without data. */
function nowOf({ value, now }: GateView): string {
  if (value === null || now === null) return '';
  const afterValue = now.slice(value.length);
  const unit = afterValue === '' ? '' : escapeInline(afterValue);
  return `**${escapeInline(value)}**${afterValue.startsWith(' ') ? ' ' : ''}${unit}`;
}

/** What was asserted of which period, folded: nobody needs it to read the verdict. */
function renderFold(gates: readonly GateView[], shownPeriod: Pick<PeriodView, 'text'> | null): string {
  const lines = gates.map((gate) => {
    const { name, assert, insight, period } = gate;
    const label = name === assert ? '' : `${escapeProse(name)}: `;
    const assertion = insight === null ? assert : `${insight}: ${assert}`;
    const ofPeriod = period === null || period === shownPeriod?.text ? '' : ` · ${period}`;
    return `* ${label}${codeSpan(display(assertion, ASSERTION_LIMIT), 'line')}${ofPeriod}`;
  });
  const meaning = gates.some(({ outcome }) => outcome === 'inconclusive') ? ['', INCONCLUSIVE] : [];
  return [
    '<details><summary>How these were computed</summary>',
    '',
    ...lines,
    ...meaning,
    '',
    '</details>',
  ].join('\n');
}

const INCONCLUSIVE =
  'What “inconclusive” means: the data cannot answer yet, for the reason next to the gate. No data never counts as a pass; `on-inconclusive` says what the step does then.';

/** Where the code of an assertion may break, so that a table of gates is no wider than a phone. */
const BREAKS = /(?<=[(.,])(?=[^\s\d)])/g;

/** A gate's name in bold; an assertion, which is the name of a gate that has no other, in code. */
export function strongName({ name, assert }: Pick<GateView, 'name' | 'assert'>): string {
  return name === assert
    ? codeSpan(display(name, ASSERTION_LIMIT).replace(BREAKS, '\u200b'), 'cell')
    : `**${escapeInline(name)}**`;
}

/** A remark as its own sentence. A name that begins it, such as iPhone 16, stays as it is. */
function capitalize(remark: string): string {
  return remark.replace(/^\p{Ll}+(?= )/u, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

function remarkOf({ course, remark }: GateView): string {
  return [course ?? '', remark === null ? '' : sentenceAsMarkdown(remark)].filter(Boolean).join('; ');
}
