// The questions of `init` on a terminal, as five functions over @inquirer/prompts, so that tests can answer
// them.
import type { Io } from '../io.ts';

/** One of several answers. `name` is what is shown. */
export interface Choice<T> {
  readonly value: T;
  readonly name: string;
  /** What is shown once it was chosen; by default the name. */
  readonly short?: string;
}

/** What is wrong with an answer, in a sentence; null if nothing. */
type Check = (answer: string) => Promise<string | null>;

/** Asks questions on a terminal. Every question rejects with `Cancelled` at Ctrl-C. */
export interface Asker {
  text(message: string, check: Check, proposed?: string): Promise<string>;
  /** The answer is not shown. */
  secret(message: string, check: Check): Promise<string>;
  one<T>(message: string, choices: readonly Choice<T>[]): Promise<T>;
  several<T>(message: string, choices: readonly Choice<T>[]): Promise<readonly T[]>;
  confirm(message: string, proposed: boolean): Promise<boolean>;
}

/** The person ended the questions. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Loads the prompt library. */
export async function openAsker(terminal: NonNullable<Io['terminal']>): Promise<Asker> {
  const { checkbox, confirm, input, password, select } = await import('@inquirer/prompts');
  const context = { input: terminal.input, output: terminal.output };
  const validate = (check: Check) => async (answer: string) => (await check(answer.trim())) ?? true;
  return {
    text: async (message, check, proposed) => {
      const fallback = proposed === undefined ? {} : { default: proposed };
      return (await ended(input({ message, validate: validate(check), ...fallback }, context))).trim();
    },
    secret: async (message, check) =>
      (await ended(password({ message, mask: true, validate: validate(check) }, context))).trim(),
    one: (message, choices) => ended(select({ message, choices: [...choices], pageSize: 12 }, context)),
    several: (message, choices) =>
      ended(checkbox({ message, choices: [...choices], required: true }, context)),
    confirm: (message, proposed) => ended(confirm({ message, default: proposed }, context)),
  };
}

async function ended<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Cancelled();
    throw error;
  }
}
