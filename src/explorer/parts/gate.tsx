// Tries a gate on the answer of the page "Ask". `explorer.tsx` shows it below the answer.
import { display } from '../../report/render/format/display.ts';
import { numberFormat } from '../../report/render/format/numbers.ts';
import { askOnce } from '../../report/run/service.ts';
import type { Draft } from '../query/address.ts';
import type { QueryService } from '../../report/client/client.ts';
import { type Asker, serviceOf } from '../service/asker.ts';
import { type Answer, requestOf } from '../service/report.ts';
import { Input } from './fields.tsx';
import { GateSentence } from './gate-sentence.tsx';
import { Lines } from './lines.tsx';
import { ProblemLine } from './problem.tsx';
import type { AnswerState } from './use-answer.ts';
import { useAsked } from './use-asked.ts';

interface GateProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly state: AnswerState;
  readonly asker: Asker;
}

/** A gate tried on the query: judged at once, then over the periods before. */
export function Gate({ draft: { threshold }, change, state, asker }: GateProps) {
  const { answer, problem, isAsking } = state;
  const isJudged = answer?.question.threshold === threshold && problem === null;
  const verdict = isJudged ? answer.results.thresholds[0] : undefined;
  const changeThreshold = (assertion: string): void => {
    change({ threshold: assertion });
  };
  return (
    <section class="gate" aria-label="Gate">
      <GateSentence threshold={threshold} rows={rowsOf(answer)} change={changeThreshold} />
      <div class="row">
        <Input
          label="Gate"
          isWide
          value={threshold}
          placeholder='total() >= 1000, or share("iOS 15") < 2%'
          change={changeThreshold}
        />
      </div>
      {problem?.of === 'gate' && <ProblemLine of={problem} />}
      {answer !== null && verdict !== undefined && (
        <>
          <p class={`verdict ${verdict.outcome}`} role="status">
            {display(verdict.message, 1000)}
          </p>
          {!isAsking && <BacktestView answer={answer} asker={asker} />}
        </>
      )}
    </section>
  );
}

/** The rows that a gate may be about: none for a release, which has its own function. */
function rowsOf(answer: Answer | null): readonly string[] | null {
  const [insight] = answer?.results.insights ?? [];
  if (answer === null || answer.question.kind === 'release' || insight?.status !== 'ok') return null;
  return insight.queryType === 'topN' ? insight.rows.slice(0, insight.top).map(({ key }) => key) : [];
}

/** How many earlier periods a gate is judged over. */
const PERIODS = 6;

/** The gate's verdicts on earlier periods, as a line with the limit and in words. */
function BacktestView({ answer, asker }: { readonly answer: Answer; readonly asker: Asker }) {
  const { value: backtest, problem } = useAsked(
    (signal) => runBacktest(answer, serviceOf(asker.run, signal)),
    [answer, asker],
  );
  if (backtest === undefined && problem === undefined)
    return <p class="muted">Judging the periods before…</p>;
  const { verdicts = [], times = [], text = '' } = backtest ?? {};
  return (
    <>
      <ProblemLine of={problem} />
      {verdicts.some(({ value }) => value !== null) && (
        <Lines
          label="The gate's value in the periods before, with its limit"
          times={times}
          lines={[
            { name: 'Value', values: verdicts.map(({ value }) => value) },
            { name: 'Limit', values: verdicts.map(({ limit }) => limit), isThin: true },
          ]}
          {...(verdicts.at(-1)?.unit !== 'number' && { write: numberFormat('en-US').percent })}
        />
      )}
      <pre tabIndex={0} class="wrap">
        {text}
      </pre>
    </>
  );
}

async function runBacktest({ question, results }: Answer, service: QueryService) {
  const { runBacktest: run } = await import('../../cli/backtest/backtest.ts');
  const { formatBacktest } = await import('../../cli/backtest/print.ts');
  const nowMs = Date.parse(results.generatedAt);
  const request = await requestOf(question);
  const [round] = await run({ request, results, service: askOnce(service), nowMs }, PERIODS);
  if (round === undefined) return null;
  const [insight] = results.insights;
  const endMs = insight?.status === 'ok' ? Date.parse(insight.interval.end) : nowMs;
  return {
    verdicts: [...round.earlier.map(({ verdict }) => verdict), round.now],
    times: [...round.earlier.map(({ range }) => range.endMs), endMs],
    text: formatBacktest(round, { nowMs, locale: results.locale }),
  };
}
