import type { Backtest } from '../../cli/backtest/releases.ts';
import { display } from '../../report/render/format/display.ts';
import { numberFormat } from '../../report/render/format/numbers.ts';
import { askOnce } from '../../report/run/service.ts';
import type { Draft } from '../query/address.ts';
import { type Asker, serviceOf } from '../service/asker.ts';
import { type Answer, requestOf } from '../service/report.ts';
import { TextField } from './fields.tsx';
import { GateSentence } from './gate-sentence.tsx';
import { Lines } from './plot.tsx';
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
  const isJudged = answer !== null && answer.question.threshold === threshold && problem === null;
  const verdict = isJudged ? answer.results?.thresholds[0] : undefined;
  return (
    <section class="gate" aria-label="Gate">
      <GateSentence
        threshold={threshold}
        rows={rowsOf(answer)}
        change={(assertion) => {
          change({ threshold: assertion });
        }}
      />
      <div class="row">
        <TextField
          label="Gate"
          value={threshold}
          placeholder='total() >= 1000, or share("iOS 15") < 2%'
          change={(typed) => {
            change({ threshold: typed });
          }}
        />
      </div>
      {problem?.of === 'gate' && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      {verdict !== undefined && (
        <p class={`verdict ${verdict.outcome}`} role="status">
          {display(verdict.message, 1000)}
        </p>
      )}
      {verdict !== undefined && !isAsking && answer !== null && (
        <BacktestView answer={answer} asker={asker} />
      )}
    </section>
  );
}

/** The rows that a gate may be about: none for a release, which has its own function. */
function rowsOf(answer: Answer | null): readonly string[] | null {
  const [insight] = answer?.results?.insights ?? [];
  if (answer === null || answer.question.kind === 'release' || insight?.status !== 'ok') return null;
  return insight.queryType === 'topN' ? insight.rows.slice(0, insight.top).map(({ key }) => key) : [];
}

/** How many earlier periods a gate is judged over. */
const PERIODS = 6;

/** The gate's verdicts on earlier periods. */
function BacktestView({ answer, asker }: { readonly answer: Answer; readonly asker: Asker }) {
  const { value: backtestResult } = useAsked((signal) => backtest(answer, asker, signal), [answer, asker]);
  if (backtestResult === undefined) return <p class="muted">Judging the periods before…</p>;
  const [round] = backtestResult.rounds;
  const verdicts = round === undefined ? [] : [...round.earlier.map(({ verdict }) => verdict), round.now];
  const ends = [...(round?.earlier ?? []).map(({ range }) => range.endMs), nowOf(answer)];
  const write = verdicts.at(-1)?.unit === 'number' ? undefined : numberFormat('en-US').percent;
  return (
    <>
      {verdicts.some(({ value }) => value !== null) && (
        <Lines
          label="The gate's value in the periods before, with its limit"
          times={ends}
          lines={[
            { name: 'Value', values: verdicts.map(({ value }) => value) },
            { name: 'Limit', values: verdicts.map(({ limit }) => limit) },
          ]}
          {...(write && { write })}
        />
      )}
      <pre tabIndex={0} class="wrap">
        {backtestResult.text}
      </pre>
    </>
  );
}

function nowOf({ results }: Answer): number {
  const [insight] = results?.insights ?? [];
  return insight?.status === 'ok' ? Date.parse(insight.interval.end) : Date.parse(results?.generatedAt ?? '');
}

interface Judged {
  readonly rounds: readonly Backtest[];
  readonly text: string;
}

async function backtest({ question, results }: Answer, asker: Asker, signal: AbortSignal): Promise<Judged> {
  if (results === null) return { rounds: [], text: '' };
  const { formatBacktest, runBacktest } = await import('../../cli/backtest/backtest.ts');
  const nowMs = Date.parse(results.generatedAt);
  const request = await requestOf(question);
  const service = askOnce(serviceOf(asker, signal, () => undefined));
  const rounds = await runBacktest(request, results, service, nowMs, PERIODS);
  const text = rounds.map((round) => formatBacktest(round, { nowMs, locale: results.locale })).join('\n');
  return { rounds, text };
}
