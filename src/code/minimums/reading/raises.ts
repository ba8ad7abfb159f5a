import type { Declared, Files, Minimum, Place, TargetKind } from './files.ts';
import { keyOf, readMinimums } from './minimums.ts';
import { compareNumbers, type Platform } from './platforms.ts';

/** A minimum of today; or one that a change raises, with what it was. */
export interface Raise {
  readonly platform: Platform;
  readonly target: string;
  readonly kind: TargetKind;
  readonly from: string | null;
  readonly to: string;
  /** Android's API levels. */
  readonly api?: readonly number[];
  /** Where it says so; the effective declaration first. */
  readonly places: readonly Place[];
}

/** Both sides of a change. */
export interface Change {
  readonly before: Files;
  readonly after: Files;
  /** The paths, now, of the files that differ. */
  readonly changed: ReadonlySet<string>;
}

/**
 * The minimums that a change raises, apps first. What is new, falls, or is moved without a change is no
 * raise.
 */
export async function findRaises({ before, after, changed }: Change): Promise<readonly Raise[]> {
  const [was, is] = await Promise.all([readMinimums(before), readMinimums(after)]);
  const earlier = new Map(was.map((minimum) => [keyOf(minimum), minimum]));
  const raises = is.flatMap((minimum): readonly Raise[] => {
    const old = earlier.get(keyOf(minimum));
    if (old === undefined || !isRaised(old.declared, minimum.declared)) return [];
    return [raiseOf(old.declared, minimum, changed)];
  });
  return raises.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
}

const KINDS: readonly TargetKind[] = ['app', 'library', 'other'];

/** By API level where there is one: two levels can be one version. */
function isRaised(old: Declared, now: Declared): boolean {
  const { api: was, version: before } = old;
  const { api: is, version: after } = now;
  return was !== undefined && is !== undefined ? is > was : compareNumbers(after, before) > 0;
}

function raiseOf(
  old: Declared,
  { declared, others, ...minimum }: Minimum,
  changed: ReadonlySet<string>,
): Raise {
  const agreeing = others.filter(
    ({ version, place }) => version === declared.version && changed.has(place.file),
  );
  const all = [declared, ...agreeing].map(({ place }) => place);
  const places = [...new Map(all.map((place) => [`${place.file}:${place.line}`, place])).values()];
  const api = old.api !== undefined && declared.api !== undefined ? { api: [old.api, declared.api] } : {};
  const { platform, target, kind } = minimum;
  return {
    platform,
    target,
    kind,
    from: old.version,
    to: declared.version,
    ...api,
    places: places.toSorted(byRank),
  };
}

/** People edit a Podfile; Xcode writes a project. */
const RANKS = [
  /Podfile$/,
  /\.(?:ya?ml|xcconfig|kts|gradle|toml|properties|kt|swift|json|podspec)$/,
  /\.plist$/,
  /./,
];

function byRank(one: Place, other: Place): number {
  const rank = ({ file }: Place): number => RANKS.findIndex((name) => name.test(file));
  return (
    rank(one) - rank(other) ||
    (one.file < other.file ? -1 : Number(one.file > other.file)) ||
    one.line - other.line
  );
}

/** The minimums of today, one for each target. */
export async function listMinimums(files: Files): Promise<readonly Raise[]> {
  const all = await readMinimums(files);
  return all.map(({ platform, target, kind, declared }) => {
    const api = declared.api === undefined ? {} : { api: [declared.api] };
    return { platform, target, kind, from: null, to: declared.version, ...api, places: [declared.place] };
  });
}
