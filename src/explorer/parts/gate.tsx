import { display } from '../../report/render/format/display.ts';
import { askOnce } from '../../report/run/service.ts';
import type { Draft } from '../query/address.ts';
import { type Asker, serviceOf } from '../service/asker.ts';
import { type Answer, requestOf } from '../service/report.ts';
import { Checkbox, TextField } from './fields.tsx';
import type { AnswerState } from './use-answer.ts';
import { useAsked } from './use-asked.ts';

interface GateProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly state: AnswerState;
  readonly asker: Asker;
}

/** A gate tried on the query: judged at once, then over the periods before. */
export function Gate({ draft: { threshold, isCompared }, change, state, asker }: GateProps) {
  const { answer, problem, isAsking } = state;
  const isJudged = answer !== null && answer.question.threshold === threshold && problem === null;
  const verdict = isJudged ? answer.results?.thresholds[0] : undefined;
  return (
    <section class="gate" aria-label="Gate">
      <div class="row">
        <TextField
          label="Gate"
          value={threshold}
          placeholder='total() >= 1000, or share("iOS 15") < 2%'
          change={(typed) => {
            change({ threshold: typed });
          }}
        />
        <Checkbox
          label="compare with the period before"
          isOn={isCompared}
          change={(isOn) => {
            change({ isCompared: isOn });
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
      {verdict !== undefined && !isAsking && answer !== null && <Backtest answer={answer} asker={asker} />}
    </section>
  );
}

/** How many earlier periods a gate is judged over. */
const PERIODS = 6;

/** What the gate would have said of the periods before. */
function Backtest({ answer, asker }: { readonly answer: Answer; readonly asker: Asker }) {
  const { found } = useAsked((signal) => backtest(answer, asker, signal), [answer, asker]);
  return found ? (
    <pre tabIndex={0} class="wrap">
      {found}
    </pre>
  ) : (
    <p class="muted">Judging the periods before…</p>
  );
}

async function backtest({ question, results }: Answer, asker: Asker, signal: AbortSignal): Promise<string> {
  if (results === null) return '';
  const { formatBacktest, runBacktest } = await import('../../cli/backtest/backtest.ts');
  const nowMs = Date.parse(results.generatedAt);
  const request = await requestOf(question);
  const service = askOnce(serviceOf(asker, signal, () => undefined));
  const rounds = await runBacktest(request, results, service, nowMs, PERIODS);
  return rounds.map((round) => formatBacktest(round, { nowMs, locale: results.locale })).join('\n');
}
