import { useId, useMemo, useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import { numberFormat } from '../../report/render/format/numbers.ts';
import { messageOf } from '../../text/errors.ts';
import {
  chosenOf,
  dropGate,
  forecastOf,
  percentOf,
  type Requirement,
  requirementsOf,
} from '../query/drop.ts';
import { findTiles, versionColumns } from '../query/home.ts';
import { type PageState, queryOver, rangesOf } from '../query/page.ts';
import { answerQuestion } from '../service/report.ts';
import type { Question } from '../query/question.ts';
import { copyText, gateOf, nextSteps, workflowOf } from './copy.ts';
import type { Connection } from './explorer.tsx';
import { Select } from './fields.tsx';
import { PageControls } from './page-controls.tsx';
import { Lines } from './plot.tsx';
import { useAsked } from './use-asked.ts';

interface DropProps {
  readonly connection: Connection;
  readonly state: PageState;
  readonly nowMs: number;
  readonly change: (changes: Partial<PageState>) => void;
}

/** How many earlier periods the trend is of. */
const HISTORY = 12;

/** Each version with the users that requiring it would lose, since when and until when. */
export function Drop({ connection: { asker, columns }, state, nowMs, change }: DropProps) {
  const [openedMs] = useState(nowMs);
  const ranges = useMemo(() => rangesOf(state.period, openedMs), [JSON.stringify(state.period), openedMs]);
  const names = columns.map(({ name }) => name);
  const candidates = versionColumns(names);
  const column = state.column !== null && names.includes(state.column) ? state.column : candidates[0];
  const question = useQuestion(state, column ?? '', names);
  const { value: answer, problem } = useAsked(
    async (signal) => (column === undefined ? null : answerQuestion(question, asker, signal, openedMs)),
    [asker, question],
  );
  const requirements = useMemo(() => requirementsOf(answer?.results?.insights[0]), [answer]);
  const chosen = chosenOf(requirements, state.version, state.limit);
  return (
    <main class="home">
      <PageControls state={state} ranges={ranges} change={change} />
      <div class="row">
        <Select
          label="Column of versions"
          value={column ?? ''}
          options={[...new Set([...candidates, ...names])]}
          write={display}
          change={(next) => {
            change({ column: next, version: null });
          }}
        />
        <LimitField
          limit={state.limit}
          change={(limit) => {
            change({ limit, version: chosen?.version ?? null });
          }}
        />
      </div>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {messageOf(problem)}
        </p>
      )}
      <div class="drop" aria-busy={answer === undefined && problem === undefined}>
        <VersionList
          requirements={requirements}
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
      <Progress
        isAsking={answer === undefined && problem === undefined}
        isEmpty={requirements.length === 0}
      />
    </main>
  );
}

/** What stands below the list while there is none. */
function Progress({ isAsking, isEmpty }: { readonly isAsking: boolean; readonly isEmpty: boolean }) {
  if (!isEmpty && !isAsking) return null;
  return (
    <p class="muted" role="status">
      {isAsking
        ? 'Counting users…'
        : 'This column has no versions in this period. Choose another column or period.'}
    </p>
  );
}

/** The question, without the limit; the same object while it stays the same. */
function useQuestion({ period, conditions }: PageState, column: string, names: readonly string[]): Question {
  return useMemo(() => {
    const query = queryOver(period, { kind: 'versions', by: column, conditions });
    const name = findTiles(names).find((tile) => tile.column === column)?.title ?? column;
    return { query, name, threshold: '', isCompared: false, kind: 'versions', history: HISTORY };
  }, [JSON.stringify([period, conditions, column])]);
}

const STEP = 0.001;
const HIGHEST = 0.3;

/** The part of users that may be lost, by dragging or by arrow keys. */
function LimitField({ limit, change }: { readonly limit: number; readonly change: (limit: number) => void }) {
  const id = useId();
  return (
    <span class="field wide">
      <label for={id}>You may lose at most {percentOf(limit)} of users</label>
      <input
        id={id}
        type="range"
        min={STEP}
        max={Math.max(HIGHEST, limit)}
        step={STEP}
        value={limit}
        aria-valuetext={percentOf(limit)}
        onInput={(event) => {
          change(event.currentTarget.valueAsNumber);
        }}
      />
    </span>
  );
}

interface VersionListProps {
  readonly requirements: readonly Requirement[];
  readonly chosen: Requirement | undefined;
  readonly limit: number;
  readonly choose: (version: string) => void;
}

function VersionList({ requirements, chosen, limit, choose }: VersionListProps) {
  const { number, percent } = numberFormat('en-US');
  return (
    <ul aria-label="Versions">
      {requirements.toReversed().map(({ version, lost, share }) => (
        <li key={version} class="bar" style={{ '--share': `${(share ?? 0) * 100}%` }}>
          <button
            class="plain"
            aria-pressed={version === chosen?.version}
            onClick={() => {
              choose(version);
            }}
          >
            Require {display(version)}
          </button>
          <span class="numbers">
            {lost === 0 ? 'loses nobody' : `loses ${number(lost)} · ${percent(share)}`}
            {share !== null && share < limit ? ' ✓' : ''}
          </span>
        </li>
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
  const [notice, setNotice] = useState({ of: '', text: '' });
  const gated = { ...question, threshold: dropGate(version, limit) };
  const copy = async (said: string, text: Promise<string>): Promise<void> => {
    const isCopied = await copyText(await text);
    setNotice({ of: gated.threshold, text: isCopied ? said : 'The browser does not allow copying here.' });
  };
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
            { name: 'Limit', values: trend.map(() => limit) },
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
        <button
          onClick={() => {
            void copy('Copied the gate.', gateOf(gated));
          }}
        >
          Copy gate
        </button>
        <button
          onClick={() => {
            void copy(`Copied the workflow. ${nextSteps(gated)}`, workflowOf(gated));
          }}
        >
          Copy workflow
        </button>
      </div>
      <p class="muted" role="status">
        {notice.of === gated.threshold ? notice.text : ''}
      </p>
    </section>
  );
}

/** Whether a version can be required, and when if not yet. */
function verdictOf(requirement: Requirement, limit: number, nowMs: number): string {
  const { version, lost, share } = requirement;
  const { number, percent } = numberFormat('en-US');
  if (share === null || lost === null)
    return `It is not known how many users requiring ${display(version)} would lose.`;
  const loss = `Requiring ${display(version)} loses ${number(lost)} ${lost === 1 ? 'user' : 'users'} (${percent(share)}).`;
  if (share < limit) return `Yes. ${loss}`;
  const forecast = forecastOf(requirement, limit, nowMs);
  if (forecast.kind !== 'crossing' || forecast.isRising)
    return `Not yet. ${loss} The trend does not say when it is below ${percentOf(limit)}.`;
  // The forecast is good to a month.
  const month = new Date(forecast.atMs).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `Not yet. ${loss} At this pace it is below ${percentOf(limit)} around ${month}.`;
}
