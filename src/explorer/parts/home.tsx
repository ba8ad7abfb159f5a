import { useMemo, useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import { formatChange } from '../../report/render/format/numbers.ts';
import { messageOf } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import { parseResult, type QueryResult } from '../../tql/result.ts';
import { writeAddress } from '../query/address.ts';
import {
  type Change,
  type Count,
  findTiles,
  readTile,
  readTotals,
  readTrend,
  relativeChange,
  releasesOf,
  tileQuery,
  totalsQuery,
  trendQuery,
  unitOf,
} from '../query/home.ts';
import { type PageState, queryOver, type Ranges, rangesOf, withCondition } from '../query/page.ts';
import { printQuery } from '../query/text.ts';
import type { Asker } from '../service/asker.ts';
import type { Connection } from './explorer.tsx';
import { PageControls } from './page-controls.tsx';
import { daysText } from './period.tsx';
import { Lines } from './plot.tsx';
import { TileSection } from './tile.tsx';
import { useAsked } from './use-asked.ts';

interface HomeProps {
  readonly connection: Connection;
  readonly state: PageState;
  readonly nowMs: number;
  readonly change: (changes: Partial<PageState>) => void;
}

/** What a team looks at first: how many users there are, and what they have. */
export function Home({ connection: { asker, columns, first }, state, nowMs, change }: HomeProps) {
  const [openedMs] = useState(nowMs);
  const ranges = useMemo(() => rangesOf(state.period, openedMs), [JSON.stringify(state.period), openedMs]);
  const names = columns.map(({ name }) => name);
  const { tiles, totals, counts, problem, releases } = useHome(asker, names, state, ranges);
  if (columns.length === 0) return <NoEvents />;
  const isOther = (name: string): boolean =>
    name !== '__time' && tiles.every(({ column }) => column !== name);
  return (
    <main class="home">
      <PageControls state={state} ranges={ranges} change={change} />
      {first.note !== null && <p class="muted">{first.note}</p>}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {messageOf(problem)}
        </p>
      )}
      <section class="figures" aria-label="Numbers of the period" aria-busy={totals === undefined}>
        {counts.map((count) => (
          <Figure key={count} name={count} change={totals && readTotals(totals, count)} />
        ))}
        <p class="muted">
          {daysText(ranges.now)}, compared with {daysText(ranges.before)} (UTC)
        </p>
      </section>
      <Trend
        asker={asker}
        ranges={ranges}
        nowMs={openedMs}
        conditions={state.conditions}
        releases={releases}
      />
      <div class="tiles">
        {tiles.map(({ answer, ...tile }) => (
          <TileSection
            key={tile.column}
            tile={tile}
            values={answer.value && readTile(answer.value)}
            problem={answer.problem}
            users={totals === undefined ? null : readTotals(totals, 'users').now}
            state={state}
            filter={(value) => {
              change({ conditions: withCondition(state, { column: tile.column, value, isNot: false }) });
            }}
          />
        ))}
      </div>
      <OtherColumns state={state} columns={names.filter(isOther)} />
    </main>
  );
}

/** Asks what the home shows: a query for the numbers, and one for each tile. */
function useHome(asker: Asker, names: readonly string[], { conditions }: PageState, ranges: Ranges) {
  const about = [ranges, JSON.stringify(conditions)];
  const counts: readonly Count[] = names.includes('sessionID')
    ? ['users', 'events', 'sessions']
    : ['users', 'events'];
  const { value: totals, problem } = useAnswer(asker, totalsQuery(counts, ranges, conditions), about);
  // The columns of a connection stay the same, so each tile has its place among the hooks.
  const tiles = findTiles(names).map((tile) => ({
    ...tile,
    answer: useAnswer(asker, tileQuery(tile.column, ranges, conditions), about),
  }));
  const versions = tiles.find(({ title }) => title === 'App version')?.answer.value;
  const releases = versions === undefined ? [] : releasesOf(readTile(versions), ranges);
  return { counts, totals, problem, tiles, releases };
}

function NoEvents() {
  return (
    <main class="home">
      <p>
        There are no events yet. Import some (<code>insight-report import</code>), then load this page again.
      </p>
    </main>
  );
}

/** Sends a query without waiting for others; one with another key cancels it. */
function useAnswer(asker: Asker, query: Query, about: readonly unknown[]) {
  return useAsked(
    async (signal): Promise<QueryResult> =>
      parseResult(await asker.runBeside(query, signal), query.queryType),
    [asker, ...about],
  );
}

const NAMES: Readonly<Record<Count, string>> = { users: 'Users', events: 'Events', sessions: 'Sessions' };

/** A number of the period with its change. */
function Figure({ name, change }: { readonly name: Count; readonly change: Change | undefined }) {
  return (
    <div class="figure">
      <span class="label">{NAMES[name]}</span>
      <strong>{change === undefined ? '…' : change.now.toLocaleString('en-US')}</strong>
      <span class="muted">
        {change === undefined
          ? ''
          : change.before === 0
            ? 'none before'
            : formatChange(relativeChange(change), 'en-US')}
      </span>
    </div>
  );
}

interface TrendProps {
  readonly asker: Asker;
  readonly ranges: Ranges;
  readonly nowMs: number;
  readonly conditions: PageState['conditions'];
  readonly releases: ReturnType<typeof releasesOf>;
}

/** Users by day or hour, with the period before as a thin line and the first day of new versions. */
function Trend({ asker, ranges, nowMs, conditions, releases }: TrendProps) {
  const { value: result } = useAnswer(asker, trendQuery(ranges, conditions), [
    ranges,
    JSON.stringify(conditions),
  ]);
  const trend = result === undefined ? [] : readTrend(result, ranges, nowMs);
  const title = `Users by ${unitOf(ranges)}`;
  const marks = releases.map(({ value, firstMs }) => ({ ms: firstMs, word: display(value) }));
  return (
    <section aria-label={title} aria-busy={result === undefined}>
      <h2>{title}</h2>
      <Lines
        label={`${title}, with the period before`}
        times={trend.map(({ startMs }) => startMs)}
        lines={[
          { name: 'Users', values: trend.map(({ now }) => now) },
          { name: 'Period before', values: trend.map(({ before }) => before) },
        ]}
        marks={marks}
      />
      {marks.length > 0 && (
        <p class="muted">
          New versions:{' '}
          {marks.map(({ ms, word }) => `${word} (${daysText({ startMs: ms, endMs: ms + 1 })})`).join(', ')}
        </p>
      )}
    </section>
  );
}

/** Every other column, which Ask counts by. */
function OtherColumns({
  state,
  columns,
}: {
  readonly state: PageState;
  readonly columns: readonly string[];
}) {
  if (columns.length === 0) return null;
  return (
    <section aria-label="Other columns">
      <h2>Count by another column</h2>
      <ul class="chips">
        {columns.map((column) => (
          <li key={column}>
            <a
              href={writeAddress({
                text: printQuery(
                  queryOver(state.period, { kind: 'top', by: column, conditions: state.conditions }),
                ),
                title: '',
                threshold: '',
                isCompared: false,
                kind: null,
              })}
            >
              {display(column)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
