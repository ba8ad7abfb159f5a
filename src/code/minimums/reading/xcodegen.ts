// Reads deployment targets from XcodeGen's `project.yml`, as build settings of the project that XcodeGen
// would write: the project itself is often not in the repository.
import { type Files, folderOf, joinPath, type Minimum } from './files.ts';
import { DEPLOYMENT_KEYS, platformOf } from './platforms.ts';
import { readYaml, textsOf, type Tree, treeAt } from './tree.ts';
import { kindOf, minimumsOf, type Settings, settingsIn } from './xcode.ts';

/** A part of XcodeGen's specification, and the file that it is in. */
interface Part {
  readonly file: string;
  readonly tree: Tree;
}

/** The minimums of the targets of XcodeGen's `project.yml`, the files that it includes counted in. */
export async function readXcodeGen(file: string, files: Files): Promise<readonly Minimum[]> {
  const spec = await partsOf(file, files);
  const entriesUnder = (key: string) =>
    spec.flatMap((part) =>
      [...treeAt(part.tree, key).entries].map(([name, tree]) => [name, { file: part.file, tree }] as const),
    );
  const templates = new Map(entriesUnder('targetTemplates'));
  const targets = entriesUnder('targets').slice(0, MOST_TARGETS);
  return targets.flatMap(([name, target]) => {
    const names = textsOf(treeAt(target.tree, 'templates')).slice(0, MOST_TEMPLATES);
    const used = names.flatMap((each) => templates.get(each) ?? []);
    return targetMinimums(name, [target, ...used], spec, folderOf(file));
  });
}

/** More than any real specification has. The work grows with their product. */
const [MOST_TARGETS, MOST_TEMPLATES] = [500, 50];

/** A specification's file and those that it includes, each once. */
async function partsOf(file: string, files: Files, read: Set<string> = new Set()): Promise<readonly Part[]> {
  if (read.has(file)) return [];
  read.add(file);
  const source = await files.read(file);
  if (source === null) return [];
  const tree = readYaml(source);
  // An include is a path, or a map with a path, and perhaps switches.
  const paths = textsOf(treeAt(tree, 'include')).filter((text) => /\.ya?ml$/.test(text));
  const included = paths.map((path) => partsOf(joinPath(folderOf(file), path), files, read));
  return [{ file, tree }, ...(await Promise.all(included)).flat()];
}

function targetMinimums(
  name: string,
  parts: readonly Part[],
  spec: readonly Part[],
  project: string,
): readonly Minimum[] {
  const textsAt = (key: string) =>
    parts.map(({ tree }) => textsOf(treeAt(tree, key))).find((texts) => texts.length > 0) ?? [];
  const [type = ''] = textsAt('type');
  const destinations = textsAt('supportedDestinations').join(' ');
  const platforms = destinations === '' ? textsAt('platform') : [destinations];
  const settings = [...parts, ...spec].flatMap(settingsOf);
  return platforms.flatMap((platform) => {
    const place = { file: parts[0]?.file ?? '', line: 1 };
    const built: Settings = new Map([['SUPPORTED_PLATFORMS', { value: platform, place }]]);
    return minimumsOf({
      // A target of several platforms becomes one target for each.
      name: platforms.length > 1 ? `${name}_${platform}` : name,
      type,
      kind: kindOf(type, project),
      project,
      configurations: [[built, ...settings]],
    });
  });
}

/** The settings of a target, a template or a whole specification, those that win first. */
function settingsOf({ file, tree }: Part): readonly Settings[] {
  const maps = [['configs', 'Release'], ['base'], []].map((path) => treeAt(tree, 'settings', ...path));
  return [
    ...maps.map((map) => settingsIn(map, file)),
    deployment(treeAt(tree, 'deploymentTarget'), file),
    deployment(treeAt(tree, 'options', 'deploymentTarget'), file),
  ];
}

/** `deploymentTarget` as build settings: one version for any platform, or a map with one for each. */
function deployment({ text, line, entries }: Tree, file: string): Settings {
  const byName = [...entries].map(([name, value]) => [platformOf(name), value] as const);
  return new Map(
    [...DEPLOYMENT_KEYS].flatMap(([platform, key]) => {
      const value = byName.find(([each]) => each === platform)?.[1] ?? { text, line };
      return [[key, { value: value.text, place: { file, line: value.line } }] as const];
    }),
  );
}
