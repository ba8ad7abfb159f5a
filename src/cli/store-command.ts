import type { StoreOperations } from '../service/ipc/operations.ts';
import { command } from './arguments/command.ts';
import { type Place, STORE_FLAGS } from './arguments/place.ts';
import type { Command, CommandSpec, Arguments, ParameterTable } from './arguments/spec.ts';
import type { Io } from './io.ts';
import { listNamespaces, namesThere, withStore } from './store.ts';

/** What a command on a store takes, besides the flags that name the store. */
interface StoreCommandSpec<F extends ParameterTable, O extends ParameterTable> extends CommandSpec<F, O> {
  /** The flags that name the store. Default: a file (`--db`), or PostgreSQL (`--state`). */
  readonly place?: ParameterTable;
  /** Whether a database file that does not exist is created. */
  readonly create?: boolean;
  /** The possible values of the first operand, which are listed if it is missing. */
  readonly names?: (operations: StoreOperations, org: string) => Promise<readonly string[]>;
}

/**
 * Makes a command that works on a store, such as `org list --db usage.duckdb`. It takes the flags that name
 * the store, and runs `task` while the store is open. If `--org` or the first operand is missing, the error
 * lists what the store has: `NAMESPACE is missing: …; there are "a", "b"`.
 */
export function storeCommand<const F extends ParameterTable, const O extends ParameterTable>(
  { place = STORE_FLAGS, create = false, names, ...spec }: StoreCommandSpec<F, O>,
  task: (operations: StoreOperations, args: Arguments<F, O>, io: Io) => Promise<void>,
): Command {
  type AllFlags = ParameterTable & F;
  const flags: AllFlags = { ...place, ...spec.flags };
  // Every `place` has these flags, which the type of a table of flags cannot say.
  const placeOf = (args: Arguments<AllFlags, O>) =>
    args.flags as unknown as Place & { readonly org?: string | null };
  const [firstOperand] = Object.values(spec.operands ?? {});
  const listFor = (problem: string) => {
    if (!problem.includes(' is missing: ')) return undefined;
    if (problem.startsWith('--org ')) return listNamespaces;
    return problem.startsWith(`${firstOperand?.value} `) ? names : undefined;
  };
  return command(
    { ...spec, flags },
    (args, io) => withStore(io, placeOf(args), (operations) => task(operations, args, io), { create }),
    async (problem, args) => {
      const list = listFor(problem);
      if (list === undefined) return problem;
      const { org, ...store } = placeOf(args);
      return problem + (await namesThere(store, (operations) => list(operations, org ?? '')));
    },
  );
}
