// Makes a command from what it takes and the function that runs it. Every file in commands/ calls
// `command`, or `inputsCommand` if each input of the Action is a flag of it.
import { InputError } from '../../text/errors.ts';
import type { RawInputs } from '../../report/inputs/raw.ts';
import { findInsightId } from '../../text/insight-id.ts';
import type { Io } from '../io.ts';
import { formatHelp, type HelpTopic } from './help.ts';
import { inputFlags, pickInputs } from './input-flags.ts';
import { type ParsedArguments, parseArguments } from './parse.ts';
import type { Command, CommandSpec, Arguments, ParameterTable } from './spec.ts';

/**
 * Makes a command. `run` returns the exit code, unless it is 0. It is called only if nothing is wrong with
 * the arguments; else `explain` may say more of each problem.
 */
export function command<const F extends ParameterTable, const O extends ParameterTable>(
  spec: CommandSpec<F, O>,
  run: (args: Arguments<F, O>, io: Io) => Promise<number> | Promise<void>,
  explain: (problem: string, args: Arguments<F, O>) => Promise<string> = async (problem) => problem,
): Command {
  return runnable(spec, async ({ args, problems }, io) => {
    if (problems.length > 0)
      throw new InputError(await Promise.all(problems.map((each) => explain(each, args))));
    return run(args, io);
  });
}

/** What a command that takes the Action's inputs was given. */
export interface InputsArguments<F extends ParameterTable, O extends ParameterTable> extends Arguments<F, O> {
  readonly inputs: RawInputs;
  /** What is wrong with the arguments, to be reported together with what is wrong with the inputs. */
  readonly problems: readonly string[];
}

/** Makes a command that takes every input of the Action as a flag beside its own flags. */
export function inputsCommand<const F extends ParameterTable, const O extends ParameterTable>(
  spec: CommandSpec<F, O>,
  run: (args: InputsArguments<F, O>, io: Io) => Promise<number> | Promise<void>,
): Command {
  const specWithInputs = { suggestFor: suggestInput, ...spec, flags: { ...spec.flags, ...inputFlags() } };
  return runnable(specWithInputs, async ({ args, texts, problems }, io) =>
    run({ ...args, inputs: pickInputs(texts), problems }, io),
  );
}

/** A command that parses its arguments, or shows its help if that is requested. */
function runnable<F extends ParameterTable, O extends ParameterTable>(
  spec: CommandSpec<F, O>,
  run: (parsed: ParsedArguments<F, O>, io: Io) => Promise<unknown>,
): Command {
  return {
    spec,
    run: async (args, io) => {
      const topic = helpTopic(args);
      if (topic !== null) io.stdout.write(formatHelp(spec, io.columns ?? HELP_COLUMNS, topic));
      const code = topic !== null ? 0 : await run(parseArguments(args, spec), io);
      return typeof code === 'number' ? code : 0;
    },
  };
}

/** The input that a text without a flag is probably meant for. */
function suggestInput(text: string): string | null {
  if (findInsightId(text) !== null) return `--insights ${text}`;
  return /\.ya?ml$/.test(text) ? `--config ${text}` : null;
}

/** The help that the arguments request, before any `--`; null if they request none. */
export function helpTopic(args: readonly string[]): HelpTopic | null {
  const end = args.indexOf('--');
  const before = new Set(args.slice(0, end === -1 ? undefined : end));
  if (before.has('--help-cluster')) return 'help-cluster';
  if (before.has('--help-inputs')) return 'help-inputs';
  return before.has('--help') || before.has('-h') ? 'help' : null;
}

const HELP_COLUMNS = 100;
