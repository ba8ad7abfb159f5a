import * as v from 'valibot';
import { type ImportNote, type ImportPart } from '../import/import.ts';
import { type StoreOperations } from '../operations/operations.ts';
import { StoreError } from '../store/error.ts';
import { type Frame, gone } from './frames.ts';
import { partSchema, WIRE } from './wire.ts';

/** What some operations need besides their input. */
export interface CallContext {
  readonly frames: AsyncGenerator<Frame, void, undefined>;
  readonly note: (note: ImportNote) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Calls the operation of a name that came through the socket, its input parsed first. */
export async function dispatch(
  operations: StoreOperations,
  operation: string,
  input: readonly unknown[],
  { frames, note, signal }: CallContext,
): Promise<unknown> {
  switch (operation) {
    case 'createOrganization':
      return operations.createOrganization(...v.parse(WIRE.createOrganization.input, input));
    case 'setPlan':
      return operations.setPlan(...v.parse(WIRE.setPlan.input, input));
    case 'listOrganizations':
      return operations.listOrganizations();
    case 'createToken':
      return operations.createToken(...v.parse(WIRE.createToken.input, input));
    case 'listTokens':
      return operations.listTokens(...v.parse(WIRE.listTokens.input, input));
    case 'revokeToken':
      return operations.revokeToken(...v.parse(WIRE.revokeToken.input, input));
    case 'addInsights':
      return operations.addInsights(...v.parse(WIRE.addInsights.input, input));
    case 'listInsights':
      return operations.listInsights(...v.parse(WIRE.listInsights.input, input));
    case 'findImport':
      return operations.findImport(...v.parse(WIRE.findImport.input, input));
    case 'importFiles': {
      const [namespace, options] = v.parse(WIRE.importFiles.input, input);
      return operations.importFiles(namespace, partsOf(frames), options, note);
    }
    case 'query':
      return operations.query(...v.parse(WIRE.query.input, input), signal);
    case 'explain':
      return operations.explain(...v.parse(WIRE.explain.input, input));
    case 'backup':
      return operations.backup(...v.parse(WIRE.backup.input, input));
    default:
      throw new StoreError(
        `The serving process knows no operation ${operation}; it is of another version than this command.`,
      );
  }
}

/** Throws where the frames end before the import's own end: a command that was stopped has not sent everything. */
async function* partsOf(frames: CallContext['frames']): AsyncGenerator<ImportPart> {
  // Not a `for await`: leaving that would end the frames, and with them the socket that the answer goes through.
  for (;;) {
    const next = await frames.next();
    if (next.done === true) throw gone();
    if (next.value.kind === 'bytes') yield next.value;
    else {
      const part = v.parse(partSchema, next.value.value);
      if (part.kind === 'end') return;
      yield part;
    }
  }
}
