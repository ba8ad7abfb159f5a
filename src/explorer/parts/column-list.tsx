// The columns of the events, at the side of the page "Ask". `explorer.tsx` shows it.
import { useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import type { Column } from '../../report/run/columns/ask.ts';
import type { Choices } from '../query/choices.ts';
import { columnTitle, groupColumns } from '../query/columns.ts';
import type { Asker } from '../service/asker.ts';
import { ColumnValues } from './column-values.tsx';
import { Input } from './fields.tsx';

interface ColumnListProps {
  readonly columns: readonly Column[];
  readonly asker: Asker;
  readonly choices: Choices;
  readonly choose: (changes: Partial<Choices>) => void;
}

/** The columns with their kinds, to search in. One that is opened shows its most frequent values. */
export function ColumnList({ columns, asker, choices, choose }: ColumnListProps) {
  const [wanted, setWanted] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const shown = columns.filter(
    ({ name, kind }) =>
      // Nearly every event has its own time.
      kind !== 'time' && `${name} ${columnTitle(name)}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  return (
    <nav class="columns" aria-label="Columns">
      <Input
        label="Columns"
        isWide
        type="search"
        placeholder={`Find one of ${columns.length}`}
        value={wanted}
        change={setWanted}
      />
      {shown.length === 0 && (
        <p class="muted">
          {columns.length === 0
            ? 'There are no events yet. Import some, then load this page again.'
            : 'No column has this in its name.'}
        </p>
      )}
      <ul>
        {groupColumns(shown).map(({ title, columns: grouped }) => (
          <li key={title}>
            <h2>{title}</h2>
            <ul>
              {grouped.map((column) => (
                <li key={column.name}>
                  <button
                    class="column"
                    aria-expanded={open === column.name}
                    onClick={() => {
                      setOpen(open === column.name ? null : column.name);
                    }}
                  >
                    <span class="name">{display(columnTitle(column.name))}</span>
                    <span class="muted">{describe(column)}</span>
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

/**
 * The kind of a column, with its name if people call it otherwise: `TelemetryDeck.AppInfo.version · text`.
 */
function describe({ name, kind }: Column): string {
  return columnTitle(name) === name ? kind : `${display(name)} · ${kind}`;
}
