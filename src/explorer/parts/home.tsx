import { display } from '../../report/render/format/display.ts';
import { formatChange } from '../../report/render/format/numbers.ts';
import type { Query } from '../../tql/query.ts';
import { parseResult } from '../../tql/result.ts';
import { draftOf, writeAddress } from '../query/address.ts';
import {
  type Change,
  type Count,
  COUNTS,
  findTiles,
  readTile,
  readTotal,
  readTrend,
  relativeChange,
  releasesOf,
  tileQuery,
  totalQuery,
  trendQuery,
  unitOf,
} from '../query/home.ts';
import { type PageState, queryOver, type Ranges, withCondition } from '../query/page.ts';
import type { Asker } from '../service/asker.ts';
import type { Column } from '../service/columns.ts';
import { Lines } from './lines.tsx';
import { PageControls, type PageProps, useRanges } from './page-controls.tsx';
import { daysText } from './period.tsx';
import { ProblemLine } from './problem.tsx';
import { TileSection } from './tile.tsx';
import { useAsked } from './use-asked.ts';

/** What a team looks at first: how many users there are, and what they have. */
export function Home({ connection: { asker, columns, first }, state, nowMs, change }: PageProps) {
  const { openedMs, ranges } = useRanges(state, nowMs);
  const names = columns.map(({ name }) => name);
  const { figures, trend, tiles } = useHome(asker, names, state, ranges);
  if (columns.length === 0) return <NoEvents />;
  const [users] = figures;
  const versions = tiles.find(({ title }) => title === 'App version')?.answer.value;
  const others = columns.filter(
    ({ name, kind }) => kind === 'text' && tiles.every(({ column }) => column !== name),
  );
  return (
    <main class="home">
      <PageControls state={state} ranges={ranges} change={change} />
      {first.note !== null && <p class="muted">{first.note}</p>}
      <ProblemLine of={users?.answer.problem} />
      <section class="figures" aria-label="Numbers of the period">
        {figures.map(({ count, answer }) => (
          <Figure key={count} count={count} total={answer.value && readTotal(answer.value)} />
        ))}
        <p class="muted">
          {daysText(ranges.now)}, compared with {daysText(ranges.before)} (UTC)
        </p>
      </section>
      <Trend
        unit={unitOf(ranges)}
        isAsking={trend.isAsking}
        buckets={trend.value ? readTrend(trend.value, ranges, openedMs) : []}
        releases={versions === undefined ? [] : releasesOf(readTile(versions), ranges)}
      />
      <div class="tiles">
        {tiles.map(({ answer, ...tile }) => (
          <TileSection
            key={tile.column}
            tile={tile}
            values={answer.value && readTile(answer.value)}
            problem={answer.problem}
            users={users?.answer.value ? readTotal(users.answer.value).now : null}
            state={state}
            filter={(value) => {
              change({ conditions: withCondition(state, { column: tile.column, value, isNot: false }) });
            }}
          />
        ))}
      </div>
      <OtherColumns state={state} columns={others} />
    </main>
  );
}

/** Asks what the home shows: a query for each number, one for the line, and one for each tile. */
function useHome(asker: Asker, names: readonly string[], { conditions }: PageState, ranges: Ranges) {
  const about = [asker, ranges, JSON.stringify(conditions)];
  // The columns of a connection stay the same, so each query has its place among the hooks.
  const counts = COUNTS.filter((count) => count !== 'sessions' || names.includes('sessionID'));
  const figures = counts.map((count) => ({
    count,
    answer: useAnswer(asker, totalQuery(count, ranges, conditions), about),
  }));
  const trend = useAnswer(asker, trendQuery(ranges, conditions), about);
  const tiles = findTiles(names).map((tile) => ({
    ...tile,
    answer: useAnswer(asker, tileQuery(tile, ranges, conditions), about),
  }));
  return { figures, trend, tiles };
}

function useAnswer(asker: Asker, query: Query, about: readonly unknown[]) {
  return useAsked(async (signal) => parseResult(await asker.run(query, signal), query.queryType), about);
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

interface FigureProps {
  readonly count: Count;
  readonly total: Change | undefined;
}

/** A number of the period with its change. */
function Figure({ count, total }: FigureProps) {
  const change = total?.before === 0 ? 'none before' : total && formatChange(relativeChange(total), 'en-US');
  return (
    <div class="figure" aria-busy={total === undefined}>
      <span class="label">{count}</span>
      <strong>{total?.now.toLocaleString('en-US') ?? '…'}</strong>
      <span class="muted">{change}</span>
    </div>
  );
}

interface TrendProps {
  readonly unit: 'day' | 'hour';
  readonly isAsking: boolean;
  readonly buckets: ReturnType<typeof readTrend>;
  readonly releases: ReturnType<typeof releasesOf>;
}

/** Users by day or hour, with the period before as a thin line and the first day of new versions. */
function Trend({ unit, isAsking, buckets, releases }: TrendProps) {
  const title = `Users by ${unit}`;
  const marks = releases.map(({ value, firstMs }) => ({ ms: firstMs, word: display(value) }));
  return (
    <section class="trend" aria-label={title} aria-busy={isAsking}>
      <h2>{title}</h2>
      {buckets.length > 0 && (
        <Lines
          label={`${title}, with the period before`}
          times={buckets.map(({ startMs }) => startMs)}
          lines={[
            { name: 'Users', values: buckets.map(({ now }) => now) },
            { name: 'Period before', values: buckets.map(({ before }) => before) },
          ]}
          marks={marks}
        />
      )}
      {marks.length > 0 && (
        <p class="muted">
          New versions:{' '}
          {marks.map(({ ms, word }) => `${word} (${daysText({ startMs: ms, endMs: ms + 1 })})`).join(', ')}
        </p>
      )}
    </section>
  );
}

interface OtherColumnsProps {
  readonly state: PageState;
  readonly columns: readonly Column[];
}

/** Every other column of texts, which Ask counts by. */
function OtherColumns({ state: { period, conditions }, columns }: OtherColumnsProps) {
  if (columns.length === 0) return null;
  return (
    <section aria-label="Other columns">
      <h2>Count by another column</h2>
      <ul class="chips">
        {columns.map(({ name }) => (
          <li key={name}>
            <a href={writeAddress(draftOf(queryOver(period, { kind: 'top', by: name, conditions })))}>
              {display(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
