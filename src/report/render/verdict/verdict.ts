// Writes the verdicts of the results file from what the gates judged, each with a sentence that every output
// shows: `Share of iOS 15: passed, 1.87% (233 of 12,450 users), limit: below 2%`. Pure.
import { toZoned } from '../../compare/local-time.ts';
import type { Judgement } from '../../gate/verdict/judgement.ts';
import type { Verdict } from '../../results/results.ts';
import { whereKnown } from '../../../tql/json.ts';
import { describeSnooze } from '../format/verdicts.ts';
import { endedText, SETTLED_AFTER_MS } from '../view/period.ts';
import { type GateSurroundings, nameGates } from './gate-words.ts';
import { warningText } from './limit-words.ts';
import { describeReason } from './reasons.ts';
import { writeNumbers } from './numbers.ts';

/**
 * The verdicts of the results file: judgements with their names, numbers, limits and reasons, and each in one
 * sentence of plain text. Every surface shows these words.
 */
export function writeVerdicts(
  judgements: readonly Judgement[],
  surroundings: GateSurroundings,
): readonly Verdict[] {
  const names = nameGates(
    judgements.map(({ request }) => request),
    surroundings,
  );
  return judgements.map((judgement, index) => writeVerdict(judgement, names[index] ?? '', surroundings));
}

function writeVerdict(judgement: Judgement, name: string, surroundings: GateSurroundings): Verdict {
  const { locale, fewerThan = 0, nowMs = Infinity } = surroundings;
  const { request, insights, outcome, refusal, interval, timezone } = judgement;
  const queries = judgement.queries?.length === 0 ? null : judgement.queries;
  const { subject, needs, unit } = judgement;
  const reasons = judgement.reasons.map((reason) =>
    reason.kind === 'warning-false'
      ? warningText(request, surroundings)
      : describeReason(reason, judgement, locale, fewerThan),
  );
  const verdict = {
    insight: request.insight,
    insights,
    name,
    assert: request.assert.source,
    subject,
    needs,
    unit,
    ...writeNumbers(judgement, surroundings),
    note: [...reasons, lateText(judgement, nowMs)].filter(Boolean).join('; ') || null,
    interval,
    timezone,
    warn: request.warn?.source ?? null,
    reason: request.reason,
    ...snoozeOf(request.until, surroundings),
    outcome,
    // Queries name the values of small groups.
    ...whereKnown({ title: request.title, refusal, queries: fewerThan > 1 ? null : queries }),
  };
  return { ...verdict, message: writeMessage(verdict, locale) };
}

/** Whether a gate's `until` is ahead or over. */
function snoozeOf(
  until: string | null,
  { nowMs = Infinity, timezone = 'UTC' }: GateSurroundings,
): Pick<Verdict, 'snoozedUntil' | 'snoozeEnded'> {
  const isAhead = until !== null && toZoned(nowMs, timezone).toPlainDate().toString() < until;
  return { snoozedUntil: isAhead ? until : null, snoozeEnded: isAhead ? null : until };
}

/** `the period ended 3 hours ago, …`, if a count may still rise over its limit; else empty. */
function lateText({ outcome, needs, unit, isCount, interval }: Judgement, nowMs: number): string {
  const isBelow =
    (outcome === 'failed' && needs?.startsWith('>')) || (outcome === 'passed' && needs?.startsWith('<'));
  const mayRise = isBelow === true && (unit === 'change' || isCount);
  return interval !== null && mayRise ? endedText(interval, nowMs, SETTLED_AFTER_MS) : '';
}

/** A verdict in one line: `Share of iOS 15: passed, 1.87% (233 of 12,450 users), limit: below 2%`. */
export function writeMessage(verdict: Omit<Verdict, 'message'>, locale: string): string {
  const { name, outcome, note, nowText, limitText } = verdict;
  const numbers = [outcome, nowText, limitText && `limit: ${limitText}`].filter(Boolean).join(', ');
  return [`${name}: ${numbers}`, note, describeSnooze(verdict, locale)].filter(Boolean).join('; ');
}
