// What `column-list.tsx` shows below a column that is opened.
import type { Column } from '../../report/run/columns/ask.ts';
import { plural } from '../../text/plural.ts';
import { display } from '../../report/render/format/display.ts';
import type { Choices } from '../query/choices.ts';
import { compact } from '../query/text.ts';
import type { Asker } from '../service/asker.ts';
import { askColumn } from '../service/columns.ts';
import { ProblemLine } from './problem.tsx';
import { useAsked } from './use-asked.ts';

interface ColumnValuesProps {
  readonly column: Column;
  readonly asker: Asker;
  readonly choices: Choices;
  readonly choose: (changes: Partial<Choices>) => void;
}

/** What is in a column, such as `600 events · 3 values`, and its most frequent values, each a filter. */
export function ColumnValues({ column, asker, choices, choose }: ColumnValuesProps) {
  const { name } = column;
  const {
    value: content,
    problem,
    isAsking,
  } = useAsked((signal) => askColumn(column, asker, signal), [column, asker]);
  const filter = (value: string | null, isNot: boolean): void => {
    const others = choices.conditions.filter((each) => each.column !== name || each.value !== value);
    choose({ conditions: [...others, { column: name, value, isNot }] });
  };
  return (
    <div class="values">
      <button
        onClick={() => {
          choose({ kind: choices.kind === 'versions' ? 'versions' : 'top', by: name });
        }}
      >
        Count by this
      </button>
      <ProblemLine of={problem} />
      <p class="muted">
        {isAsking && 'Asking…'}
        {content &&
          `${compact(content.events)} events · ${compact(content.distinct)} ${plural('value', content.distinct)} in 30 days`}
      </p>
      <ul>
        {content?.values.map(({ value, users }) => (
          <li key={value} class="value">
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
              {compact(users)} {plural('user', users)}
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
        ))}
      </ul>
    </div>
  );
}
