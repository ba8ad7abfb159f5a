// Event names are often constants: `enum Event { case saved }` and `signal(Event.saved)`. This finds the text
// of each constant of a file. Pure.
import type { Node } from 'web-tree-sitter';
import type { LanguageSpec, Matches } from './languages.ts';
import { LITERALS } from './literals.ts';
import { namesOf } from './names.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

/**
 * The constants of a file: `saved` and `Signal.saved` → the texts that they are given; more than one where
 * the file has several.
 */
export interface Constants {
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that are also declared as something else: a parameter, or a variable. */
  readonly variables: ReadonlySet<string>;
}

/** Finds the names to which a file gives a text that cannot change: constants, cases of enums. */
export function findConstants(spec: LanguageSpec, matches: Matches): Constants {
  const values = new Map<string, Set<string>>();
  const constantPlaces = new Set<number>();
  const add = (name: Node, text: string) => {
    constantPlaces.add(name.startIndex);
    const constantName = name.text.replace(/^["']|["']$/g, '');
    const owner = ownerOf(name);
    for (const key of owner === null ? [constantName] : [constantName, `${owner}.${constantName}`])
      getOrAdd(values, key, () => new Set()).add(text);
  };
  for (const { captures } of matches(spec.constants)) {
    const nodeOf = (which: string): Node | undefined => captures.find((each) => each.name === which)?.node;
    const [name, value, entry] = [nodeOf('name'), nodeOf('value'), nodeOf('entry')];
    if (entry !== undefined) for (const each of casesOf(entry)) add(each.name, each.text);
    const text = value === undefined ? null : textOf(value);
    if (name !== undefined && text !== null) add(name, text);
  }
  const variables = [...matches(spec.variables)]
    .flatMap(({ captures }) => captures)
    .filter(({ node }) => !constantPlaces.has(node.startIndex))
    .map(({ node }) => node.text);
  return { values, variables: new Set(variables) };
}

function textOf(node: Node): string | null {
  const [name, ...others] = namesOf(node);
  return name?.kind === 'text' && others.length === 0 ? name.text : null;
}

/** The cases of an enum with the texts that they stand for. */
function casesOf(entry: Node): readonly { readonly name: Node; readonly text: string }[] {
  const names = entry.childrenForFieldName('name');
  if (names.length > 0 && entry.type === 'enum_entry' && entry.parent?.type === 'enum_class_body')
    return names.flatMap((name) => swiftCase(entry, name));
  const name = names[0] ?? entry.namedChildren.find(({ type }) => type === 'identifier');
  const texts = entry.descendantsOfType([...LITERALS]).flatMap((each) => textOf(each) ?? []);
  const [text, ...others] = texts;
  return name === undefined || text === undefined || others.length > 0 ? [] : [{ name, text }];
}

/** Swift: a case's raw value (`case saved = "s"` → s); without one its name, if the enum is a `String`. */
function swiftCase(entry: Node, name: Node): readonly { readonly name: Node; readonly text: string }[] {
  const next = name.nextNamedSibling;
  const raw = next === null || next.type === 'simple_identifier' ? null : textOf(next);
  if (raw !== null) return [{ name, text: raw }];
  const declaration = entry.parent?.parent;
  const inherits = declaration?.namedChildren.some(
    ({ type, text }) => type === 'inheritance_specifier' && text === 'String',
  );
  return inherits === true ? [{ name, text: name.text }] : [];
}

const OWNERS = new Set([
  'class_declaration',
  'object_declaration',
  'enum_declaration',
  'class_definition',
  'interface_declaration',
  'protocol_declaration',
  'variable_declarator',
  'mixin_declaration',
  'extension_declaration',
]);

/** Words for the type that a call is written in: `self.track()`. */
export const SELF: ReadonlySet<string> = new Set(['self', 'Self', 'this', 'Companion']);

/** The name of the type, or the object, that a name is declared or used in; null outside of any. */
export function ownerOf(name: Node): string | null {
  for (let node = name.parent; node !== null; node = node.parent) {
    if (!OWNERS.has(node.type)) continue;
    const owner = node.childForFieldName('name');
    if (owner !== null && owner.startIndex !== name.startIndex) return owner.text.split('.').at(-1) ?? null;
  }
  return null;
}
