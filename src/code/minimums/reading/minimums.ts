// Lists the minimum of each target of a repository, from all kinds of build files. Where two files speak of
// one target, one leads: XcodeGen before Xcode, Xcode before Podfile and .xcconfig.
import { type Files, type Minimum, nameOf } from './files.ts';
import { readForms } from './forms.ts';
import { readGradle } from './gradle.ts';
import { compareNumbers } from './platforms.ts';
import { minimumsOf, readXcConfig, readXcodeProject } from './xcode.ts';
import { readXcodeGen } from './xcodegen.ts';

const PROJECT = /\.xcodeproj\/project\.pbxproj$/;
const SPECIFICATION = /(?:^|\/)project\.ya?ml$/;
/** Files that repeat a project's minimum. They are named beside it, as places to edit, and do not decide. */
export const FOLLOWERS = /(?:^|\/)(?:Podfile|AppFrameworkInfo\.plist)$|\.xcconfig$/;

/** The lowest version that each target of a repository runs on. */
export async function readMinimums(files: Files): Promise<readonly Minimum[]> {
  const readAll = async (name: RegExp, read: (file: string, files: Files) => Promise<readonly Minimum[]>) =>
    (
      await Promise.all(files.paths.filter((path) => name.test(path)).map((path) => read(path, files)))
    ).flat();
  const xcode = [
    ...(await readAll(SPECIFICATION, readXcodeGen)),
    ...(await readAll(PROJECT, readXcodeProject)),
  ];
  const forms = await readAll(/./, readForms);
  const followers = forms.filter(({ declared: { place } }) => FOLLOWERS.test(place.file));
  const podfiles = followers.filter(({ declared: { place } }) => place.file.endsWith('Podfile'));
  const hasProject = files.paths.some((path) => PROJECT.test(path) || SPECIFICATION.test(path));
  const withoutProject = podfiles.length > 0 ? podfiles : await readAll(/\.xcconfig$/, readSettings);
  // XcodeGen writes the project again from its specification, so that counts where both have a target.
  const leaders = hasProject ? onePerTarget(xcode, ([first]) => first) : onePerTarget(withoutProject, lowest);
  const others = forms.filter((form) => !followers.includes(form));
  return [
    ...leaders.map((minimum) => withFollowers(minimum, followers)),
    ...onePerTarget(others, lowest),
    ...(await readGradle(files)),
  ];
}

/** The identity of a target, on both sides of a change. */
export function keyOf({ platform, project, target }: Minimum): string {
  return JSON.stringify([platform, project, target]);
}

function onePerTarget(
  minimums: readonly Minimum[],
  choose: (same: readonly Minimum[]) => Minimum | undefined,
): readonly Minimum[] {
  return [...Map.groupBy(minimums, keyOf).values()].flatMap((same) => {
    const chosen = choose(same);
    return chosen === undefined ? [] : [{ ...chosen, others: same.flatMap(({ others }) => others) }];
  });
}

function lowest(same: readonly Minimum[]): Minimum | undefined {
  return same.toSorted((one, other) => compareNumbers(one.declared.version, other.declared.version))[0];
}

function withFollowers(minimum: Minimum, followers: readonly Minimum[]): Minimum {
  const beside = followers.filter(
    ({ platform, declared: { place } }) =>
      platform === minimum.platform && place.file.startsWith(minimum.project),
  );
  return { ...minimum, others: [...minimum.others, ...beside.map(({ declared }) => declared)] };
}

/** An `.xcconfig` in a repository without a project counts as one app. */
async function readSettings(file: string, files: Files): Promise<readonly Minimum[]> {
  const name = nameOf(file).replace('.xcconfig', '');
  const configurations = [[await readXcConfig(file, files)]];
  return minimumsOf({ name, type: 'application', kind: 'app', project: file, configurations });
}
