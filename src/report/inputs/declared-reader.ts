// Reads inputs by what `declared.ts` says of each: one of its choices, or a number within its limits.
import { type InputName, INPUTS } from './declared.ts';
import type { Problems } from './problems.ts';
import { inputReader, type RawInputs } from './raw.ts';
import { integerWithin, oneOf, parseBoolean } from './scalars.ts';

type NameOf<Kind> = {
  [Name in InputName]: (typeof INPUTS)[Name] extends { readonly kind: Kind } ? Name : never;
}[InputName];
type ChoiceOf<Name extends NameOf<'choice'>> = (typeof INPUTS)[Name]['choices'][number];

const CHOICES: {
  readonly [Name in NameOf<'choice'>]: {
    readonly choices: readonly ChoiceOf<Name>[];
    readonly default: ChoiceOf<Name>;
  };
} = INPUTS;

/**
 * Makes the functions that read a choice, a whole number or a boolean. An input with a problem, which they
 * note, gives a value as well: the request is not used then.
 */
export function declaredReader(raw: RawInputs, problems: Problems) {
  const read = inputReader(raw, problems);
  return {
    choice: <Name extends NameOf<'choice'>>(name: Name): ChoiceOf<Name> =>
      read(name, oneOf(CHOICES[name].choices)) ?? CHOICES[name].default,
    integer: (name: NameOf<'integer'>): number => read(name, integerWithin(INPUTS[name])) ?? INPUTS[name].min,
    boolean: (name: NameOf<'boolean'>): boolean => read(name, parseBoolean) ?? false,
  };
}
