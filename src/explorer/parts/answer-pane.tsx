import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../../text/errors.ts';
import { display } from '../../report/render/format/display.ts';
import { buildView } from '../../report/render/view/report.ts';
import { sayFailure } from '../../report/render/view/sentences/insight.ts';
import { printQuery } from '../query/text.ts';
import { type Asker, Refusal } from '../service/asker.ts';
import type { Answer } from '../service/report.ts';
import type { Question } from '../query/question.ts';
import { Chart } from './chart.tsx';
import { ReportSection } from './report-section.tsx';
import type { AnswerState, Problem } from './use-answer.ts';
import { useAsked } from './use-asked.ts';
import { releaseText } from '../../report/render/format/verdicts.ts';
import { sentenceAsText } from '../../report/render/view/sentences/sentence.ts';

const TABS = ['Report', 'Chart', 'Table', 'Answer', 'Plan'] as const;
type Tab = (typeof TABS)[number];

interface AnswerPaneProps {
  readonly state: AnswerState;
  readonly question: Question | null;
  readonly asker: Asker;
}

/**
 * The answer: as the report shows it, as a chart, with every row, as the service gave it, and how it was
 * found.
 */
export function AnswerPane({ state, question, asker }: AnswerPaneProps) {
  const [chosen, setChosen] = useState<Tab | null>(null);
  const { answer, isAsking, problem } = state;
  const tab = chosen ?? (isSeries(question) ? 'Chart' : 'Report');
  // How many events the engine read; null if the service does not say it. The queries for totals and for the
  // period before would count events again.
  const { value: rowsRead = null } = useAsked(
    async (signal) => answer && (await asker.measureBehind(answer.query, signal)).rowsRead,
    [answer, asker],
  );
  return (
    <section class="answer" aria-label="Answer" aria-busy={isAsking}>
      <div class="tabs">
        <Tabs tab={tab} choose={setChosen} />
        <span class="muted status" role="status">
          {isAsking
            ? 'Asking…'
            : question === null
              ? 'The query is not complete yet.'
              : statusOf(answer, rowsRead)}
        </span>
      </div>
      {problem?.of === 'query' && (
        <p class="problem" role="alert">
          {problem.path !== null && <strong>{problem.path} </strong>}
          {withoutPlace(problem)}
        </p>
      )}
      <div class={isAsking || problem !== null ? 'panel stale' : 'panel'} role="tabpanel" aria-label={tab}>
        {question !== null &&
          (tab === 'Plan'
            ? !isAsking && <Plan question={question} asker={asker} />
            : answer !== null && <Panel tab={tab} answer={answer} />)}
      </div>
    </section>
  );
}

/** A series over time, also one that is split, is looked at as a chart first, but for a release's. */
function isSeries(question: Question | null): boolean {
  if (question?.kind === 'release') return false;
  const { queryType, granularity } = question?.query ?? {};
  return (queryType === 'timeseries' || queryType === 'topN') && granularity !== 'all';
}

interface TabsProps {
  readonly tab: Tab;
  readonly choose: (tab: Tab) => void;
}

/** One stop of the Tab key; arrow keys lead from tab to tab. */
function Tabs({ tab, choose }: TabsProps) {
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    const index = (TABS.indexOf(tab) + step + TABS.length) % TABS.length;
    choose(TABS[index] ?? tab);
    const buttons = event.currentTarget.querySelectorAll('button');
    buttons[index]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Ways to see the answer" onKeyDown={move}>
      {TABS.map((each) => (
        <button
          key={each}
          role="tab"
          aria-selected={each === tab}
          tabIndex={each === tab ? 0 : -1}
          onClick={() => {
            choose(each);
          }}
        >
          {each}
        </button>
      ))}
    </div>
  );
}

/** The service's messages begin with the place. */
function withoutPlace({ path, message }: Problem): string {
  return path !== null && message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
}

function statusOf(answer: Answer | null, rowsRead: number | null): string {
  if (answer === null) return '';
  const rows = answer.results?.insights[0]?.status === 'ok' ? answer.results.insights[0].rows.length : null;
  const counted = rows === null ? '' : `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} · `;
  const read = rowsRead === null ? '' : ` · ${rowsRead.toLocaleString('en-US')} events read`;
  return `${counted}${answer.durationMs.toLocaleString('en-US')} ms${read}`;
}

function Panel({ tab, answer }: { readonly tab: Exclude<Tab, 'Plan'>; readonly answer: Answer }) {
  if (tab === 'Answer') return <pre tabIndex={0}>{shorten(printQuery(answer.raw))}</pre>;
  if (answer.results === null)
    return <p class="muted">A report cannot show such an answer; look at it under Answer.</p>;
  const [insight] =
    tab === 'Table' ? wholeView(answer.results) : buildView(answer.results, 'summary', null).insights;
  if (insight === undefined) return null;
  if (tab === 'Chart') return <Chart insight={insight} results={answer.results} />;
  const { releases = [], locale } = answer.results;
  return (
    <>
      {tab === 'Report' &&
        releases.map((release) => (
          <p key={release.name} class="headline">
            {release.status === 'error'
              ? sentenceAsText(sayFailure(release))
              : display(releaseText(release, locale), 2000)}
          </p>
        ))}
      <ReportSection insight={insight} locale={locale} isWhole={tab === 'Table'} />
    </>
  );
}

/** The view with every row of the answer. */
function wholeView(results: NonNullable<Answer['results']>) {
  const insights = results.insights.map((insight) =>
    insight.status === 'ok' ? { ...insight, top: insight.rows.length } : insight,
  );
  return buildView({ ...results, insights }, 'summary', null).insights;
}

const SHOWN_CHARACTERS = 100_000;

function shorten(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}\n…`;
}

function describe(error: unknown): string {
  return error instanceof Refusal && error.status === 404
    ? 'This service does not say how it runs a query.'
    : messageOf(error);
}

/** What the query is compiled to, and how it is run. */
function Plan({ question: { query }, asker }: { readonly question: Question; readonly asker: Asker }) {
  const { value: explanation, problem } = useAsked((signal) => asker.explain(query, signal), [query, asker]);
  if (problem !== undefined) return <p class="problem">{describe(problem)}</p>;
  if (explanation === undefined) return <p class="muted">Asking…</p>;
  const { compiled, language, statement, parameters, plan } = explanation;
  return (
    <>
      <h3>Compiled query</h3>
      <pre tabIndex={0}>{printQuery(compiled)}</pre>
      <h3>{language}</h3>
      <pre tabIndex={0} class="wrap">
        {statement}
      </pre>
      {parameters.length > 0 && <pre tabIndex={0}>{parameters.join('\n')}</pre>}
      <h3>Plan</h3>
      <pre tabIndex={0}>{plan}</pre>
    </>
  );
}
