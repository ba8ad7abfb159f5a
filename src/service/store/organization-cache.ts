// Caches in memory what transactions change, such as the columns of an organization's events.
import { getOrAdd } from '../../text/get-or-add.ts';

/** A value for each organization, such as its columns, which is read once until it is forgotten. */
export interface Cache<T> {
  readonly get: (organization: number) => Promise<T>;
  readonly forget: (organization: number) => void;
}

/** Caches what `read` returns for each organization. Call `forget` after a commit that changes it. */
export function createCache<T>(read: (organization: number) => Promise<T>): Cache<T> {
  const values = new Map<number, Promise<T>>();
  const forget = (organization: number) => {
    values.delete(organization);
  };
  const get = (organization: number) => {
    const value = getOrAdd(values, organization, () => read(organization));
    value.catch(() => {
      forget(organization);
    });
    return value;
  };
  return { get, forget };
}
