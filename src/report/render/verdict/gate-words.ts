// Names gates by what their assertions compare: `share(only(below("iOS 16"))) < 2%` becomes `Users lost by
// requiring iOS 16`. Pure.
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { isInsightId } from '../../../text/insight-id.ts';
import { makeVisible, toOneLine } from '../../../text/visible.ts';
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import type { Assertion } from '../../expression/parse.ts';
import type { WorseCondition } from '../../expression/worse.ts';
import type { ReleaseRequest, ThresholdRequest } from '../../inputs/request.ts';
import type { InsightResult, ReportedInsight } from '../../results/results.ts';
import { bucketUnit } from '../format/buckets.ts';
import { display } from '../format/display.ts';
import { soleComparison } from './sole-comparison.ts';

/** What the words of a gate need to know of its report. */
export interface GateSurroundings {
  readonly insights: readonly InsightResult[];
  readonly releases: readonly Pick<ReleaseRequest, 'name' | 'title' | 'event'>[];
  readonly locale: string;
  /** Counts below it are not shown (`min-group-size`). */
  readonly fewerThan?: number;
  /** When the gates were judged, in epoch milliseconds. */
  readonly nowMs?: number;
  /** The report's zone, in which the day of a gate's `until` begins. */
  readonly timezone?: string;
}

/**
 * The names of a report's gates, in their order: their titles, or what their assertions compare, in words
 * (`Users lost by requiring iOS 16`). Equal ones get their insight's title in front.
 */
export function nameGates(
  requests: readonly ThresholdRequest[],
  surroundings: GateSurroundings,
): readonly string[] {
  const names = requests.map((request) => nameGate(request, surroundings));
  return requests.map((request, index) => {
    const name = names[index] ?? '';
    const isShared = names.filter((each) => each === name).length > 1;
    const title = isShared && request.insight !== null ? titleOf(request.insight, surroundings) : '';
    return title === '' || name.startsWith(title) ? name : `${title}: ${name}`;
  });
}

/** A gate's title, else its name by what its assertion compares, else the assertion. */
function nameGate(request: ThresholdRequest, surroundings: GateSurroundings): string {
  if (request.title !== null) return toOneLine(makeVisible(request.title));
  const name =
    request.kind === 'release'
      ? nameRelease(request.assert.condition, request.insight, surroundings)
      : nameComparison(request.assert, request.insight, surroundings);
  return toOneLine(makeVisible(name ?? request.assert.source));
}

function nameRelease(
  condition: WorseCondition,
  release: string,
  { releases }: GateSurroundings,
): string | null {
  if (condition.kind !== 'comparison') return null;
  const gateRelease = releases.find(({ name }) => name === release);
  const event =
    condition.event ??
    (typeof gateRelease?.event === 'string' ? gateRelease.event : (gateRelease?.title ?? release));
  return `${event}: new version compared with older ones`;
}

function nameComparison(
  assertion: Assertion,
  defaultInsight: string | null,
  surroundings: GateSurroundings,
): string | null {
  const call = soleComparison(assertion, defaultInsight, surroundings)?.call ?? null;
  const name = call?.insight ?? defaultInsight;
  if (call === null || name === null) return null;
  const insight = surroundings.insights.find((each) => each.name === name);
  return nameCall(call, titleOf(name, surroundings), insight?.status === 'ok' ? insight : null);
}

/** What a call reads, in words; null if there are none for it. */
function nameCall(call: FunctionCall, title: string, insight: ReportedInsight | null): string | null {
  const total = call.output == null ? title : `${title}: ${call.output}`;
  const row = call.row == null ? null : nameRow(call.row);
  switch (call.name) {
    case 'share':
      return row && shareName(row);
    case 'value':
      return row && namedValue(row, call.output ?? insight?.metric ?? null);
    case 'change':
      return row && `Change ${CHANGE_OF[row.kind]} ${row.text}`;
    case 'rank':
      return row && `Rank of ${row.text}`;
    case 'total':
      return total;
    case 'totalChange':
      return `Change of ${total}`;
    case 'count':
      return `Rows of ${total}`;
    case 'first':
    case 'last': {
      const unit = insight === null ? null : bucketUnit(insight.query.granularity);
      return `${total}, ${call.name} ${unit ?? 'bucket'}`;
    }
    case 'previous':
    case 'previousTotal':
      return null;
  }
}

/** A row in words, `iOS 15`, or the set of rows below it. */
interface RowWords {
  readonly kind: 'row' | 'below' | 'only-below';
  readonly text: string;
}

function shareName({ kind, text }: RowWords): string {
  if (kind === 'only-below') return `Users lost by requiring ${text}`;
  return kind === 'below' ? `Share below ${text}` : `Share of ${text}`;
}

const CHANGE_OF = { row: 'of', below: 'below', 'only-below': 'only below' } as const;

const VALUE_OF = { row: '', below: 'Below ', 'only-below': 'Only below ' } as const;

function namedValue({ kind, text }: RowWords, output: string | null): string {
  const row = `${VALUE_OF[kind]}${text}`;
  return output === null ? row : `${row}: ${output}`;
}

/** A row, or a set of rows, in words; null for a set that has none. */
function nameRow(row: string | RowSet): RowWords | null {
  if (!(row instanceof RowSet)) return { kind: 'row', text: rowLabel(row) };
  const texts = row.texts.map(rowLabel);
  const [first = ''] = texts;
  if (row.kind === 'below') return { kind: row.isOnly ? 'only-below' : 'below', text: first };
  if (row.isOnly) return null;
  if (row.kind === 'atLeast') return { kind: 'row', text: `${first} or newer` };
  if (row.kind !== 'oneOf') return null;
  const last = texts.at(-1) ?? '';
  return { kind: 'row', text: texts.length === 1 ? first : `${texts.slice(0, -1).join(', ')} or ${last}` };
}

function rowLabel(key: string): string {
  return appleModelNames().get(key) ?? display(key);
}

function titleOf(name: string, { insights, releases }: GateSurroundings): string {
  const insight = insights.find((each) => each.name === name);
  const title = insight?.title ?? releases.find((each) => each.name === name)?.title ?? name;
  return isInsightId(title) && insight !== undefined && !isInsightId(insight.name) ? insight.name : title;
}
