import {
  type Declared,
  type Files,
  folderOf,
  isAside,
  joinPath,
  lineAt,
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
  /** Of each configuration, the released one first: its settings, before those that they override. */
  readonly configurations: readonly (readonly Settings[])[];
}

/** The minimums of the targets of an Xcode project, `…/App.xcodeproj/project.pbxproj`. */
export async function readXcodeProject(file: string, files: Files): Promise<readonly Minimum[]> {
  const project = folderOf(folderOf(file).slice(0, -1));
  const objects = treeAt(readPropertyList((await files.read(file)) ?? ''), 'objects').entries;
  const at = (id: string) => treeAt({ text: '', line: 0, entries: objects }, id);
  const entries = [...objects];
  const parents = new Map(
    entries.flatMap(([id, group]) => textsOf(treeAt(group, 'children')).map((child) => [child, id] as const)),
  );
  const pathOf = (id: string, depth = 0): string => {
    const [parent, object] = [parents.get(id), at(id)];
    const isRoot = treeAt(object, 'sourceTree').text === 'SOURCE_ROOT' || depth > DEPTH;
    const folder = parent === undefined || isRoot ? project : pathOf(parent, depth + 1);
    return joinPath(folder, treeAt(object, 'path').text);
  };
  const settingsOf = async (configuration: Tree): Promise<readonly Settings[]> => {
    const text = (key: string) => treeAt(configuration, key).text;
    const [anchor, reference] = [
      text('baseConfigurationReferenceAnchor'),
      text('baseConfigurationReference'),
    ];
    const relative = text('baseConfigurationReferenceRelativePath');
    const base = relative !== '' ? joinPath(pathOf(anchor), relative) : reference && pathOf(reference);
    return [settingsIn(treeAt(configuration, 'buildSettings'), file), await readXcConfig(base, files)];
  };
  const configurationsOf = (owner: Tree): readonly Tree[] => {
    const list = at(treeAt(owner, 'buildConfigurationList').text);
    return textsOf(treeAt(list, 'buildConfigurations')).map(at);
  };
  const isA = (isa: string) => (each: readonly [string, Tree]) => treeAt(each[1], 'isa').text === isa;
  const shared = configurationsOf(entries.find(isA('PBXProject'))?.[1] ?? at(''));
  const targets = entries.filter(isA('PBXNativeTarget'));
  const typeOf = (target: Tree) => treeAt(target, 'productType').text.replace('com.apple.product-type.', '');
  // An app in another one is a helper that people do not open themselves.
  const embedded = new Set(
    targets
      .filter(([, target]) => typeOf(target) === 'application')
      .flatMap(([, target]) =>
        textsOf(treeAt(target, 'dependencies')).map((id) => treeAt(at(id), 'target').text),
      ),
  );
  const read = async ([id, target]: readonly [string, Tree]): Promise<readonly Minimum[]> => {
    const type = typeOf(target);
    const isHelper = type === 'application' && embedded.has(id);
    const configurations = configurationsOf(target)
      .toSorted(byRelease)
      .map(async (own) => {
        const name = treeAt(own, 'name').text;
        const above = shared.find((each) => treeAt(each, 'name').text === name);
        return [...(await settingsOf(own)), ...(above === undefined ? [] : await settingsOf(above))];
      });
    return minimumsOf({
      name: treeAt(target, 'name').text,
      type,
      kind: isHelper ? 'other' : kindOf(type, project),
      project,
      configurations: await Promise.all(configurations),
    });
  };
  return (await Promise.all(targets.map(read))).flat();
}

/** Deeper than any project. */
const DEPTH = 20;

/** What users get is built with the configuration for a release. */
function byRelease(one: Tree, other: Tree): number {
  const [left = 0, right = 0] = [one, other].map((each) =>
    [/^release$/i, /release|store|prod/i, /./].findIndex((name) => name.test(treeAt(each, 'name').text)),
  );
  return left - right;
}

/** The texts of a map as build settings. */
export function settingsIn(tree: Tree, file: string): Settings {
  return new Map(
    [...tree.entries].map(([key, { text, line }]) => [key, { value: text, place: { file, line } }]),
  );
}

const XCCONFIG =
  /^[ \t]*(?:#include\??[ \t]*"(?<path>[^"\n]+)"|(?<key>\w+)[ \t]*=[ \t]*"?(?<value>.*?)"?[ \t]*;?[ \t]*$)/gm;

/** The settings of an `.xcconfig` and of those that it includes: the last of several values counts. */
export async function readXcConfig(file: string, files: Files, depth = 0): Promise<Settings> {
  const source = depth > DEPTH || file === '' ? null : await files.read(file);
  const text = withoutComments(source ?? '', ['//']);
  const settings = new Map<string, { value: string; place: Place }>();
  for (const { index, groups: { path, key = '', value = '' } = {} } of text.matchAll(XCCONFIG))
    if (path !== undefined)
      for (const [name, setting] of await readXcConfig(joinPath(folderOf(file), path), files, depth + 1))
        settings.set(name, setting);
    else if (!INHERITED.test(value)) settings.set(key, { value, place: { file, line: lineAt(text, index) } });
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

/** Who runs a product of one of Xcode's types. */
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

/** A setting of the first that has it. */
function lookUp(settings: readonly Settings[], key: string) {
  return settings
    .map((each) => each.get(key))
    .find((setting) => setting !== undefined && setting.value !== '' && !INHERITED.test(setting.value));
}
