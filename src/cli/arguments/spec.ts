// The types with which a command declares its flags and operands. From the declaration follow parsing,
// help, completion, and the type of the values that its function gets.
import type { Io } from '../io.ts';

/**
 * How the text of a value is read. `parse` returns null for an invalid one; `expected` says what is valid.
 */
export interface ValueType<T> {
  /** The valid texts, if they can be listed. */
  readonly words?: readonly string[];
  readonly expected: string;
  readonly parse: (text: string) => T | null;
}

/** A flag, or an operand, which is given without a name. */
export interface Parameter {
  /** What help calls the value. Without it the flag is a switch. */
  readonly value?: string;
  readonly description: string;
  readonly required?: boolean;
  /** The flag that may be given in the place of this one, which is required else. */
  readonly replacedBy?: string;
  readonly repeats?: boolean;
  /** The default value, as text. */
  readonly default?: string;
  /** Without it any text is taken. */
  readonly type?: ValueType<unknown>;
  /** The texts that a shell offers for it, if they are not those of its type. */
  readonly words?: readonly string[];
  /** The heading in help; without it the flag is one of the command's own. */
  readonly group?: string;
  /** Whether a switch also takes `true` or `false` as its value. */
  readonly takesBoolean?: boolean;
  /** Whether an empty text is a value, too. */
  readonly allowsEmpty?: boolean;
  /** Why the flag must not be given, and what to do instead. */
  readonly refusal?: string;
}

export type ParameterTable = Readonly<Record<string, Parameter>>;

type Single<P> = P extends { readonly type: ValueType<infer T> } ? T : string;
type IsAlwaysGiven = { readonly required: true } | { readonly default: string };

/** The value of a parameter: a list if it repeats, null if it may be absent, a boolean for a switch. */
type ValueOf<P extends Parameter> = P extends { readonly repeats: true }
  ? readonly Single<P>[]
  : P extends { readonly replacedBy: string }
    ? Single<P> | null
    : P extends { readonly value: string }
      ? P extends IsAlwaysGiven
        ? Single<P>
        : Single<P> | null
      : boolean;

export type ValuesOf<P extends ParameterTable> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

/** What a command takes and says about itself. */
export interface CommandSpec<
  F extends ParameterTable = ParameterTable,
  O extends ParameterTable = ParameterTable,
> {
  /** `report`, or with a subcommand `org create`. */
  readonly name: string;
  /** A paragraph or more, which the help and the lists of commands show. */
  readonly description: string;
  readonly flags: F;
  /** In their order; only the last may repeat. Default: none. */
  readonly operands?: O;
  /** Usage lines without the program's name, if the generated one is not enough. */
  readonly usage?: readonly string[];
  readonly examples?: readonly string[];
  /** The text below the flags in help. */
  readonly footer?: string;
  /** What an unexpected operand was probably meant to be. */
  readonly suggestFor?: (operand: string) => string | null;
}

/** The arguments of a command, checked against its spec. */
export interface Arguments<F extends ParameterTable, O extends ParameterTable> {
  readonly flags: ValuesOf<F>;
  readonly operands: ValuesOf<O>;
}

/** A command as `main` runs it. */
export interface Command {
  readonly spec: CommandSpec;
  /** Returns the exit code. Throws `InputError` for wrong arguments. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}
