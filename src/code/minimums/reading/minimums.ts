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
  const forms = await readAll(files, /./, readForms);
  const followers = forms.filter((form) => FOLLOWERS.test(fileOf(form)));
  const hasProject = files.paths.some((path) => PROJECT.test(path) || SPECIFICATION.test(path));
  const leaders = await (hasProject ? readProjects(files) : readWithoutProject(files, followers));
  return [
    ...withFollowers(leaders, followers),
    ...onePerTarget(
      forms.filter((form) => !followers.includes(form)),
      lowest,
    ),
    ...(await readGradle(files)),
  ];
}

/** Targets of projects. XcodeGen writes the project from its specification, which leads if both have one. */
async function readProjects(files: Files): Promise<readonly Minimum[]> {
  const ofSpecifications = await readAll(files, SPECIFICATION, readXcodeGen);
  const ofProjects = await readAll(files, PROJECT, readXcodeProject);
  return onePerTarget([...ofSpecifications, ...ofProjects], ([first]) => first);
}

/** Targets of Podfiles; without a Podfile, each `.xcconfig` as an app. */
async function readWithoutProject(files: Files, followers: readonly Minimum[]): Promise<readonly Minimum[]> {
  const ofPodfiles = followers.filter((follower) => fileOf(follower).endsWith('Podfile'));
  return onePerTarget(
    ofPodfiles.length > 0 ? ofPodfiles : await readAll(files, /\.xcconfig$/, readSettings),
    lowest,
  );
}

async function readAll(files: Files, name: RegExp, read: typeof readForms): Promise<readonly Minimum[]> {
  const paths = files.paths.filter((path) => name.test(path));
  return (await Promise.all(paths.map((path) => read(path, files)))).flat();
}

function fileOf({ declared }: Minimum): string {
  return declared.place.file;
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

/**
 * Adds to each target what followers declare for its platform. A follower belongs to the nearest project
 * around it: `Demo/Podfile` to the one in `Demo/`, not to the one at the root. A leading Podfile follows
 * itself, too; `raises.ts` names each place once.
 */
function withFollowers(leaders: readonly Minimum[], followers: readonly Minimum[]): readonly Minimum[] {
  const outwards = leaders.toSorted((one, other) => other.project.length - one.project.length);
  const ofProject = Map.groupBy(followers, (follower) => {
    const nearest = outwards.find(
      ({ platform, project }) => platform === follower.platform && fileOf(follower).startsWith(project),
    );
    return projectKey(nearest ?? follower);
  });
  return leaders.map((leader) => {
    const declared = (ofProject.get(projectKey(leader)) ?? []).map((follower) => follower.declared);
    return { ...leader, others: [...leader.others, ...declared] };
  });
}

function projectKey({ platform, project }: Minimum): string {
  return `${platform} ${project}`;
}

/** An `.xcconfig` in a repository without a project counts as an app, whose project is this file. */
async function readSettings(file: string, files: Files): Promise<readonly Minimum[]> {
  const name = nameOf(file).replace('.xcconfig', '');
  const configurations = [[await readXcConfig(file, files)]];
  return minimumsOf({ name, type: 'application', kind: 'app', project: file, configurations });
}
