// Compares the minimum OS versions of a repository's apps before and after a change (`iOS 15 → 16`), or lists
// those of today.
import type { RaiseResult } from '../../../report/results/results.ts';
import type { Declared, Files, Minimum, Place } from './files.ts';
import { keyOf, readMinimums } from './minimums.ts';
import { compareNumbers } from './platforms.ts';

/** One minimum as the report shows it: `from` 15 `to` 16 (null before if nothing was raised), and where. */
export type Raise = Pick<RaiseResult, 'platform' | 'target' | 'kind' | 'from' | 'to' | 'api' | 'places'>;

/** Both sides of a change. */
export interface Change {
  readonly before: Files;
  readonly after: Files;
  /** The paths of the files that differ, as they are named after the change. */
  readonly changed: ReadonlySet<string>;
}

/** The minimums of today, one for each target, apps first. */
export async function listMinimums(files: Files): Promise<readonly Raise[]> {
  const minimums = await readMinimums(files);
  return minimums.map((minimum) => raiseOf(null, minimum, [minimum.declared])).toSorted(byKind);
}

/** Apps before libraries before others: `app`, `library`, `other` are in the order of the alphabet. */
function byKind(one: Raise, other: Raise): number {
  return compareNumbers(one.kind, other.kind);
}

/**
 * The minimums that a change raises, apps first. A new target, a lower minimum, and a project that only moved
 * are no raises.
 */
export async function findRaises({ before, after, changed }: Change): Promise<readonly Raise[]> {
  const [earlier, minimums] = await Promise.all([readMinimums(before), readMinimums(after)]);
  const earlierByKey = new Map(earlier.map((minimum) => [keyOf(minimum), minimum]));
  const keysAfter = new Set(minimums.map(keyOf));
  const gone = earlier.filter((minimum) => !keysAfter.has(keyOf(minimum)));
  /** The only target that is gone and differs in nothing but its project, which was moved. */
  const movedFrom = (minimum: Minimum): Minimum | undefined => {
    const [only, ...others] = gone.filter(
      (each) => keyOf({ ...each, project: minimum.project }) === keyOf(minimum),
    );
    return others.length === 0 ? only : undefined;
  };
  const raises = minimums.flatMap((minimum): readonly Raise[] => {
    const { declared, others } = minimum;
    const old = (earlierByKey.get(keyOf(minimum)) ?? movedFrom(minimum))?.declared;
    if (old === undefined || !isRaised(old, declared)) return [];
    const agreeing = others.filter(
      ({ version, place }) => version === declared.version && changed.has(place.file),
    );
    return [raiseOf(old, minimum, [declared, ...agreeing])];
  });
  return raises.toSorted(byKind);
}

/** By API level where there is one: two levels can be one version. */
function isRaised(old: Declared, { version, api }: Declared): boolean {
  return old.api === undefined || api === undefined
    ? compareNumbers(version, old.version) > 0
    : api > old.api;
}

function raiseOf(
  old: Declared | null,
  { platform, target, kind, declared }: Minimum,
  declarations: readonly Declared[],
): Raise {
  const places = new Map(declarations.map(({ place }) => [orderOf(place), place]));
  const levels = [old?.api, declared.api].filter((api) => api !== undefined);
  return {
    platform,
    target,
    kind,
    from: old?.version ?? null,
    to: declared.version,
    ...(levels.length > 0 && { api: levels }),
    places: [...places].toSorted(([one], [other]) => compareNumbers(one, other)).map(([, place]) => place),
  };
}

/** Where people edit by hand comes first: a Podfile, then other files, then those that Xcode writes. */
function orderOf({ file, line }: Place): string {
  return [editRank(file), file, line].join('\n');
}

function editRank(file: string): number {
  if (/Podfile$/.test(file)) return 0;
  return /\.(?:plist|pbxproj)$/.test(file) ? 2 : 1;
}
