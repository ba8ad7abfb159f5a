// Finds the names that a file gives to the SDK's object and functions: `td` of `const td = new
// TelemetryDeck(…)`, so that `td.signal("saved")` counts as a call of the SDK. Pure.
import type { Node } from 'web-tree-sitter';
import type { LanguageSpec, Matches } from './languages.ts';
import { spineOf } from './paths.ts';
import { OWNERS, SCRIPT_FACTORIES } from './sdk-calls.ts';

/** What a file calls the SDK's object, and its functions. */
export interface SdkObjects {
  readonly objects: ReadonlySet<string>;
  /** A name in the file → the SDK's method: `const { signal: track } = useTelemetryDeck()`. */
  readonly functions: ReadonlyMap<string, string>;
}

/**
 * Finds these names by the value that they get, or by their type. Objects of a type that declares wrappers
 * (`wrappers`) count as well.
 */
export function findObjects(
  spec: LanguageSpec,
  matches: Matches,
  wrappers: ReadonlySet<string> = new Set(),
): SdkObjects {
  const objects = new Set<string>();
  const functions = new Map<string, string>();
  if (spec.objects === '') return { objects, functions };
  const isClass =
    spec.name === 'script' ? scriptClasses(matches) : (name: string) => OWNERS.includes(name.toLowerCase());
  const isSdk = (name: string) => isClass(name) || wrappers.has(name);
  for (const { captures } of matches(spec.objects)) {
    const [name, made] = ['name', 'made'].map((which) => captures.find((each) => each.name === which)?.node);
    if (name === undefined || made === undefined || !isSdk(spineOf(made)[0] ?? '')) continue;
    if (name.type === 'object_pattern')
      for (const [alias, method] of bindingsOf(name)) functions.set(alias, method);
    else objects.add(name.text);
  }
  return { objects, functions };
}

const IMPORTS = `(import_statement (import_clause (identifier) @name) source: (string) @source)`;

/**
 * Tests whether a name makes the JavaScript SDK's object: one of the SDK's classes and functions, or the
 * default import of one of its packages.
 */
function scriptClasses(matches: Matches): (name: string) => boolean {
  const classes = new Set(SCRIPT_FACTORIES);
  for (const { captures } of matches(IMPORTS)) {
    const [name, source] = captures;
    if (name !== undefined && source !== undefined && /telemetry-?deck/i.test(source.node.text))
      classes.add(name.node.text);
  }
  return (name) => classes.has(name);
}

/** `{ signal: track, a: { queue } }` → `track` for the object's `signal`, `queue` for `queue`. */
function bindingsOf(pattern: Node): readonly (readonly [string, string])[] {
  return pattern.namedChildren.flatMap((child) => {
    if (child.type !== 'pair_pattern') return [[child.text, child.text]];
    const [key, value] = child.namedChildren;
    if (key === undefined || value === undefined) return [];
    return value.type === 'object_pattern' ? bindingsOf(value) : [[value.text, key.text]];
  });
}
