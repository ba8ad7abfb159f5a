import { readElectron } from './electron.ts';
import { type Declared, type Files, folderOf, isAside, isWithin, type Minimum } from './files.ts';
import { readGradle } from './gradle.ts';
import { appleVersion, compareNumbers, DEPLOYMENT_KEYS } from './platforms.ts';
import { type PodMinimum, readFrameworkInfo, readPodfile, readPodspec } from './podfile.ts';
import { readSwiftPackage } from './swift-package.ts';
import { readXcConfig } from './xcconfig.ts';
import { readXcodeGen } from './xcodegen.ts';
import { readXcodeProject } from './xcode.ts';

/** The lowest version that each target of a repository runs on. */
export async function readMinimums(files: Files): Promise<readonly Minimum[]> {
  const projects = await each(files, /\.xcodeproj\/project\.pbxproj$/, (file) =>
    readXcodeProject(file, files),
  );
  const specs = await each(files, /(?:^|\/)project\.ya?ml$/, (file) => readXcodeGen(file, files));
  const xcode = withSpecs(projects, specs);
  const pods = await podsOf(files);
  return [
    ...xcode.map((minimum) => withPods(minimum, pods)),
    ...(await withoutProject(files, xcode, pods)),
    ...(await readGradle(files)),
    ...(await texts(files, /(?:^|\/)Package(?:@swift-[\d.]+)?\.swift$/, readSwiftPackage)),
    ...(await texts(files, /(?:^|\/)package\.json$/, readElectron)),
  ];
}

type Reading<T> = (file: string, source: string) => readonly T[];

async function each<T>(
  files: Files,
  name: RegExp,
  read: (file: string) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found = await Promise.all(files.paths.filter((path) => name.test(path)).map(read));
  return found.flat();
}

function texts<T>(files: Files, name: RegExp, read: Reading<T>): Promise<readonly T[]> {
  return each(files, name, async (file) => {
    const source = await files.read(file);
    return source === null ? [] : read(file, source);
  });
}

/** XcodeGen writes the project anew from its specification, so that counts where both have a target. */
function withSpecs(projects: readonly Minimum[], specs: readonly Minimum[]): readonly Minimum[] {
  const written = new Map(projects.map((minimum) => [keyOf(minimum), minimum]));
  const merged = specs.map((spec) => {
    const project = written.get(keyOf(spec));
    return project === undefined ? spec : { ...spec, others: [...spec.others, ...project.others] };
  });
  const specified = new Set(specs.map(keyOf));
  return [...merged, ...projects.filter((minimum) => !specified.has(keyOf(minimum)))];
}

/** What tells a target from all others. */
export function keyOf({ platform, project, target }: Minimum): string {
  return JSON.stringify([platform, project, target]);
}

async function podsOf(files: Files): Promise<readonly PodMinimum[]> {
  const podfiles = await texts(files, /(?:^|\/)Podfile$/, readPodfile);
  return [...podfiles, ...(await texts(files, /(?:^|\/)AppFrameworkInfo\.plist$/, readFrameworkInfo))];
}

/** An app's minimum is its project's; a Podfile beside the project says the same, sooner or later. */
function withPods(minimum: Minimum, pods: readonly PodMinimum[]): Minimum {
  const beside = pods.filter(
    ({ platform, declared }) =>
      platform === minimum.platform && isWithin(declared.place.file, minimum.project),
  );
  return { ...minimum, others: [...minimum.others, ...beside.map(({ declared }) => declared)] };
}

/**
 * What counts where no project is to be seen: the Podfile's lowest platform, else an `.xcconfig`. A podspec
 * is a library's.
 */
async function withoutProject(
  files: Files,
  xcode: readonly Minimum[],
  pods: readonly PodMinimum[],
): Promise<readonly Minimum[]> {
  const hasProject = files.paths.some((path) => /\.pbxproj$|(?:^|\/)project\.ya?ml$/.test(path));
  const near = (file: string): boolean =>
    xcode.some(({ project }) => isWithin(file, project)) ||
    files.paths.some((path) => path.endsWith('.pbxproj') && isWithin(path, folderOf(file)));
  const lone = pods.filter(({ declared: { place } }) => place.file.endsWith('Podfile') && !near(place.file));
  const podfiles = lone.map((pod) => withPods(podMinimum(pod, 'app'), pods));
  const podspecs = await texts(files, /\.podspec$/, readPodspec);
  const configs = hasProject || podfiles.length > 0 ? [] : await texts(files, /\.xcconfig$/, loneConfig);
  return [...lowest(podfiles), ...podspecs.map((pod) => podMinimum(pod, 'library')), ...configs];
}

function podMinimum({ platform, target, declared }: PodMinimum, kind: 'app' | 'library'): Minimum {
  const project = folderOf(declared.place.file);
  const name = target ?? project.split('/').at(-1) ?? '';
  return {
    platform,
    target: name,
    kind: isAside(project) ? 'other' : kind,
    project,
    declared,
    others: [declared],
  };
}

/** A Podfile's last platform for a target counts; the same platform for several targets is one app's. */
function lowest(minimums: readonly Minimum[]): readonly Minimum[] {
  const byFile = Map.groupBy(minimums, ({ platform, declared }) => `${platform}\0${declared.place.file}`);
  return [...byFile.values()].map((all) =>
    all.reduce((one, other) =>
      compareNumbers(other.declared.version, one.declared.version) < 0 ? other : one,
    ),
  );
}

function loneConfig(file: string, source: string): readonly Minimum[] {
  const { settings } = readXcConfig(file, source);
  return [...DEPLOYMENT_KEYS].flatMap(([key, platform]): readonly Minimum[] => {
    const setting = settings.get(key);
    const version = setting === undefined ? null : appleVersion(setting.value);
    if (setting === undefined || version === null) return [];
    const declared: Declared = { version, place: setting.place };
    const target =
      file
        .split('/')
        .at(-1)
        ?.replace(/\.xcconfig$/, '') ?? '';
    return [{ platform, target, kind: 'app', project: folderOf(file), declared, others: [declared] }];
  });
}
