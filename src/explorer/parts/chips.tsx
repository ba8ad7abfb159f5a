// Lists what was chosen (`country = DE ✕`): the filters of each page, and the steps of a funnel.
import { display } from '../../report/render/format/display.ts';
import type { Condition } from '../query/choices.ts';

interface ChipsProps {
  readonly as: 'ul' | 'ol';
  readonly label: string;
  /** What each says, and what its button is said to remove. */
  readonly chips: readonly { readonly text: string; readonly removed: string }[];
  readonly remove: (index: number) => void;
}

/** What was chosen, each with a button that removes it. */
export function Chips({ as: List, label, chips, remove }: ChipsProps) {
  return (
    <List class="chips" aria-label={label}>
      {chips.map(({ text, removed }, index) => (
        <li key={index}>
          {text}
          <button
            class="plain"
            aria-label={`Remove ${removed}`}
            onClick={() => {
              remove(index);
            }}
          >
            ✕
          </button>
        </li>
      ))}
    </List>
  );
}

interface FiltersProps {
  readonly conditions: readonly Condition[];
  readonly change: (changes: { readonly conditions: readonly Condition[] }) => void;
}

/** The filters as chips. */
export function Filters({ conditions, change }: FiltersProps) {
  if (conditions.length === 0) return null;
  return (
    <Chips
      as="ul"
      label="Filters"
      chips={conditions.map(({ column, value, isNot }) => {
        const name = display(column);
        const text = `${name} ${isNot ? '≠' : '='} ${display(value)}`;
        return { text, removed: `the filter on ${name}` };
      })}
      remove={(index) => {
        change({ conditions: conditions.toSpliced(index, 1) });
      }}
    />
  );
}
