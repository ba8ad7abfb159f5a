import type { StoreOperations } from '../service/ipc/operations.ts';
import { command } from './arguments/command.ts';
import { type Place, STORE_FLAGS } from './arguments/place.ts';
import type { Command, CommandSpec, Arguments, ParameterTable } from './arguments/spec.ts';
import type { Io } from './io.ts';
import { listNamespaces, namesThere, withStore } from './store.ts';

/** What a command on a store takes beside the flags that name the store. */
interface StoreCommandSpec<F extends ParameterTable, O extends ParameterTable> extends CommandSpec<F, O> {
  /** The flags that name the store. Default: a file, or PostgreSQL. */
  readonly place?: ParameterTable;
  /** Whether a file that is not there is made. */
  readonly create?: boolean;
  /** What the first operand can be, said where it is missing. */
  readonly names?: (operations: StoreOperations, org: string) => Promise<readonly string[]>;
}

/** Makes a command on a store, which is open while `task` runs. */
export function storeCommand<const F extends ParameterTable, const O extends ParameterTable>(
  { place = STORE_FLAGS, create = false, names, ...spec }: StoreCommandSpec<F, O>,
  task: (operations: StoreOperations, args: Arguments<F, O>, io: Io) => Promise<void>,
): Command {
  const whole = { ...spec, flags: { ...place, ...spec.flags } };
  type Whole = Arguments<typeof whole.flags, O>;
  // Every table of flags that names a store has these.
  const flagsOf = ({ flags }: Whole) => flags as unknown as Place & { readonly org?: string | null };
  return command(
    whole,
    (args, io) =>
      withStore(io, flagsOf(args), (operations) => task(operations, args as unknown as Arguments<F, O>, io), {
        create,
      }),
    async (problem, args) => {
      const { org, ...store } = flagsOf(args);
      const [first] = Object.values(whole.operands ?? {});
      const namesOf = problem.startsWith('--org ')
        ? listNamespaces
        : problem.startsWith(`${first?.value} `) && names;
      if (!namesOf || !problem.includes(' is missing: ')) return problem;
      const list = (operations: StoreOperations) => namesOf(operations, org ?? '');
      return problem + (await namesThere(store, list));
    },
  );
}
