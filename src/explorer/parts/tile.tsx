import { useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import { formatChange, numberFormat } from '../../report/render/format/numbers.ts';
import { messageOf } from '../../text/errors.ts';
import { writeAddress } from '../query/address.ts';
import { relativeChange, type Tile, type TileValue } from '../query/home.ts';
import { type PageState, queryOver, writePage } from '../query/page.ts';
import { printQuery } from '../query/text.ts';
import { copyText, nextSteps, workflowOf } from './copy.ts';

interface TileProps {
  readonly tile: Tile;
  /** Undefined until they are known. */
  readonly values: readonly TileValue[] | undefined;
  readonly problem: unknown;
  /** All users of the period; null until they are known. */
  readonly users: number | null;
  readonly state: PageState;
  readonly filter: (value: string | null) => void;
}

/** The values of a column with their users, each a filter of the page, and what they lead to. */
export function TileSection({ tile, values, problem, users, state, filter }: TileProps) {
  const { percent, number } = numberFormat('en-US');
  return (
    <section class="tile" aria-label={tile.title} aria-busy={values === undefined && problem === undefined}>
      <h2>{tile.title}</h2>
      <p class="muted">{display(tile.column)}</p>
      {problem !== undefined && <p class="problem">{messageOf(problem)}</p>}
      {values?.length === 0 && <p class="muted">No event of the period.</p>}
      <ul>
        {values?.map((row) => {
          const share = users === null || users === 0 ? null : Math.min(1, row.now / users);
          return (
            <li key={row.value} class="bar" style={{ '--share': `${(share ?? 0) * 100}%` }}>
              <button
                class="plain"
                title="Only events with this value"
                onClick={() => {
                  filter(row.value);
                }}
              >
                {display(row.value)}
              </button>
              <span class="numbers">
                {number(row.now)} · {percent(share)} ·{' '}
                {row.before === 0 ? 'new' : formatChange(relativeChange(row), 'en-US')}
              </span>
            </li>
          );
        })}
      </ul>
      <Uses tile={tile} most={values?.[0]} state={state} />
    </section>
  );
}

/** The tile as a report, as a gate, and as a workflow. */
function Uses({
  tile: { title, column, isVersion },
  most,
  state,
}: {
  readonly tile: Tile;
  readonly most: TileValue | undefined;
  readonly state: PageState;
}) {
  const [notice, setNotice] = useState('');
  const kind = isVersion ? 'versions' : null;
  const query = queryOver(state.period, { kind: kind ?? 'top', by: column, conditions: state.conditions });
  const draft = { text: printQuery(query), title, threshold: '', isCompared: false, kind } as const;
  const gate =
    most === undefined
      ? ''
      : `value(${JSON.stringify(most.value)}) >= ${Math.max(1, Math.floor(most.now / 2))}`;
  const copyWorkflow = async (): Promise<void> => {
    const question = { query, name: title, threshold: '', isCompared: true, kind } as const;
    const isCopied = await copyText(await workflowOf(question));
    setNotice(
      isCopied ? `Copied the workflow. ${nextSteps(question)}` : 'The browser does not allow copying here.',
    );
  };
  return (
    <>
      <div class="row uses">
        <a href={writeAddress(draft)} aria-label={`Report of ${title}`}>
          Report
        </a>
        <a
          href={
            isVersion
              ? writePage('drop', { ...state, column, version: null })
              : writeAddress({ ...draft, threshold: gate })
          }
          aria-label={`Gate on ${title}`}
        >
          Gate
        </a>
        <button
          class="plain"
          aria-label={`Workflow of ${title}`}
          onClick={() => {
            void copyWorkflow();
          }}
        >
          Workflow
        </button>
      </div>
      <p class="muted" role="status">
        {notice}
      </p>
    </>
  );
}
