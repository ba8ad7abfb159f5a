// Reads deployment targets (IPHONEOS_DEPLOYMENT_TARGET and its like) from Xcode: `project.pbxproj` and
// `.xcconfig`. A setting is looked up as Xcode does: target, its .xcconfig, project, its .xcconfig.
import {
  type Declared,
  type Files,
  folderOf,
  isAside,
  joinPath,
  type Minimum,
  type Place,
  type TargetKind,
  withoutComments,
} from './files.ts';
import { appleVersion, DEPLOYMENT_KEYS, type Platform, platformOf } from './platforms.ts';
import { readPropertyList, textsOf, type Tree, treeAt } from './tree.ts';

/** Build settings by key: a value, and where it is. */
export type Settings = ReadonlyMap<string, { readonly value: string; readonly place: Place }>;

/** A target of a project or of a specification. */
interface XcodeTarget {
  readonly name: string;
  readonly type: string;
  readonly kind: TargetKind;
  readonly project: string;
  /**
   * One list for each build configuration (Release first): its levels of settings, those that win first.
   */
  readonly configurations: readonly (readonly Settings[])[];
}

/** The minimums of the targets of an Xcode project, `…/App.xcodeproj/project.pbxproj`. */
export async function readXcodeProject(file: string, files: Files): Promise<readonly Minimum[]> {
  const project = folderOf(folderOf(file).slice(0, -1));
  const objects = treeAt(readPropertyList((await files.read(file)) ?? ''), 'objects');
  const pathOf = pathsIn(objects, project);
  const settingsOf = async (configuration: Tree) => [
    settingsIn(treeAt(configuration, 'buildSettings'), file),
    await readXcConfig(baseOf(configuration, pathOf), files),
  ];
  const [[, projectObject] = []] = objectsOfType(objects, 'PBXProject');
  const ofProject = projectObject === undefined ? [] : configurationsOf(projectObject, objects);
  const targets = objectsOfType(objects, 'PBXNativeTarget').slice(0, MOST_TARGETS);
  const embedded = embeddedIn(objects, targets);
  const minimums = targets.map(async ([id, target]) => {
    const configurations = configurationsOf(target, objects)
      .toSorted(byRelease)
      .map(async (each) => {
        const above = ofProject.find((other) => textAt(other, 'name') === textAt(each, 'name'));
        return [...(await settingsOf(each)), ...(above === undefined ? [] : await settingsOf(above))];
      });
    const type = typeOf(target);
    const targetMinimums = minimumsOf({
      name: textAt(target, 'name'),
      type,
      kind: kindOf(type, project),
      project,
      configurations: await Promise.all(configurations),
    });
    const isHelper = embedded.has(id) && type === 'application';
    return isHelper ? targetMinimums.map(asHelper) : targetMinimums;
  });
  return (await Promise.all(minimums)).flat();
}

/** An app in another one is a helper that people do not open themselves, unless it is on their watch. */
function asHelper(minimum: Minimum): Minimum {
  return minimum.platform === 'watchOS' ? minimum : { ...minimum, kind: 'other' };
}

/** The objects of a type, such as `PBXNativeTarget`, with their ids. */
function objectsOfType(objects: Tree, type: string): readonly (readonly [id: string, object: Tree])[] {
  return [...objects.entries].filter(([, object]) => textAt(object, 'isa') === type);
}

/** The build configurations (Debug, Release) of a project or of a target. */
function configurationsOf(owner: Tree, objects: Tree): readonly Tree[] {
  const list = treeAt(objects, textAt(owner, 'buildConfigurationList'));
  return listed(objects, list, 'buildConfigurations');
}

function textAt(object: Tree, key: string): string {
  return treeAt(object, key).text;
}

/** The objects to which a list of another one refers. */
function listed(objects: Tree, object: Tree, key: string): readonly Tree[] {
  return textsOf(treeAt(object, key))
    .slice(0, MOST_LISTED)
    .map((id) => treeAt(objects, id));
}

/** More than any real project has: work grows with their product, and a pull request's author writes them. */
const [MOST_TARGETS, MOST_LISTED] = [500, 100];

function typeOf(target: Tree): string {
  return textAt(target, 'productType').replace('com.apple.product-type.', '');
}

/** The ids of the targets that an app of the project depends on. */
function embeddedIn(objects: Tree, targets: readonly (readonly [string, Tree])[]): ReadonlySet<string> {
  const apps = targets.filter(([, target]) => typeOf(target) === 'application');
  return new Set(
    apps.flatMap(([, target]) =>
      listed(objects, target, 'dependencies').map((each) => textAt(each, 'target')),
    ),
  );
}

/** Finds a file reference's path: those of the groups around it count, up to the project's folder. */
function pathsIn(objects: Tree, project: string): (id: string) => string {
  const parents = new Map(
    [...objects.entries].flatMap(([id, group]) =>
      textsOf(treeAt(group, 'children')).map((child) => [child, id] as const),
    ),
  );
  const pathOf = (id: string, depth: number): string => {
    const [parent, object] = [parents.get(id), treeAt(objects, id)];
    const isAtRoot = textAt(object, 'sourceTree') === 'SOURCE_ROOT' || depth > DEPTH;
    const folder = parent === undefined || isAtRoot ? project : pathOf(parent, depth + 1);
    return joinPath(folder, textAt(object, 'path'));
  };
  return (id) => pathOf(id, 0);
}

/** The path of a configuration's `.xcconfig`; empty if it has none. */
function baseOf(configuration: Tree, pathOf: (id: string) => string): string {
  const relative = textAt(configuration, 'baseConfigurationReferenceRelativePath');
  if (relative !== '')
    return joinPath(pathOf(textAt(configuration, 'baseConfigurationReferenceAnchor')), relative);
  const reference = textAt(configuration, 'baseConfigurationReference');
  return reference && pathOf(reference);
}

/** Groups are nested less deep than this in any real project; a damaged one may go in a circle. */
const DEPTH = 20;

/** What users get is built with the configuration for a release: it comes first. */
function byRelease(one: Tree, other: Tree): number {
  return rankOf(one) - rankOf(other);
}

function rankOf(configuration: Tree): number {
  const name = textAt(configuration, 'name');
  if (/^release$/i.test(name)) return 0;
  return /release|store|prod/i.test(name) ? 1 : 2;
}

/** The entries of a map in a project as build settings. */
export function settingsIn(tree: Tree, file: string): Settings {
  return new Map(
    [...tree.entries].map(([key, { text, line }]) => [key, { value: text, place: { file, line } }]),
  );
}

const INCLUDE = /^[ \t]*#include\??[ \t]*"([^"]+)"/;
const SETTING = /^[ \t]*(\w+)[ \t]*=(.*)$/;

/**
 * The settings of an `.xcconfig` and of those that it includes, each once: the last of several values counts.
 */
export async function readXcConfig(
  file: string,
  files: Files,
  read: Set<string> = new Set(),
): Promise<Settings> {
  const source = file === '' || read.has(file) ? null : await files.read(file);
  read.add(file);
  const settings = new Map<string, { value: string; place: Place }>();
  for (const [index, line] of withoutComments(source ?? '', ['//'])
    .split('\n')
    .entries()) {
    const included = INCLUDE.exec(line)?.[1];
    const [, key = '', rawValue = ''] = SETTING.exec(line) ?? [];
    const value = rawValue.trim().replace(/;$/, '').trim().replace(/^"|"$/g, '');
    if (included !== undefined)
      for (const [name, setting] of await readXcConfig(joinPath(folderOf(file), included), files, read))
        settings.set(name, setting);
    else if (key !== '' && !INHERITED.test(value))
      settings.set(key, { value, place: { file, line: index + 1 } });
  }
  return settings;
}

const INHERITED = /^\$[({]inherited[)}]$/;

/** The minimums of a target, of each platform that it is built for. */
export function minimumsOf({ name, type, kind, project, configurations }: XcodeTarget): readonly Minimum[] {
  const [released] = configurations;
  if (released === undefined) return [];
  return [...DEPLOYMENT_KEYS].flatMap(([platform, key]): readonly Minimum[] => {
    const declared = runsOn(platform, type, released) ? declaredIn(released, key) : null;
    if (declared === null) return [];
    const others = configurations.flatMap((settings) => declaredIn(settings, key) ?? []);
    return [{ platform, target: name, kind, project, declared, others }];
  });
}

/** Who runs what a target makes, by its product type: `application`, `framework`. */
export function kindOf(type: string, project: string): TargetKind {
  if (isAside(project)) return 'other';
  if (/^application(?:\.watchapp2?|\.messages)?$/.test(type)) return 'app';
  return /framework|library/.test(type) ? 'library' : 'other';
}

/** Whether a target is built for a platform, by its SDK; any platform may be meant if it names none. */
function runsOn(platform: Platform, type: string, settings: readonly Settings[]): boolean {
  if (/watch/.test(type)) return platform === 'watchOS';
  const named = lookUp(settings, 'SUPPORTED_PLATFORMS') ?? lookUp(settings, 'SDKROOT');
  const words =
    named?.value.split(/\s+/).flatMap((word) => platformOf(word.replace(/[\d.]+$/, '')) ?? []) ?? [];
  return words.length === 0 || words.includes(platform);
}

function declaredIn(settings: readonly Settings[], key: string): Declared | null {
  const setting = lookUp(settings, key);
  // A setting may name another: `$(APP_MINIMUM)`.
  const name = /^\$[({](\w+)[)}]$/.exec(setting?.value ?? '')?.[1];
  const { value = '', place } = (name === undefined ? setting : lookUp(settings, name)) ?? {};
  const version = appleVersion(value);
  return version === null || place === undefined ? null : { version, place };
}

/** The value of a setting at the first level that has one. */
function lookUp(settings: readonly Settings[], key: string) {
  return settings
    .map((each) => each.get(key))
    .find((setting) => setting !== undefined && setting.value !== '' && !INHERITED.test(setting.value));
}
