import { importAtOnce } from '../../../src/cli/import/import-at-once.ts';
import type { EventSource } from '../../../src/cli/import/sources.ts';
import type { RefusedLine } from '../../../src/service/import/stage.ts';
import { placeImport, takeImport } from '../../../src/service/import/import.ts';
import { type Mapping, OWN } from '../../../src/service/import/mapping.ts';
import type { Store } from '../../../src/service/store/store.ts';

/** How a test imports: by default our own format, into the organization `a`. */
export interface TestImport {
  readonly mapping?: Mapping;
  readonly strict?: boolean;
  readonly again?: boolean;
  readonly namespace?: string;
}

/** A source with these bytes. */
export function sourceOf(name: string, content: string | Uint8Array): EventSource {
  async function* bytes() {
    for (let at = 0; at < content.length; at += 1000) yield Buffer.from(content.slice(at, at + 1000));
  }
  return { name, bytes: bytes() };
}

/** Imports sources into a store as the command does. */
export async function importSources(
  store: Store,
  sources: readonly EventSource[],
  { mapping = OWN, strict = false, again = false, namespace = 'a' }: TestImport = {},
) {
  const refused: RefusedLine[] = [];
  const { files, isTaken } = await importAtOnce(
    {
      operations: {
        placeImport: (name) => placeImport(store, name),
        findImport: async (name, content) =>
          store.events.findImport((await store.organizations.get(name)).id, content),
        takeImport: (name, staged) => takeImport(store, name, staged),
      },
      namespace,
      mapping,
      strict,
      again,
      begin: () => undefined,
      refuse: async (_, line) => {
        refused.push(line);
      },
    },
    sources,
  );
  return { taken: isTaken, files, refused };
}
