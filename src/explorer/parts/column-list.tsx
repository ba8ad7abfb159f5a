import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import type { Choices } from '../query/choices.ts';
import type { Asker } from '../service/asker.ts';
import type { Column, ColumnCounts } from '../service/columns.ts';
import { columnTitle, groupColumns } from '../query/columns.ts';
import { ColumnValues, COMPACT } from './column-values.tsx';
import { useCounts } from './use-counts.ts';
import { useSeen } from './use-seen.ts';

interface ColumnListProps {
  readonly columns: readonly Column[];
  readonly asker: Asker;
  readonly choices: Choices;
  readonly choose: (changes: Partial<Choices>) => void;
}

/**
 * The columns with their kinds, and the counts of those that were on the screen. One that is opened shows its
 * most frequent values.
 */
export function ColumnList({ columns, asker, choices, choose }: ColumnListProps) {
  const [wanted, setWanted] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const matches = columns.filter(({ name }) =>
    `${name} ${columnTitle(name)}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  const { place, seenNames } = useSeen<HTMLUListElement>(matches.map(({ name }) => name));
  const counts = useCounts(columns, seenNames, asker);
  return (
    <nav class="columns" aria-label="Columns">
      <label for="find-column">Columns</label>
      <input
        id="find-column"
        type="search"
        placeholder={`Find one of ${columns.length}`}
        value={wanted}
        onInput={(event) => {
          setWanted(event.currentTarget.value);
        }}
      />
      {columns.length === 0 && (
        <p class="muted">There are no events yet. Import some, then load this page again.</p>
      )}
      {counts.get('__time')?.events === 0 && (
        <p class="muted">
          No event of the last 30 days. Import some (<code>insight-report import</code>), or open{' '}
          <code>__time</code> to see when there were any.
        </p>
      )}
      {columns.length > 0 && matches.length === 0 && <p class="muted">No column has this in its name.</p>}
      <ul ref={place}>
        {groupColumns(matches).map(({ title, columns: grouped }) => (
          <li key={title}>
            <h2>{title}</h2>
            <ul>
              {grouped.map((column) => (
                <li key={column.name} data-name={column.name}>
                  <button
                    class="column"
                    aria-expanded={open === column.name}
                    onClick={() => {
                      setOpen(open === column.name ? null : column.name);
                    }}
                  >
                    <ColumnName name={column.name} />
                    <span class="muted">{describe(column, counts.get(column.name) ?? null)}</span>
                  </button>
                  {open === column.name && (
                    <ColumnValues column={column} asker={asker} choices={choices} choose={choose} />
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What people call a column, and its name if that is another one. */
function ColumnName({ name }: { readonly name: string }) {
  const title = columnTitle(name);
  return (
    <>
      <span class="name">{breakAtDots(display(title))}</span>
      {title !== name && <span class="muted">{breakAtDots(display(name))}</span>}
    </>
  );
}

/** A long name breaks between its parts. */
function breakAtDots(name: string) {
  return name.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function describe({ kind }: Column, counts: ColumnCounts | null): string {
  if (counts === null) return kind;
  const { events, values } = counts;
  const counted = `${kind} · ${COMPACT.format(events)} events`;
  return values === null
    ? counted
    : `${counted} · ${COMPACT.format(values)} ${values === 1 ? 'value' : 'values'}`;
}
