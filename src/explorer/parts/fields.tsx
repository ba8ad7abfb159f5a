// The labelled fields of all forms of the explorer: a choice, a line of text, a number, a yes or no.
import type { InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';

interface SelectProps<T extends string> {
  readonly label: string;
  /** It can be chosen even if it is none of the options. */
  readonly value: T;
  readonly options: readonly T[];
  /** How an option is shown; by default as it is, with control characters made visible. */
  readonly write?: (value: T) => string;
  /** What the empty option says, if there is one. */
  readonly empty?: string;
  readonly change: (value: T) => void;
}

/** A labelled choice of one of several texts, which may come from outside. */
export function Select<T extends string>({
  label,
  value,
  options,
  write = display,
  empty = '',
  change,
}: SelectProps<T>) {
  const id = useId();
  const all = options.includes(value) ? options : [value, ...options];
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          change(all[currentTarget.selectedIndex] ?? value);
        }}
      >
        {all.map((each) => (
          <option key={each} value={each}>
            {each === '' ? empty : write(each)}
          </option>
        ))}
      </select>
    </span>
  );
}

type InputProps = InputHTMLAttributes & {
  readonly label: string;
  /** Whether it takes the rest of its line. */
  readonly isWide?: boolean;
  /** Called with the text of the field whenever it changes, and with its number, if it has one. */
  readonly change: (text: string, number: number) => void;
};

/** A labelled field: a line of text, a number, a date. */
export function Input({ label, isWide = false, change, ...attributes }: InputProps) {
  const id = useId();
  return (
    <span class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        autocomplete="off"
        spellcheck={false}
        {...attributes}
        onInput={({ currentTarget }) => {
          change(currentTarget.value, currentTarget.valueAsNumber);
        }}
      />
    </span>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly change: (value: number) => void;
}

/** A labelled whole number from 1 to `most`. */
export function NumberField({ label, value, most, change }: NumberFieldProps) {
  return (
    <Input
      label={label}
      type="number"
      min={1}
      max={most}
      value={value}
      change={(_, number) => {
        if (Number.isInteger(number) && number >= 1 && number <= most) change(number);
      }}
    />
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

/** A labelled yes or no. */
export function Checkbox({ label, isOn, change }: CheckboxProps) {
  return (
    <label class="checkbox">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => {
          change(currentTarget.checked);
        }}
      />
      {label}
    </label>
  );
}
