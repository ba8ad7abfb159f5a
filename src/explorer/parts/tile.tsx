// A tile of the home: the most frequent values of one column, such as the devices, and the links to a report
// and a gate of them.
import { display } from '../../report/render/format/display.ts';
import { formatChange, numberFormat } from '../../report/render/format/numbers.ts';
import { draftOf, writeAddress } from '../query/address.ts';
import type { Change, Tile, TileValue } from '../query/home.ts';
import { type PageState, queryOver, withCondition, writePage } from '../query/page.ts';
import { Bar } from './bar.tsx';
import { ProblemLine } from './problem.tsx';
import { copyWorkflow, useNotice } from './copy.tsx';

interface TileProps {
  readonly tile: Tile;
  /** Undefined until they are known. */
  readonly values: readonly TileValue[] | undefined;
  readonly problem: unknown;
  /** All users of the period; null until they are known. */
  readonly users: number | null;
  readonly state: PageState;
  readonly change: (changes: Partial<PageState>) => void;
}

/** A change in words: `▲ 4.2%`; `fromNothing` if there was nothing before. */
export function changeText({ now, before }: Change, fromNothing: string): string {
  if (before === 0) return fromNothing;
  return formatChange(before === null ? null : now / before - 1, 'en-US');
}

/** The values of a column with their users, each a filter of the page, and what they lead to. */
export function TileSection({ tile, values, problem, users, state, change }: TileProps) {
  const { percent, number } = numberFormat('en-US');
  return (
    <section class="tile" aria-label={tile.title} aria-busy={values === undefined && problem === undefined}>
      <h2>
        {tile.title} <small class="muted">{display(tile.column)}</small>
      </h2>
      <ProblemLine of={problem} />
      {values?.length === 0 && <p class="muted">No event of the period.</p>}
      <ul>
        {values?.map((row) => {
          const share = users ? Math.min(1, row.now / users) : null;
          return (
            <Bar
              key={row.value}
              share={share}
              numbers={[number(row.now), percent(share), changeText(row, 'new')]}
            >
              <button
                class="plain"
                title="Only events with this value"
                onClick={() => {
                  const added = { column: tile.column, value: row.value, isNot: false };
                  change({ conditions: withCondition(state, added) });
                }}
              >
                {display(row.value)}
              </button>
            </Bar>
          );
        })}
      </ul>
      <Uses tile={tile} mostFrequent={values?.find(({ value }) => value !== null)} state={state} />
    </section>
  );
}

interface UsesProps {
  readonly tile: Tile;
  readonly mostFrequent: TileValue | undefined;
  readonly state: PageState;
}

/** The tile as a report, as a gate, and as a workflow. */
function Uses({ tile: { title, column, isVersion }, mostFrequent, state }: UsesProps) {
  const { text, copy } = useNotice(null);
  const kind = isVersion ? 'versions' : null;
  const query = queryOver(state.period, { kind: kind ?? 'top', by: column, conditions: state.conditions });
  const draft = draftOf(query, { title, kind });
  // The gate fails once the most frequent value has lost more than half of its users.
  const assertion =
    mostFrequent &&
    `value(${JSON.stringify(mostFrequent.value)}) >= ${Math.max(1, Math.floor(mostFrequent.now / 2))}`;
  const gate = isVersion
    ? writePage('drop', { ...state, column, version: null })
    : writeAddress({ ...draft, threshold: assertion ?? '' });
  return (
    <>
      <div class="row uses">
        <a href={writeAddress(draft)} aria-label={`Report of ${title}`}>
          Report
        </a>
        <a href={gate} aria-label={`Gate on ${title}`}>
          Gate
        </a>
        <button
          class="plain"
          aria-label={`Workflow of ${title}`}
          onClick={() => {
            void copyWorkflow({ query, name: title, threshold: '', isCompared: true, kind }, copy);
          }}
        >
          Workflow
        </button>
      </div>
      <p class="muted" role="status">
        {text}
      </p>
    </>
  );
}
