import { useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import type { Choices } from '../query/choices.ts';
import type { Asker } from '../service/asker.ts';
import { type Column, type ColumnCounts, countColumn } from '../service/columns.ts';
import { columnTitle, groupColumns } from '../query/columns.ts';
import { ColumnValues, COMPACT } from './column-values.tsx';
import { Input } from './fields.tsx';
import { useAsked } from './use-asked.ts';
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
  // A column that is not wanted is hidden, so that it keeps its counts.
  const isHidden = ({ name }: Column): boolean =>
    !`${name} ${columnTitle(name)}`.toLowerCase().includes(wanted.toLowerCase());
  return (
    <nav class="columns" aria-label="Columns">
      <Input
        label="Columns"
        isWide
        type="search"
        placeholder={`Find one of ${columns.length}`}
        value={wanted}
        change={({ value }) => {
          setWanted(value);
        }}
      />
      {columns.every(isHidden) && (
        <p class="muted">
          {columns.length === 0
            ? 'There are no events yet. Import some, then load this page again.'
            : 'No column has this in its name.'}
        </p>
      )}
      <ul>
        {groupColumns(columns).map(({ title, columns: grouped }) => (
          <li key={title} hidden={grouped.every(isHidden)}>
            <h2>{title}</h2>
            <ul>
              {grouped.map((column) => (
                <li key={column.name} hidden={isHidden(column)}>
                  <ColumnButton
                    column={column}
                    asker={asker}
                    isOpen={open === column.name}
                    toggle={() => {
                      setOpen(open === column.name ? null : column.name);
                    }}
                  />
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

interface ColumnButtonProps {
  readonly column: Column;
  readonly asker: Asker;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Opens a column. Its events and values are counted once it is on the screen, behind other queries. */
function ColumnButton({ column, asker, isOpen, toggle }: ColumnButtonProps) {
  const { place, isSeen } = useSeen<HTMLButtonElement>();
  const { value: counts } = useAsked(
    async (signal) => (isSeen ? countColumn(column, asker, signal) : undefined),
    [isSeen, column, asker],
  );
  return (
    <button class="column" aria-expanded={isOpen} ref={place} onClick={toggle}>
      <ColumnName name={column.name} />
      <span class="muted">{describe(column, counts)}</span>
    </button>
  );
}

/** What people call a column, and its name if that is another one. */
function ColumnName({ name }: { readonly name: string }) {
  const title = columnTitle(name);
  return (
    <>
      <span class="name">{display(title)}</span>
      {title !== name && <span class="muted">{display(name)}</span>}
    </>
  );
}

function describe({ kind }: Column, counts: ColumnCounts | undefined): string {
  if (counts === undefined) return kind;
  const { events, values } = counts;
  const distinct = values === null ? '' : ` · ${COMPACT.format(values)} ${values === 1 ? 'value' : 'values'}`;
  return `${kind} · ${COMPACT.format(events)} events${distinct}`;
}
