// The page "Can we drop it?": what requiring a version would cost, when it will cost less, and the gate for
// it. `app.tsx` loads it when it is first opened.
import { useMemo } from 'preact/hooks';
import { plural } from '../../text/plural.ts';
import { display } from '../../report/render/format/display.ts';
import { MIN_POINTS } from '../../report/gate/verdict/forecast.ts';
import { formatMonth } from '../../report/render/format/dates.ts';
import { numberFormat } from '../../report/render/format/numbers.ts';
import {
  chosenOf,
  dropGate,
  forecastOf,
  percentOf,
  type Requirement,
  requirementsOf,
} from '../query/drop.ts';
import { columnTitle } from '../query/columns.ts';
import { versionColumns } from '../query/home.ts';
import { type PageState, queryOver } from '../query/page.ts';
import { answerQuestion } from '../service/report.ts';
import type { Question } from '../query/question.ts';
import { Bar } from './bar.tsx';
import { CopyButtons, useNotice } from './copy.tsx';
import { Input, Select } from './fields.tsx';
import { Lines } from './lines.tsx';
import { PageControls, type PageProps, useRanges } from './page-controls.tsx';
import { ProblemLine } from './problem.tsx';
import { useAsked } from './use-asked.ts';

/** How many earlier periods the trend is of. */
const HISTORY = 12;

/** Each version with the users that requiring it would lose, since when and until when. */
export function Drop({ connection, state, change }: PageProps) {
  const { asker, columns } = connection;
  const { openedMs, ranges } = useRanges(state, connection);
  const names = columns.map(({ name }) => name);
  const candidates = versionColumns(names);
  const column = state.column !== null && names.includes(state.column) ? state.column : candidates[0];
  const question = useQuestion(state, column ?? '');
  const answer = useAsked(
    async (signal) => (column === undefined ? null : answerQuestion(question, asker, signal, openedMs)),
    [asker, question],
  );
  const requirements = requirementsOf(answer.value?.results.insights[0]);
  const chosen = chosenOf(requirements, state.version, state.limit);
  return (
    <main class="home">
      <PageControls state={state} ranges={ranges} change={change} />
      <div class="row">
        <Select
          label="Column of versions"
          write={columnTitle}
          value={column ?? ''}
          options={[...new Set([...candidates, ...names])]}
          change={(next) => {
            change({ column: next, version: null });
          }}
        />
        <Input
          label={`You may lose at most ${percentOf(state.limit)} of users`}
          isWide
          type="range"
          min={STEP}
          max={Math.max(HIGHEST, state.limit)}
          step={STEP}
          value={state.limit}
          aria-valuetext={percentOf(state.limit)}
          change={(_, limit) => {
            change({ limit, version: chosen?.version ?? null });
          }}
        />
      </div>
      <ProblemLine of={answer.problem} />
      <div class="drop" aria-busy={answer.isAsking}>
        <VersionList
          requirements={requirements}
          isAsking={answer.isAsking}
          chosen={chosen}
          limit={state.limit}
          choose={(version) => {
            change({ version });
          }}
        />
        {chosen !== undefined && (
          <Chosen requirement={chosen} limit={state.limit} nowMs={openedMs} question={question} />
        )}
      </div>
    </main>
  );
}

/** The limit is chosen in tenths of a percent, up to a third of the users. */
const STEP = 0.001;
const HIGHEST = 0.3;

/** The question, without the limit; the same object while it stays the same. */
function useQuestion({ period, conditions }: PageState, column: string): Question {
  return useMemo(() => {
    const query = queryOver(period, { kind: 'versions', by: column, conditions });
    const name = columnTitle(column);
    return { query, name, threshold: '', isCompared: false, kind: 'versions', history: HISTORY };
  }, [JSON.stringify([period, conditions, column])]);
}

interface VersionListProps {
  readonly requirements: readonly Requirement[];
  readonly isAsking: boolean;
  readonly chosen: Requirement | undefined;
  readonly limit: number;
  readonly choose: (version: string) => void;
}

function VersionList({ requirements, isAsking, chosen, limit, choose }: VersionListProps) {
  if (requirements.length === 0)
    return (
      <p class="muted" role="status">
        {isAsking
          ? 'Counting users…'
          : 'This column has no versions in this period. Choose another column or period.'}
      </p>
    );
  const { number, percent } = numberFormat('en-US');
  return (
    <ul aria-label="Versions">
      {requirements.toReversed().map(({ version, lost, share }) => (
        <Bar
          key={version}
          share={share}
          numbers={[
            lost === 0 ? 'loses nobody' : `loses ${number(lost)}`,
            percent(share),
            share !== null && share < limit ? '✓' : '',
          ]}
        >
          <button
            class="plain"
            aria-pressed={version === chosen?.version}
            onClick={() => {
              choose(version);
            }}
          >
            Require {display(version)}
          </button>
        </Bar>
      ))}
    </ul>
  );
}

interface ChosenProps {
  readonly requirement: Requirement;
  readonly limit: number;
  readonly nowMs: number;
  readonly question: Question;
}

/** What requiring the chosen version would lose, its trend, and the gate. */
function Chosen({ requirement, limit, nowMs, question }: ChosenProps) {
  const { version, trend } = requirement;
  const gated = { ...question, threshold: dropGate(version, limit) };
  const { text, copy } = useNotice(gated.threshold);
  const { percent } = numberFormat('en-US');
  return (
    <section aria-label={`Requiring ${display(version)}`}>
      <p class="headline">{verdictOf(requirement, limit, nowMs)}</p>
      {trend.length > 1 && (
        <Lines
          label={`Share of users lost by requiring ${display(version)}, with the limit`}
          times={trend.map(({ endMs }) => endMs)}
          lines={[
            { name: 'Users lost', values: trend.map(({ share }) => share) },
            { name: 'Limit', values: trend.map(() => limit), isThin: true },
          ]}
          write={(value) => percent(value)}
        />
      )}
      <p>
        Fail if users who only have versions below {display(version)} are at least {percentOf(limit)} of all
        users
      </p>
      <pre tabIndex={0}>{gated.threshold}</pre>
      <div class="row">
        <CopyButtons question={gated} copy={copy} />
      </div>
      <p class="muted" role="status">
        {text}
      </p>
    </section>
  );
}

/** Whether a version can be required, and when if not yet. */
function verdictOf(requirement: Requirement, limit: number, nowMs: number): string {
  const { version, lost, share, trend } = requirement;
  const { number, percent } = numberFormat('en-US');
  if (share === null || lost === null)
    return `It is not known how many users requiring ${display(version)} would lose.`;
  const loss = `Requiring ${display(version)} loses ${number(lost)} ${plural('user', lost)} (${percent(share)}).`;
  if (share < limit) return `Yes. ${loss}`;
  if (trend.length < MIN_POINTS)
    return `Not yet. ${loss} To see when it is below ${percentOf(limit)}, choose a shorter period: the trend needs ${MIN_POINTS} periods, and there ${trend.length === 1 ? 'is' : 'are'} ${trend.length}.`;
  const forecast = forecastOf(requirement, limit, nowMs);
  if (forecast.kind !== 'crossing' || forecast.isRising)
    return `Not yet. ${loss} The trend does not say when it is below ${percentOf(limit)}.`;
  // The forecast is good to a month.
  const month = formatMonth(forecast.atMs, 'en-US');
  return `Not yet. ${loss} At this pace it is below ${percentOf(limit)} around ${month}.`;
}
