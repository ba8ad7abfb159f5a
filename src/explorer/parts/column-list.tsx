import { useEffect, useState } from 'preact/hooks';
import { display } from '../../render/format/display.ts';
import type { Choices, Condition } from '../query/choices.ts';
import type { Asker } from '../service/asker.ts';
import { askValues, type Column, type ValueCount } from '../service/columns.ts';

interface ColumnListProps {
  readonly columns: readonly Column[];
  readonly asker: Asker;
  readonly choices: Choices;
  readonly choose: (changes: Partial<Choices>) => void;
}

/** The columns with their kinds and counts. One that is opened shows its most frequent values, which filter by a click. */
export function ColumnList({ columns, asker, choices, choose }: ColumnListProps) {
  const [wanted, setWanted] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
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
        <p class="muted">No event of the last 30 days. Import some, or choose an earlier time.</p>
      )}
      <ul>
        {found.map((column) => (
          <li key={column.name}>
            <button
              class="column"
              aria-expanded={open === column.name}
              onClick={() => {
                setOpen(open === column.name ? null : column.name);
              }}
            >
              <span class="name">{display(column.name)}</span>
              <span class="muted">{describe(column)}</span>
            </button>
            {open === column.name && <Values column={column} asker={asker} choices={choices} choose={choose} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const NUMBERS = new Intl.NumberFormat('en-US', { notation: 'compact' });

function describe({ kind, events, values }: Column): string {
  if (events === null) return kind;
  const counted = `${kind} · ${NUMBERS.format(events)} events`;
  return values === null ? counted : `${counted} · ${NUMBERS.format(values)} ${values === 1 ? 'value' : 'values'}`;
}

interface ValuesProps {
  readonly column: Column;
  readonly asker: Asker;
  readonly choices: Choices;
  readonly choose: (changes: Partial<Choices>) => void;
}

function Values({ column, asker, choices, choose }: ValuesProps) {
  const [values, setValues] = useState<readonly ValueCount[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const cancelling = new AbortController();
    askValues(column.name, asker, cancelling.signal).then(setValues, (error: unknown) => {
      if (!cancelling.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => {
      cancelling.abort();
    };
  }, [column.name, asker]);
  const filter = (value: string | null, isNot: boolean): void => {
    const condition: Condition = { column: column.name, value, isNot };
    const others = choices.conditions.filter((each) => each.column !== column.name || each.value !== value);
    choose({ conditions: [...others, condition] });
  };
  return (
    <div class="values">
      <button
        onClick={() => {
          choose({ kind: choices.kind === 'versions' ? 'versions' : 'top', by: column.name });
        }}
      >
        Count by this
      </button>
      {column.kind === 'number' && (
        <button
          onClick={() => {
            choose({ counted: 'mean', valueColumn: column.name, kind: choices.kind === 'top' ? 'top' : 'trend' });
          }}
        >
          Its mean
        </button>
      )}
      {problem !== null && <p class="problem">{problem}</p>}
      {values === null && problem === null && <p class="muted">Asking…</p>}
      <ul>
        {values?.map((found) => (
          <ValueLine key={found.value} found={found} filter={filter} />
        ))}
      </ul>
    </div>
  );
}

interface ValueLineProps {
  readonly found: ValueCount;
  readonly filter: (value: string | null, isNot: boolean) => void;
}

/** A value, how many events have it, and the two filters that it makes. */
function ValueLine({ found: { value, events }, filter }: ValueLineProps) {
  return (
    <li class="value">
      <button
        class="plain"
        title="Only events with this value"
        onClick={() => {
          filter(value, false);
        }}
      >
        {display(value)}
      </button>
      <span class="muted">{NUMBERS.format(events)}</span>
      <button
        class="plain"
        aria-label={`Without ${display(value)}`}
        title="Only events without this value"
        onClick={() => {
          filter(value, true);
        }}
      >
        ≠
      </button>
    </li>
  );
}
