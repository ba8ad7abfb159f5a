// The names of the operations that commands can call over the socket of a serving process.
import type { localOperations } from './local.ts';

/** The operations on a store, called directly or over a socket. They throw `StoreError` and `QueryError`. */
export type StoreOperations = ReturnType<typeof localOperations>;

/** The operations that a serving process answers on its socket: all but `close`. */
export const OPERATIONS = [
  'createOrganization',
  'setPlan',
  'listOrganizations',
  'createToken',
  'listTokens',
  'revokeToken',
  'createWriteKey',
  'listWriteKeys',
  'revokeWriteKey',
  'addInsights',
  'listInsights',
  'removeInsights',
  'syncInsights',
  'findImport',
  'placeImport',
  'takeImport',
  'query',
  'explain',
  'backup',
  'exportEvents',
  'countEvents',
  'deleteEvents',
  'dropColumn',
] as const satisfies readonly (keyof StoreOperations)[];

export type RemoteOperations = Pick<StoreOperations, (typeof OPERATIONS)[number]>;
