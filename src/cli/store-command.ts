// Makes the commands on a store of events, such as `org list` and `token create`: each file in commands/
// gives its flags and its task, and this one opens and closes the store around it.
import type { StoreOperations } from '../service/ipc/operations.ts';
import { command } from './arguments/command.ts';
import { type Place, STORE_FLAGS } from './arguments/place.ts';
import type { Command, CommandSpec, Arguments, ParameterTable } from './arguments/spec.ts';
import type { Io } from './io.ts';
import { listNamespaces, listExisting, withStore } from './store.ts';

/** What such a command takes beside the flags that name the store. */
interface StoreCommandSpec<F extends ParameterTable, O extends ParameterTable> extends CommandSpec<F, O> {
  /** The flags that name the store. Default: a file, or PostgreSQL. */
  readonly place?: ParameterTable;
  /** Whether a file that is not there is made. */
  readonly create?: boolean;
  /** What the first operand can be, said where it is missing. */
  readonly names?: (operations: StoreOperations, org: string) => Promise<readonly string[]>;
}

/**
 * Makes a command on a store, such as `org list --db FILE` or `insight show NAME --org NAMESPACE --db FILE`:
 * it gets the flags that name the store, which is opened for `task` and closed after it. If `--org` or the
 * first operand is missing, the message lists what the store has: "--org NAMESPACE is missing: …; there are
 * a, b".
 */
export function storeCommand<const F extends ParameterTable, const O extends ParameterTable>(
  { place = STORE_FLAGS, create = false, names, ...spec }: StoreCommandSpec<F, O>,
  task: (operations: StoreOperations, args: Arguments<F, O>, io: Io) => Promise<void>,
): Command {
  const placedSpec = { ...spec, flags: { ...place, ...spec.flags } };
  type PlacedArguments = Arguments<typeof placedSpec.flags, O>;
  // Every table of flags that names a store has these.
  const placeOf = ({ flags }: PlacedArguments) =>
    flags as unknown as Place & { readonly org?: string | null };
  const run = (args: PlacedArguments, io: Io) =>
    withStore(io, placeOf(args), (operations) => task(operations, args as unknown as Arguments<F, O>, io), {
      create,
    });
  const explain = async (problem: string, args: PlacedArguments) => {
    const { org, ...store } = placeOf(args);
    if (!problem.includes(' is missing: ')) return problem;
    if (problem.startsWith('--org ')) return problem + (await listExisting(store, listNamespaces));
    const [firstOperand] = Object.values(spec.operands ?? {});
    const isOfFirstOperand = problem.startsWith(`${firstOperand?.value} `);
    if (names === undefined || !isOfFirstOperand) return problem;
    return problem + (await listExisting(store, (operations) => names(operations, org ?? '')));
  };
  return command(placedSpec, run, explain);
}
