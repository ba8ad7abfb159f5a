// Both sides of a change, for the readers of build files, from the commits of a git checkout: for
// `insight-report minimums --diff`. The Action reads them through GitHub's API (`github.ts`).
import { getOrAdd } from '../../../text/get-or-add.ts';
import { type ChangeScope, findChange } from '../../repository/change.ts';
import { changedBlobs, type Repository } from '../../repository/repository.ts';
import { type Files, LIMIT_BYTES, mayDeclare } from '../reading/files.ts';
import type { Change } from '../reading/raises.ts';

/** Both sides of a change, as commits hold them. Throws `InputError` if one is not there. */
export async function readGitChange(folder: string, scope: ChangeScope): Promise<Change> {
  const { repository, before, after } = await findChange(folder, scope);
  const [hashesBefore, hashesAfter] = [await repository.files(before), await repository.files(after)];
  const changed = changedBlobs(hashesBefore, hashesAfter);
  // Of a change that touches no build file, nothing is read.
  const isTouched = changed.some(({ path }) => mayDeclare(path));
  const filesIn = (hashes: ReadonlyMap<string, string>): Files =>
    filesOf(repository, isTouched ? hashes : new Map());
  return {
    before: filesIn(hashesBefore),
    after: filesIn(hashesAfter),
    changed: new Set(changed.map(({ path }) => path)),
  };
}

/** The texts of a commit, each hash read once. */
function filesOf(repository: Repository, hashes: ReadonlyMap<string, string>): Files {
  const texts = new Map<string, Promise<string | null>>();
  const readText = async (hash: string) => (await repository.texts([hash], LIMIT_BYTES)).get(hash) ?? null;
  return {
    paths: [...hashes.keys()].filter(mayDeclare),
    read: (path) => {
      const hash = hashes.get(path);
      return hash === undefined ? Promise.resolve(null) : getOrAdd(texts, hash, () => readText(hash));
    },
  };
}
