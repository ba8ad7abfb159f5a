// `min-group-size` for sentences: replaces the names of folded rows in notes and verdicts by "a small group".
// `reports.ts` calls it. Pure.
import type { ComparedInsight } from '../../compare/rows.ts';
import type { ExtraAnswers } from '../../gate/evidence/evidence.ts';
import type { FailedInsight, InsightResult, Verdict } from '../../results/results.ts';
import { answeredRows } from '../../tables/rows.ts';
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { quoteKey, quoteNames } from '../../../text/list.ts';

/**
 * The values that no sentence may name: those of folded rows, and those that only the extra queries of gates
 * answered: nobody has checked how many users have them.
 */
export function hiddenNames(
  insights: readonly (ComparedInsight | FailedInsight)[],
  shown: readonly InsightResult[],
  answers: ExtraAnswers,
): readonly string[] {
  const visible = new Set(shown.flatMap(namesOf));
  const answered = [...answers.values()].flatMap((answer) =>
    answer instanceof Error ? [] : answeredRows(answer).flatMap(({ row }) => Object.values(row)),
  );
  const texts = answered.filter((value) => typeof value === 'string');
  return [...new Set([...insights.flatMap(namesOf), ...texts])].filter((name) => !visible.has(name));
}

/** The keys of an insight's rows, their parts, and the products that they stand for. */
function namesOf(insight: InsightResult): readonly string[] {
  if (insight.status === 'error') return [];
  const names = [...insight.rows, ...insight.gone].flatMap(({ key, parts }) => [
    key,
    ...parts.filter((part) => part !== null),
  ]);
  return names.flatMap((name) => [name, ...[appleModelNames().get(name) ?? []].flat()]);
}

/** A verdict that names none of these values, except where its assertion does. */
export function withoutNamesInVerdict(verdict: Verdict, names: readonly string[]): Verdict {
  const assertions = `${verdict.assert} ${verdict.warn ?? ''}`;
  const hidden = names.filter((name) => !assertions.includes(name));
  const { note, message } = verdict;
  return {
    ...verdict,
    note: note === null ? null : withoutQuoted(note, hidden),
    message: withoutQuoted(message, hidden),
  };
}

/** An insight whose notes name none of these values. */
export function withoutNames(insight: InsightResult, names: readonly string[]): InsightResult {
  if (insight.status === 'error' || names.length === 0) return insight;
  return { ...insight, notes: insight.notes.map((note) => withoutQuoted(note, names)) };
}

const SOMETHING = 'a small group';

function withoutQuoted(text: string, names: readonly string[]): string {
  if (!text.includes('"')) return text;
  let withoutNames = text;
  for (const name of names)
    for (const quoted of [quoteKey(name), quoteNames([name]), JSON.stringify(name)])
      withoutNames = withoutNames.replaceAll(quoted, SOMETHING);
  return withoutNames;
}
