// The answer of the page "Ask", under four tabs: as a report, a chart, a table, and how the service found it.
import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../../text/errors.ts';
import { plural } from '../../text/plural.ts';
import type { Query } from '../../tql/query.ts';
import { display } from '../../report/render/format/display.ts';
import { numberFormat } from '../../report/render/format/numbers.ts';
import type { Results } from '../../report/results/results.ts';
import { buildView } from '../../report/render/view/report.ts';
import { sayFailure } from '../../report/render/view/sentences/insight.ts';
import { printQuery } from '../query/text.ts';
import { type Asker, Refusal } from '../service/asker.ts';
import type { Question } from '../query/question.ts';
import { Chart } from './chart.tsx';
import { ReportSection } from './report-section.tsx';
import { ProblemLine } from './problem.tsx';
import type { AnswerState } from './use-answer.ts';
import { useAsked } from './use-asked.ts';
import { releaseText } from '../../report/render/format/releases.ts';
import { sentenceAsText } from '../../report/render/view/sentences/sentence.ts';

const TABS = ['Report', 'Chart', 'Table', 'Plan'] as const;
type Tab = (typeof TABS)[number];

interface AnswerPaneProps {
  readonly state: AnswerState;
  readonly question: Question | null;
  readonly asker: Asker;
}

/** The answer: as the report shows it, as a chart, with every row, and how it was found. */
export function AnswerPane({ state, question, asker }: AnswerPaneProps) {
  const [chosen, setChosen] = useState<Tab | null>(null);
  const { answer, isAsking, problem } = state;
  const tab = chosen ?? (isSeries(question) ? 'Chart' : 'Report');
  return (
    <section class="answer" aria-label="Answer" aria-busy={isAsking}>
      <div class="tabs">
        <Tabs tab={tab} choose={setChosen} />
        <span class="muted status" role="status">
          {statusOf(state, question)}
        </span>
      </div>
      {problem?.of === 'query' && <ProblemLine of={problem} />}
      <div class={isAsking || problem !== null ? 'panel stale' : 'panel'} role="tabpanel" aria-label={tab}>
        {question !== null && tab === 'Plan' && !isAsking && <Plan query={question.query} asker={asker} />}
        {question !== null && tab !== 'Plan' && answer !== null && (
          <Panel tab={tab} results={answer.results} />
        )}
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

/** How the answer stands, such as `3 rows · 24 ms`. */
function statusOf({ answer, isAsking }: AnswerState, question: Question | null): string {
  if (isAsking) return 'Asking…';
  if (question === null) return 'The query is not complete yet.';
  if (answer === null) return '';
  const { number } = numberFormat('en-US');
  const duration = `${number(answer.durationMs)} ms`;
  const [insight] = answer.results.insights;
  if (insight?.status !== 'ok') return duration;
  const { length } = insight.rows;
  return `${number(length)} ${plural('row', length)} · ${duration}`;
}

interface PanelProps {
  readonly tab: Exclude<Tab, 'Plan'>;
  readonly results: Results;
}

function Panel({ tab, results }: PanelProps) {
  const shownResults = tab === 'Table' ? withEveryRow(results) : results;
  const [insight] = buildView(shownResults, 'summary', null).insights;
  if (insight === undefined) return null;
  if (tab === 'Chart') return <Chart insight={insight} results={results} />;
  const { releases = [], locale } = results;
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

/** The results with every row of the answer, not only the first ones. */
function withEveryRow(results: Results): Results {
  const insights = results.insights.map((insight) =>
    insight.status === 'ok' ? { ...insight, top: insight.rows.length } : insight,
  );
  return { ...results, insights };
}

function describe(error: unknown): string {
  return error instanceof Refusal && error.status === 404
    ? 'This service does not say how it runs a query.'
    : messageOf(error);
}

/** What the query is compiled to, and how it is run. */
function Plan({ query, asker }: { readonly query: Query; readonly asker: Asker }) {
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
