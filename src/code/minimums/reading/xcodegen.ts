import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { type Declared, type Files, folderOf, isAside, joinPath, type Minimum } from './files.ts';
import { appleVersion, DEPLOYMENT_KEYS, type Platform, platformOf } from './platforms.ts';
import { kindOf } from './xcode.ts';

/** A part of XcodeGen's specification, with the file that it is in. */
interface Part {
  readonly file: string;
  readonly node: YAMLMap;
  readonly lines: LineCounter;
}

/** The minimums of the targets of XcodeGen's `project.yml`, the files that it includes counted in. */
export async function readXcodeGen(file: string, files: Files): Promise<readonly Minimum[]> {
  const parts = await partsOf(file, files, 0);
  const templates = new Map(parts.flatMap((part) => entriesOf(part, 'targetTemplates')));
  const all = parts.flatMap((part) => entriesOf(part, 'targets'));
  const project = folderOf(file);
  return all.flatMap(([name, target]) => {
    const used = namesIn(target.node.get('templates', true)).flatMap((each) => templates.get(each) ?? []);
    return minimumsOf(name, [target, ...used], parts, project);
  });
}

const DEPTH = 5;

async function partsOf(file: string, files: Files, depth: number): Promise<readonly Part[]> {
  const source = depth > DEPTH ? null : await files.read(file);
  if (source === null) return [];
  const lines = new LineCounter();
  const { contents } = parseDocument(source, { lineCounter: lines, logLevel: 'silent' });
  if (!isMap(contents)) return [];
  const parts: Part[] = [{ file, node: contents, lines }];
  for (const path of includesIn(contents.get('include', true)))
    parts.push(...(await partsOf(joinPath(folderOf(file), path), files, depth + 1)));
  return parts;
}

/** The paths of `include`: one, several, or maps with a `path`. */
function includesIn(node: unknown): readonly string[] {
  const items: readonly unknown[] = isSeq(node) ? node.items : [node];
  return items.flatMap((item) => (isMap(item) ? namesIn(item.get('path', true)) : namesIn(item)));
}

function namesIn(node: unknown): readonly string[] {
  if (isSeq(node)) return node.items.flatMap(namesIn);
  return isScalar(node) && node.source !== undefined && node.source !== '' ? [node.source] : [];
}

/** The maps under a key, by name. */
function entriesOf(part: Part, key: string): readonly (readonly [string, Part])[] {
  const node = part.node.get(key, true);
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key: name, value }) =>
    isMap(value) && isScalar(name) ? [[String(name.value), { ...part, node: value }] as const] : [],
  );
}

function minimumsOf(
  name: string,
  target: readonly Part[],
  spec: readonly Part[],
  project: string,
): readonly Minimum[] {
  const kind = isAside(project) ? 'other' : kindOf(namesAt(target, 'type')[0] ?? '');
  const written = [...namesAt(target, 'platform'), ...namesAt(target, 'supportedDestinations')];
  const platforms = new Set(written.flatMap((word) => platformOf(word) ?? []));
  return [...platforms].flatMap((platform): readonly Minimum[] => {
    const declared = ownMinimum(target, platform) ?? specMinimum(spec, platform);
    if (declared === null) return [];
    const key =
      platforms.size > 1 && namesAt(target, 'supportedDestinations').length === 0
        ? `${name}_${platform}`
        : name;
    return [{ platform, target: key, kind, project, declared, others: [declared] }];
  });
}

function namesAt(parts: readonly Part[], key: string): readonly string[] {
  const nodes = parts.map(({ node }) => node.get(key, true));
  return namesIn(nodes.find((node) => node !== undefined));
}

/** A target's own: `deploymentTarget`, as one version or by platform, or a build setting. */
function ownMinimum(target: readonly Part[], platform: Platform): Declared | null {
  return first(target, (part) => {
    const node = part.node.get('deploymentTarget', true);
    const value = isMap(node) ? valueOf(node, platform) : node;
    return declaredBy(value, part) ?? settingIn(part, platform);
  });
}

function specMinimum(spec: readonly Part[], platform: Platform): Declared | null {
  return first(spec, (part) => {
    const options = part.node.get('options', true);
    const node = isMap(options) ? options.get('deploymentTarget', true) : null;
    return settingIn(part, platform) ?? (isMap(node) ? declaredBy(valueOf(node, platform), part) : null);
  });
}

function settingIn(part: Part, platform: Platform): Declared | null {
  const settings = part.node.get('settings', true);
  if (!isMap(settings)) return null;
  const base = settings.get('base', true);
  const keys = [...DEPLOYMENT_KEYS].filter(([, each]) => each === platform).map(([key]) => key);
  return first(isMap(base) ? [base, settings] : [settings], (map) =>
    first(keys, (key) => declaredBy(map.get(key, true), part)),
  );
}

function valueOf(map: YAMLMap, platform: Platform): unknown {
  return map.items.find(({ key }) => isScalar(key) && platformOf(String(key.value)) === platform)?.value;
}

/** YAML reads 16.10 as a number: its digits count as they are written. */
function declaredBy(node: unknown, { file, lines }: Part): Declared | null {
  if (!isScalar(node)) return null;
  const version = appleVersion(node.source ?? '');
  const start = (node as Node).range?.[0];
  return version === null || start === undefined
    ? null
    : { version, place: { file, line: lines.linePos(start).line } };
}

function first<T, R>(items: readonly T[], read: (item: T) => R | null): R | null {
  for (const item of items) {
    const result = read(item);
    if (result !== null) return result;
  }
  return null;
}
