import type { Results } from '../results/results.ts';
import { toTitle } from '../../text/title.ts';
import { truncate } from '../../text/truncate.ts';
import { makeControlsVisible, toOneLine } from '../../text/visible.ts';
import { escapeProse } from './markdown/escape.ts';
import { renderGates } from './markdown/gates.ts';
import { buildGateView } from './view/gates.ts';
import type { GateView } from './view/report-types.ts';
import { describeSnooze } from './format/verdicts.ts';

/** A gate as a check run shows it: `name` and `title` are plain text, `summary` is Markdown. */
interface CheckText {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

/** The gates of a report as check runs show them, in order, each with a name of its own. */
export function renderChecks(results: Results): readonly CheckText[] {
  const gates = results.thresholds.map((verdict) => buildGateView(verdict, results));
  const names = nameChecks(gates);
  return gates.map((gate, index) => ({
    name: names[index] ?? '',
    title: toTitle(describe(gate).replaceAll('@', '@\u200b'), gate.words),
    summary: [renderGates([gate]), ...adviceOf(results, results.thresholds[index]?.insight)].join('\n\n'),
  }));
}

/** What to do about the release that a gate is of. */
function adviceOf({ releases = [] }: Results, name: string | null | undefined): readonly string[] {
  return releases.flatMap((release) =>
    release.status === 'ok' && release.name === name ? [escapeProse(release.sentence)] : [],
  );
}

const NAME_LIMIT = 150;

/**
 * Each gate's title, with its assertion if another gate has the same, and a number if that is the same, too.
 */
function nameChecks(gates: readonly GateView[]): readonly string[] {
  const short = gates.map(({ title, text }) => toName(title ?? '') || toName(text));
  const long = gates.map(({ text }, index) => {
    const own = short[index] ?? '';
    return short.filter((name) => name === own).length > 1 ? toName(text) : own;
  });
  const given = new Set(long);
  return long.map((name, index) => {
    if (long.indexOf(name) === index) return name;
    let count = 2;
    while (given.has(`${name} (${count})`)) count += 1;
    given.add(`${name} (${count})`);
    return `${name} (${count})`;
  });
}

function toName(text: string): string {
  return truncate(makeControlsVisible(toOneLine(text)), NAME_LIMIT);
}

/** `1.87%, needs < 2%`; without a value, why there is none. */
function describe(gate: GateView): string {
  const { value, needs, note } = gate;
  const numbers = value === null ? note : needs === null ? value : `${value}, needs ${needs}`;
  return [numbers, describeSnooze(gate)].filter(Boolean).join('; ');
}
