// Renders a report as a message of Slack's Block Kit (`webhook-format: slack`), which the Action posts to a
// webhook. https://docs.slack.dev/reference/block-kit. Pure.
import type { Results } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { truncateUnits } from '../../../text/truncate.ts';
import { display } from '../format/display.ts';
import { withoutValue } from '../view/gates.ts';
import { findWorstSymbol, gatesHeading, summarizeGates } from '../view/gates-summary.ts';
import type { InsightView } from '../view/insight-types.ts';
import { orderByWorth } from '../view/arrange/worth.ts';
import { buildView } from '../view/report.ts';
import type { GateView, View } from '../view/report-types.ts';
import { sayFailure } from '../view/sentences/insight.ts';
import { releaseText } from '../format/releases.ts';
import { minimumLines } from '../minimums/section.ts';
import { bold, escapeSlack, escapeValue, link, sentenceAsSlack, strong, webAddress } from './mrkdwn.ts';
import { contextBlock, fits, joinLines, LIMITS, mrkdwn, plainText, sectionBlock } from './blocks.ts';

/** A message for a Slack webhook: blocks of its Block Kit, and the line that a notification shows. */
export type SlackMessage = ReturnType<typeof renderSlackMessage>;

/**
 * A report as a Slack message (`webhook-format: slack`): what it is about, its gates, and a line for each
 * insight. What does not fit is counted.
 */
export function renderSlackMessage(original: Results) {
  const results = orderByWorth(original);
  const view = buildView(results, 'file', null);
  const gatesOrNumber = view.gates.length === 0 ? firstNumber(view) : summarizeGates(view.gates, 'gate');
  const summary = original.error ? 'The run could not begin' : gatesOrNumber;
  const title = truncateUnits(display(original.title).replaceAll('@', '@\u200b'), LIMITS.header);
  const notification = [strong(original.title), summary].filter(Boolean).join(': ');
  const text = notification.length <= LIMITS.text ? notification : strong(original.title);
  const top = [
    { type: 'header', text: plainText(title) } as const,
    ...contextBlock([subjectLine(original), sentenceAsSlack(view.says.when)].filter(Boolean).join('\n')),
    ...sectionBlock(reasonLines(original)),
    ...releaseBlock(view),
  ];
  const insights = insightLines(view).map((line) => sectionBlock([line]));
  const blocksWith = (gates: number, count: number) => [
    ...top,
    ...gateBlocks(view, gates),
    ...sectionBlock(minimumsOf(view)),
    ...insights.slice(0, count).flat(),
    ...contextBlock(footerLine(view, insights.length - count)),
    ...buttonBlock(view),
  ];
  // What is too much for Slack is left out from the end: first insights, then gates.
  let [gates, shown] = [view.gates.length, insights.length];
  while (shown > 0 && !fits(blocksWith(gates, shown))) shown -= 1;
  while (gates > 0 && !fits(blocksWith(gates, shown))) gates -= 1;
  return { text, blocks: blocksWith(gates, shown) };
}

/** Which repository and pull request a run is about: a channel hears of several. Empty outside Actions. */
function subjectLine({ run }: Results): string {
  const { repository = null, pullRequest = null } = run ?? {};
  const title = pullRequest?.title == null ? '' : `: ${escapeSlack(pullRequest.title)}`;
  const pull = pullRequest && `${link(pullRequest.url, `pull request ${pullRequest.number}`)}${title}`;
  return [repository && escapeSlack(repository), pull].filter(Boolean).join(' · ');
}

/** The first number, `Devices 12,450 users · ▲ 4.2%`, for the notification about a report without gates. */
function firstNumber({ insights }: View): string {
  const first = insights.find(({ error }) => error === null);
  return first === undefined ? '' : `${escapeSlack(first.title)} ${sentenceAsSlack(first.says.lead)}`;
}

/** A button that opens the run's page. Slack takes addresses of 3,000 characters. */
function buttonBlock({ run }: View) {
  const url = webAddress(run?.url ?? '');
  if (url === null || url.length > LIMITS.text) return [];
  const button = { type: 'button', text: plainText('Open report'), url } as const;
  return [{ type: 'actions', elements: [button] } as const];
}

/** Why nothing was queried, if nothing was. */
function reasonLines({ error, reason }: Results): readonly string[] {
  if (error !== undefined) return [`❌ *The run could not begin*: ${escapeSlack(error.message)}`];
  return reason === undefined ? [] : [`⏭️ *Skipped*: ${escapeSlack(reason)}`];
}

/** What to do about each release. */
function releaseBlock({ releases, locale }: View) {
  const lines = releases.map((each) =>
    each.status === 'error'
      ? `❌ ${sentenceAsSlack(sayFailure(each))}`
      : `${strong(each.title)}: ${escapeSlack(releaseText(each, locale))}`,
  );
  return sectionBlock(lines);
}

/** The gates in two columns: what is judged, and its number beside its limit. */
function gateBlocks({ gates }: View, count: number) {
  if (gates.length === 0) return [];
  const fields = gates.slice(0, count).flatMap(gateFields);
  const sections = Array.from({ length: Math.ceil(fields.length / LIMITS.fields) }, (_, index) => ({
    type: 'section' as const,
    fields: fields.slice(index * LIMITS.fields, (index + 1) * LIMITS.fields),
  }));
  return [
    ...sectionBlock([`${findWorstSymbol(gates)} ${gatesHeading(gates, bold)}`]),
    ...sections,
    ...contextBlock(count < gates.length ? `… and ${gates.length - count} more` : ''),
  ];
}

function gateFields(gate: GateView) {
  const { symbol, name, words, course, now, limit, remark } = gate;
  const what = [`${symbol} ${strong(name)}: ${course ?? words}`, sentenceAsSlack(remark)];
  const numbers = [
    escapeSlack(now ?? withoutValue(gate)),
    limit === null ? '' : `limit: ${escapeSlack(limit)}`,
  ];
  return [what, numbers].map((lines) => mrkdwn(joinLines(lines.filter(Boolean), LIMITS.field)));
}

/** What a pull request that raises a minimum version costs. */
function minimumsOf({ minimums, locale }: View): readonly string[] {
  if (minimums === null || (minimums.raises.length === 0 && minimums.problem === null)) return [];
  const problem = minimums.problem === null ? [] : [`⚠️ ${escapeSlack(minimums.problem)}`];
  const writing = { code: escapeValue, prose: escapeSlack, locale };
  return ['*Minimum version*', ...problem, ...minimumLines(minimums, writing, 'the input `minimums`')];
}

/** A line for each insight; those within their usual range share one. */
function insightLines({ insights, usual, says }: View): readonly string[] {
  const names = new Set(usual.map(({ name }) => name));
  const lines = insights.filter(({ name }) => !names.has(name)).map(insightLine);
  return says.usual === null ? lines : [...lines, joinLines([sentenceAsSlack(says.usual)])];
}

function insightLine({ title, says }: InsightView): string {
  if (says.failure !== null) return `❌ ${sentenceAsSlack(says.failure)}`;
  const more = says.more.map(sentenceAsSlack).join(' · ');
  return [`${strong(title)}: ${sentenceAsSlack(says.glance)}`, more].filter(Boolean).join('\n');
}

function footerLine({ run }: View, hidden: number): string {
  const parts = [
    hidden === 0 ? '' : `${hidden} ${plural('insight', hidden)} not shown`,
    run === null ? '' : link(run.url, run.name),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
