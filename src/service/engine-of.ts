import { type Ask, type Explain } from './ask.ts';
import { EngineError } from './errors.ts';
import { type Store } from './store/store.ts';

/** What answers and explains queries over a store's events: the embedded engine. */
export function engineOf(store: Store): { readonly ask: Ask; readonly explain: Explain } {
  const missing = async () => {
    throw new EngineError(`no engine is wired to ${store.path ?? 'memory'}`);
  };
  return { ask: missing, explain: missing };
}
