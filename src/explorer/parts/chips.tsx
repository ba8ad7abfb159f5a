import { display } from '../../report/render/format/display.ts';
import type { Condition } from '../query/choices.ts';

interface ChipsProps {
  readonly as: 'ul' | 'ol';
  readonly label: string;
  readonly chips: readonly (readonly [text: string, removed: string])[];
  readonly remove: (index: number) => void;
}

/** What was chosen, each with a button that removes it. */
export function Chips({ as: List, label, chips, remove }: ChipsProps) {
  return (
    <List class="chips" aria-label={label}>
      {chips.map(([text, removed], index) => (
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

/** The filters as chips. */
export function conditionChips(conditions: readonly Condition[]) {
  return conditions.map(
    ({ column, value, isNot }) =>
      [
        `${display(column)} ${isNot ? '≠' : '='} ${display(value)}`,
        `the filter on ${display(column)}`,
      ] as const,
  );
}
