// The first page: the numbers of a period, users over time, and a tile for each usual column. `app.tsx` loads
// it when it is first opened.
import { display } from '../../report/render/format/display.ts';
import type { Query } from '../../tql/query.ts';
import { parseResult } from '../../tql/result.ts';
import {
  type Count,
  findTiles,
  readTile,
  readTotal,
  readTrend,
  releasesOf,
  tileQuery,
  totalsQuery,
  trendQuery,
  unitOf,
} from '../query/home.ts';
import type { PageState, Ranges } from '../query/page.ts';
import type { Asker } from '../service/asker.ts';
import { Lines } from './lines.tsx';
import { PageControls, type PageProps, useRanges } from './page-controls.tsx';
import { daysText } from './period.tsx';
import { ProblemLine } from './problem.tsx';
import { changeText, TileSection } from './tile.tsx';
import { useAsked } from './use-asked.ts';

/** What a team looks at first: how many users there are, and what they have. */
export function Home({ connection, state, change }: PageProps) {
  const { asker, columns, first } = connection;
  const { openedMs, ranges } = useRanges(state, connection);
  const names = columns.map(({ name }) => name);
  const { figures, trend, tiles } = useHome(asker, names, state, ranges);
  if (columns.length === 0)
    return (
      <main class="home">
        <p>
          There are no events yet. Import some (<code>insight-report import</code>), then load this page
          again.
        </p>
      </main>
    );
  const [users] = figures;
  return (
    <main class="home">
      <PageControls state={state} ranges={ranges} change={change} />
      {first.note !== null && <p class="muted">{first.note}</p>}
      <ProblemLine of={users?.problem} />
      <section class="figures" aria-label="Numbers of the period">
        {figures.map(({ count, total }) => (
          <div key={count} class="figure" aria-busy={total === undefined}>
            <span class="label">{count}</span>
            <strong>{total?.now.toLocaleString('en-US') ?? '…'}</strong>
            <span class="muted">{total && changeText(total, 'none before')}</span>
          </div>
        ))}
        <p class="muted">
          {daysText(ranges.now)}, compared with {daysText(ranges.before)} (UTC)
        </p>
      </section>
      <Trend
        unit={unitOf(ranges)}
        isAsking={trend.isAsking}
        buckets={trend.value ? readTrend(trend.value, ranges, openedMs) : []}
        // A filter hides the first events: the first crash of a version is not its release.
        releases={
          state.conditions.length > 0 ? [] : tiles.flatMap(({ values = [] }) => releasesOf(values, ranges))
        }
      />
      <div class="tiles">
        {tiles.map(({ values, problem, ...tile }) => (
          <TileSection
            key={tile.column}
            tile={tile}
            values={values}
            problem={problem}
            users={users?.total?.now ?? null}
            state={state}
            change={change}
          />
        ))}
      </div>
    </main>
  );
}

/**
 * Requests what the home shows, what stands at the top first. The columns of a connection stay the same, so
 * each query has its place among the hooks.
 */
function useHome(asker: Asker, names: readonly string[], { conditions }: PageState, ranges: Ranges) {
  const about = [asker, ranges, JSON.stringify(conditions)];
  const useAnswer = (query: Query) =>
    useAsked(async (signal) => parseResult(await asker.run(query, signal), query.queryType), about);
  const useTotals = (...counts: [Count, ...Count[]]) => {
    const { value, problem } = useAnswer(totalsQuery(counts, ranges, conditions));
    return counts.map((count) => ({ count, problem, total: value && readTotal(value, count, ranges) }));
  };
  const usersAndEvents = useTotals('users', 'events');
  const trend = useAnswer(trendQuery(ranges, conditions));
  const sessions = names.includes('sessionID') ? useTotals('sessions') : [];
  const tiles = findTiles(names).map((tile) => {
    const { value, problem } = useAnswer(tileQuery(tile, ranges, conditions));
    return { ...tile, problem, values: value && readTile(value, ranges) };
  });
  return { figures: [...usersAndEvents, ...sessions], trend, tiles };
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
            { name: 'Period before', values: buckets.map(({ before }) => before), isThin: true },
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
