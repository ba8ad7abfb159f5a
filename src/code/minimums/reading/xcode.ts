import {
  type Declared,
  type Files,
  folderOf,
  isAside,
  joinPath,
  type Minimum,
  type TargetKind,
} from './files.ts';
import { parsePlist, type PlistValue } from './openstep.ts';
import { appleVersion, DEPLOYMENT_KEYS, type Platform, platformOf } from './platforms.ts';
import { readXcConfig, type Setting } from './xcconfig.ts';

/** The minimums of the targets of an Xcode project, `…/App.xcodeproj/project.pbxproj`. */
export async function readXcodeProject(file: string, files: Files): Promise<readonly Minimum[]> {
  const source = await files.read(file);
  const root = source === null ? null : parsePlist(source);
  const objects = root === null ? new Map<string, PlistValue>() : mapAt(root, 'objects');
  const project = new Project(file, objects, files);
  const found: Minimum[] = [];
  for (const [id, target] of objects)
    if (textAt(target, 'isa') === 'PBXNativeTarget') {
      const isOwn = !isAside(project.folder) && !project.isEmbedded(id);
      found.push(...(await minimumsOf(target, isOwn ? kindOf(typeOf(target)) : 'other', project)));
    }
  return found;
}

function typeOf(target: PlistValue): string {
  return textAt(target, 'productType').replace('com.apple.product-type.', '');
}

/** A project's objects by their ids, and its files. */
class Project {
  readonly #file: string;
  readonly objects: ReadonlyMap<string, PlistValue>;
  readonly #files: Files;

  constructor(file: string, objects: ReadonlyMap<string, PlistValue>, files: Files) {
    this.#file = file;
    this.objects = objects;
    this.#files = files;
  }

  get file(): string {
    return this.#file;
  }

  /** The folder that the project is in. */
  get folder(): string {
    return folderOf(folderOf(this.#file));
  }

  at(id: string): PlistValue | undefined {
    return this.objects.get(id);
  }

  /** The build configurations of the project, or of a target. */
  configurationsOf(owner: PlistValue | undefined): readonly PlistValue[] {
    const list = this.at(textAt(owner, 'buildConfigurationList'));
    return textsAt(list, 'buildConfigurations').flatMap((id) => this.at(id) ?? []);
  }

  /** Whether an app of the project holds this app: a helper that people do not open themselves. */
  isEmbedded(id: string): boolean {
    return [...this.objects.values()].some(
      (target) =>
        typeOf(target) === 'application' &&
        typeOf(this.at(id) ?? target) === 'application' &&
        textsAt(target, 'dependencies').some((each) => textAt(this.at(each), 'target') === id),
    );
  }

  /** The project's own object. */
  get root(): PlistValue | undefined {
    return [...this.objects.values()].find((each) => textAt(each, 'isa') === 'PBXProject');
  }

  /** The settings of a configuration: its own, else those of its `.xcconfig`. */
  async settingsOf(configuration: PlistValue | undefined): Promise<readonly ReadonlyMap<string, Setting>[]> {
    if (configuration === undefined) return [];
    const own = [...mapAt(configuration, 'buildSettings')].flatMap(
      ([key, value]): readonly [string, Setting][] =>
        value.kind === 'text'
          ? [[key, { value: value.text, place: { file: this.#file, line: value.line } }]]
          : [],
    );
    const base = this.#basePath(configuration);
    return [new Map(own), ...(base === null ? [] : await xcConfigs(base, this.#files, 0))];
  }

  #basePath(configuration: PlistValue): string | null {
    const anchor = textAt(configuration, 'baseConfigurationReferenceAnchor');
    const relative = textAt(configuration, 'baseConfigurationReferenceRelativePath');
    if (relative !== '') return joinPath(this.#pathOf(anchor, 0), relative);
    const reference = textAt(configuration, 'baseConfigurationReference');
    return reference === '' ? null : this.#pathOf(reference, 0);
  }

  /** A file reference's path: those of the groups around it count, up to the project's folder. */
  #pathOf(id: string, depth: number): string {
    const object = this.at(id);
    const own = textAt(object, 'path');
    const isFromRoot = ['SOURCE_ROOT', '<absolute>'].includes(textAt(object, 'sourceTree'));
    const parent = isFromRoot ? undefined : this.#parentOf(id);
    const folder = parent === undefined || depth > DEPTH ? this.folder : this.#pathOf(parent, depth + 1);
    return joinPath(folder, own);
  }

  #parentOf(id: string): string | undefined {
    return [...this.objects].find(([, each]) => textsAt(each, 'children').includes(id))?.[0];
  }
}

const DEPTH = 20;

/** The settings of an `.xcconfig`, before those of the files that it includes: the file's own win. */
async function xcConfigs(
  path: string,
  files: Files,
  depth: number,
): Promise<readonly ReadonlyMap<string, Setting>[]> {
  const source = depth > DEPTH ? null : await files.read(path);
  if (source === null) return [];
  const { settings, includes } = readXcConfig(path, source);
  const all = [settings];
  for (const include of includes)
    all.push(...(await xcConfigs(joinPath(folderOf(path), include), files, depth + 1)));
  return all;
}

async function minimumsOf(
  target: PlistValue,
  kind: TargetKind,
  project: Project,
): Promise<readonly Minimum[]> {
  const all = await Promise.all(
    project.configurationsOf(target).map(async (configuration) => {
      const name = textAt(configuration, 'name');
      const same = project.configurationsOf(project.root).find((each) => textAt(each, 'name') === name);
      return {
        name,
        layers: [...(await project.settingsOf(configuration)), ...(await project.settingsOf(same))],
      };
    }),
  );
  const shipped = shippedOf(all);
  if (shipped === undefined) return [];
  return [...DEPLOYMENT_KEYS].flatMap(([key, platform]): readonly Minimum[] => {
    if (!runsOn(platform, typeOf(target), shipped.layers)) return [];
    const declared = declaredIn(shipped.layers, key);
    if (declared === null) return [];
    const others = all.flatMap(({ layers }) => declaredIn(layers, key) ?? []);
    return [{ platform, target: textAt(target, 'name'), kind, project: project.folder, declared, others }];
  });
}

/** What users get is built with the configuration for a release. */
function shippedOf<T extends { readonly name: string }>(configurations: readonly T[]): T | undefined {
  const named = configurations.find(({ name }) => /^release$/i.test(name));
  return named ?? configurations.find(({ name }) => /release|store|prod/i.test(name)) ?? configurations[0];
}

/** Who runs a product of one of Xcode's types. */
export function kindOf(productType: string): TargetKind {
  if (APPS.has(productType)) return 'app';
  return /framework|library/.test(productType) ? 'library' : 'other';
}

const APPS = new Set([
  'application',
  'application.watchapp',
  'application.watchapp2',
  'application.messages',
]);

/** Whether a target is built for a platform, by its SDK; any platform may be meant if it names none. */
function runsOn(
  platform: Platform,
  productType: string,
  layers: readonly ReadonlyMap<string, Setting>[],
): boolean {
  if (/watch/.test(productType)) return platform === 'watchOS';
  const supported = lookUp(layers, 'SUPPORTED_PLATFORMS')?.value ?? '';
  const sdk = lookUp(layers, 'SDKROOT')?.value ?? '';
  const words = (supported === '' ? sdk : supported)
    .split(/\s+/)
    .map((word) => platformOf(word.replace(/[\d.]+$/, '')));
  return words.every((word) => word === null) || words.includes(platform);
}

function declaredIn(layers: readonly ReadonlyMap<string, Setting>[], key: string): Declared | null {
  const setting = lookUp(layers, key);
  // A setting may name another: `$(APP_MINIMUM)`.
  const name = /^\$[({](\w+)[)}]$/.exec(setting?.value ?? '')?.[1];
  const { value, place } = (name === undefined ? setting : lookUp(layers, name)) ?? {};
  const version = appleVersion(value ?? '');
  return version === null || place === undefined ? null : { version, place };
}

/** A setting of the first layer that has it; `$(inherited)` is that of the next. */
function lookUp(layers: readonly ReadonlyMap<string, Setting>[], key: string): Setting | undefined {
  const has = layers.find((layer) => !/^\$[({]inherited[)}]$/.test(layer.get(key)?.value ?? '$(inherited)'));
  return has?.get(key);
}

function mapAt(value: PlistValue, key: string): ReadonlyMap<string, PlistValue> {
  const inner = value.kind === 'map' ? value.entries.get(key) : undefined;
  return inner?.kind === 'map' ? inner.entries : new Map();
}

function textAt(value: PlistValue | undefined, key: string): string {
  const inner = value?.kind === 'map' ? value.entries.get(key) : undefined;
  return inner?.kind === 'text' ? inner.text : '';
}

function textsAt(value: PlistValue | undefined, key: string): readonly string[] {
  const inner = value?.kind === 'map' ? value.entries.get(key) : undefined;
  if (inner?.kind !== 'list') return [];
  return inner.items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
}
