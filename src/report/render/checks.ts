// Writes the texts of check runs (`post-to: check`), one for each gate. The Action (action/checks.ts) adds
// their conclusions and posts them. Pure.
import type { Results } from '../results/results.ts';
import { toTitle } from '../../text/title.ts';
import { truncate } from '../../text/truncate.ts';
import { makeControlsVisible, toOneLine } from '../../text/visible.ts';
import { escapeProse } from './markdown/prose.ts';
import { renderGates } from './markdown/gates.ts';
import { buildGateView } from './view/gates.ts';
import type { GateView } from './view/report-types.ts';

/**
 * The gates of a report as GitHub's check runs show them (`post-to: check`), each with a unique name, since
 * branch rules require a check by its name. `name` and `title` are plain text, `summary` is Markdown.
 */
export function renderChecks(results: Results) {
  const gates = results.thresholds.map((verdict) => buildGateView(verdict, results));
  const names = nameChecks(gates);
  return gates.map((gate, index) => ({
    name: names[index] ?? '',
    title: toTitle(
      [gate.now ?? gate.note, gate.limit === null ? '' : `limit: ${gate.limit}`]
        .filter(Boolean)
        .join(', ')
        .replaceAll('@', '@\u200b'),
      gate.words,
    ),
    summary: [renderGates([gate]), ...adviceOf(results, results.thresholds[index]?.insight)].join('\n\n'),
  }));
}

/** What to do about the release that a gate judges; nothing for a gate of an insight. */
function adviceOf({ releases = [] }: Results, name: string | null | undefined): readonly string[] {
  return releases.flatMap((release) =>
    release.status === 'ok' && release.name === name ? [escapeProse(release.sentence)] : [],
  );
}

/** In characters. GitHub's list of checks has no room for more. */
const NAME_LIMIT = 150;

/** Each gate's name, with a number if another gate has the same. */
function nameChecks(gates: readonly GateView[]): readonly string[] {
  const names = gates.map(({ name }) => truncate(makeControlsVisible(toOneLine(name)), NAME_LIMIT) || 'Gate');
  const taken = new Set(names);
  return names.map((name, index) => {
    if (names.indexOf(name) === index) return name;
    let count = 2;
    while (taken.has(`${name} (${count})`)) count += 1;
    taken.add(`${name} (${count})`);
    return `${name} (${count})`;
  });
}
