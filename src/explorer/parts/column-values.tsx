import { display } from '../../report/render/format/display.ts';
import type { Choices, Condition } from '../query/choices.ts';
import type { Asker } from '../service/asker.ts';
import { askTimes, askValues, type Column } from '../service/columns.ts';
import { ProblemLine } from './problem.tsx';
import { useAsked } from './use-asked.ts';

interface ColumnValuesProps {
  readonly column: Column;
  readonly asker: Asker;
  readonly choices: Choices;
  readonly choose: (changes: Partial<Choices>) => void;
}

/**
 * What is in a column: its most frequent values, which filter by a click; of the time, its first and its
 * last.
 */
export function ColumnValues(props: ColumnValuesProps) {
  return props.column.kind === 'time' ? <Times {...props} /> : <FrequentValues {...props} />;
}

/** Numbers as the list of columns writes them. */
export const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

function Times({ asker, choose }: ColumnValuesProps) {
  const { value: times, problem, isAsking } = useAsked((signal) => askTimes(asker, signal), [asker]);
  return (
    <div class="values">
      <button
        onClick={() => {
          choose({ kind: 'trend' });
        }}
      >
        Count over time
      </button>
      <Progress isAsking={isAsking} problem={problem} />
      {times != null && (
        <p>
          First event {timeOf(times.firstMs)}
          <br />
          Last event {timeOf(times.lastMs)}
        </p>
      )}
    </div>
  );
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function FrequentValues({ column, asker, choices, choose }: ColumnValuesProps) {
  const {
    value: values,
    problem,
    isAsking,
  } = useAsked((signal) => askValues(column.name, asker, signal), [asker]);
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
            choose({
              counted: 'mean',
              valueColumn: column.name,
              kind: choices.kind === 'top' ? 'top' : 'trend',
            });
          }}
        >
          Its mean
        </button>
      )}
      <Progress isAsking={isAsking} problem={problem} />
      {values?.length === 0 && <p class="muted">No event of the last 30 days.</p>}
      <ul>
        {values?.map(({ value, users }) => (
          <ValueLine key={value} value={value} users={users} filter={filter} />
        ))}
      </ul>
    </div>
  );
}

function Progress({ isAsking, problem }: { readonly isAsking: boolean; readonly problem: unknown }) {
  return isAsking ? <p class="muted">Asking…</p> : <ProblemLine of={problem} />;
}

interface ValueLineProps {
  readonly value: string | null;
  readonly users: number;
  readonly filter: (value: string | null, isNot: boolean) => void;
}

/** A value, how many users have it, and the two filters that it makes. */
function ValueLine({ value, users, filter }: ValueLineProps) {
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
      <span class="muted">
        {COMPACT.format(users)} {users === 1 ? 'user' : 'users'}
      </span>
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
