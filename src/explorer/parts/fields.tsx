import { useId } from 'preact/hooks';

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly T[];
  /** How an option is shown; by default as it is. */
  readonly write?: (value: T) => string;
  readonly change: (value: T) => void;
}

/** A labelled choice of one of several. */
export function Select<T extends string>({ label, value, options, write, change }: SelectProps<T>) {
  const id = useId();
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const option = options.find((each) => each === event.currentTarget.value);
          if (option !== undefined) change(option);
        }}
      >
        {options.map((each) => (
          <option key={each} value={each}>
            {write?.(each) ?? each}
          </option>
        ))}
      </select>
    </span>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly change: (value: number) => void;
}

/** A labelled number from 1 to `most`. */
export function NumberField({ label, value, most, change }: NumberFieldProps) {
  const id = useId();
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={1}
        max={most}
        value={value}
        onInput={(event) => {
          const number = event.currentTarget.valueAsNumber;
          if (Number.isInteger(number) && number >= 1 && number <= most) change(number);
        }}
      />
    </span>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly change: (value: string) => void;
}

/** A labelled line of text. */
export function TextField({ label, value, placeholder = '', change }: TextFieldProps) {
  const id = useId();
  return (
    <span class="field wide">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={value}
        onInput={(event) => {
          change(event.currentTarget.value);
        }}
      />
    </span>
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
        onChange={(event) => {
          change(event.currentTarget.checked);
        }}
      />
      {label}
    </label>
  );
}
