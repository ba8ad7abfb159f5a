// Both sides of a change, for the readers of build files, from the commits of a git checkout: for `insight-
// report minimums --diff`, and for the Action where the repository is checked out.
import { getOrAdd } from '../../../text/get-or-add.ts';
import { type ChangeScope, findChange } from '../../repository/change.ts';
import type { Repository } from '../../repository/repository.ts';
import { type Files, mayDeclare } from '../reading/files.ts';
import type { Change } from '../reading/raises.ts';

/** Projects are larger than other sources. */
const LIMIT_BYTES = 20_000_000;

/** Both sides of a change, as commits hold them. Throws `InputError` if one is not there. */
export async function readGitChange(folder: string, scope: ChangeScope): Promise<Change> {
  const { repository, before, after } = await findChange(folder, scope);
  const [was, is] = await Promise.all([repository.files(before), repository.files(after)]);
  const changed = [...is].flatMap(([path, hash]) => (was.get(path) === hash ? [] : [path]));
  const isTouched = [...was.keys(), ...is.keys()].some(
    (path) => mayDeclare(path) && was.get(path) !== is.get(path),
  );
  const none = new Map<string, string>();
  return {
    before: filesOf(repository, isTouched ? was : none),
    after: filesOf(repository, isTouched ? is : none),
    changed: new Set(changed),
  };
}

/** The texts of a commit, each hash read once. */
function filesOf(repository: Repository, hashes: ReadonlyMap<string, string>): Files {
  const texts = new Map<string, Promise<string | null>>();
  const readText = async (hash: string): Promise<string | null> =>
    (await repository.texts([hash], LIMIT_BYTES)).get(hash) ?? null;
  return {
    paths: [...hashes.keys()].filter(mayDeclare),
    read: (path) => {
      const hash = hashes.get(path);
      return hash === undefined ? Promise.resolve(null) : getOrAdd(texts, hash, () => readText(hash));
    },
  };
}
