// Recognises an app's own function around the SDK, a wrapper. In `func track(_ name: String) { signal(name)
// }` the callers of `track` name the events, so `track("…")` is searched for as the SDK's calls are. Pure.
import type { Node } from 'web-tree-sitter';
import { ownerOf } from './constants.ts';
import { pathOf } from './paths.ts';
import type { CallForm, LanguageName } from './sdk-calls.ts';

/**
 * The form of a wrapper's calls, if `name` is a parameter of the function around it, or a member of one such
 * as `event.rawValue`; else null.
 */
export function wrapperOf(name: Node, language: LanguageName): CallForm | null {
  const [parameter, member, ...others] = pathOf(name) ?? [];
  if (parameter === undefined || others.length > 0) return null;
  const wrapper = functionAround(name, parameter);
  if (wrapper === null) return null;
  const { method, nameParameter, index } = wrapper;
  const owner = ownerOf(method);
  const isLabelled = nameParameter.label !== null;
  return {
    method: method.text,
    languages: [language],
    owners: owner === null ? [] : [owner.toLowerCase()],
    // Kotlin's callers may leave the label out.
    position: isLabelled && language !== 'kotlin' ? null : index,
    labels: nameParameter.label === null ? [] : [nameParameter.label],
    passes: { index, type: nameParameter.type, member: member ?? null, owner },
  };
}

/** A wrapper as `--call` names it: `Analytics.track`, or `track:2`. */
export function callName({ method, passes }: CallForm): string {
  const path = [...(passes?.owner == null ? [] : [passes.owner]), method].join('.');
  return passes === undefined || passes.index === 0 ? path : `${path}:${passes.index + 1}`;
}

/** A parameter of a function; the label is null if callers write none. */
interface Parameter {
  readonly name: string;
  readonly label: string | null;
  readonly type: string | null;
}

/** A function's name, and its parameter that becomes the event's name. */
interface Wrapper {
  readonly method: Node;
  readonly nameParameter: Parameter;
  /** The parameter's place, from 0. */
  readonly index: number;
}

const FUNCTIONS = new Set([
  // Swift, Kotlin, Go, TypeScript: `func track(…)`
  'function_declaration',
  // Go: `func (a *Analytics) Track(name string)`
  'method_declaration',
  // TypeScript: `class Analytics { track(name) {} }`, `track = (name) => …`, `track: function (name) {}`
  'method_definition',
  'arrow_function',
  'function_expression',
  // Dart, where a body follows its signature: `void track(String name) {}`
  'function_body',
]);

/**
 * The nearest function around a node that has a parameter of this name; null if there is none, or it is
 * anonymous.
 */
function functionAround(inner: Node, parameterName: string): Wrapper | null {
  for (let node = inner.parent; node !== null; node = node.parent) {
    if (!FUNCTIONS.has(node.type)) continue;
    const isBody = node.type === 'function_body';
    const declaration = isBody ? node.previousNamedSibling : node;
    if (declaration === null || (isBody && !declaration.type.endsWith('signature'))) continue;
    const parameters = parametersOf(declaration);
    const index = parameters.findIndex(({ name }) => name === parameterName);
    const nameParameter = parameters[index];
    if (nameParameter === undefined) continue;
    const method = nameOf(declaration);
    return method && { method, nameParameter, index };
  }
  return null;
}

/** A function's own name, or that of the constant or key it is given to: `const track = (name) => …`. */
function nameOf(declaration: Node): Node | null {
  // Dart: `static void track(String name)` in a class is a function's signature within a method's.
  const signature = declaration.type === 'method_signature' ? declaration.namedChild(0) : declaration;
  const { parent } = declaration;
  return (
    signature?.childForFieldName('name') ??
    parent?.childForFieldName('name') ??
    parent?.childForFieldName('key') ??
    null
  );
}

const PARAMETERS = [
  // Swift: `_ name: String`; Kotlin: `name: String`
  'parameter',
  // Dart: `String name`
  'formal_parameter',
  // TypeScript: `name: string`, `name?: string`
  'required_parameter',
  'optional_parameter',
  // Go: `name, userID string`
  'parameter_declaration',
];
const NAMES = new Set(['simple_identifier', 'identifier']);

/** A function's parameters, without those of functions in its body. */
function parametersOf(declaration: Node): readonly Parameter[] {
  // TypeScript: `name => signal(name)`, without brackets.
  const soleParameter = declaration.childForFieldName('parameter');
  if (soleParameter !== null) return [{ name: soleParameter.text, label: null, type: null }];
  const body = declaration.childForFieldName('body');
  return declaration
    .descendantsOfType(PARAMETERS)
    .filter(({ startIndex }) => body === null || startIndex < body.startIndex)
    .flatMap(readParameter);
}

/** Swift's `_ name: String?` → name, no label, String; Go's `name, id string` → two parameters. */
function readParameter(node: Node): readonly Parameter[] {
  // Most grammars have a field for the name, TypeScript's a `pattern`. Kotlin's has none: the first
  // identifier is it.
  const names = [...node.childrenForFieldName('name'), ...node.childrenForFieldName('pattern')].filter(
    ({ type }) => NAMES.has(type),
  );
  const [first] = names.length === 0 ? node.namedChildren.filter(({ type }) => NAMES.has(type)) : names;
  if (first === undefined) return [];
  const typeNode = node.namedChildren.find(({ type }) =>
    /^(?:user_type|type_identifier|type_annotation|nullable_type)$/.test(type),
  );
  // The last word: `: Analytics.Event?` → Event
  const type = /[\p{L}_][\p{L}\p{N}_]*(?=\??$)/u.exec(typeNode?.text ?? '')?.[0] ?? null;
  // In Go, one declaration holds several parameters.
  const nameNodes = node.type === 'parameter_declaration' ? names : [first];
  return nameNodes.map(({ text }) => ({ name: text, label: labelOf(node, text), type }));
}

/**
 * The label that callers write. Swift: `track(name: "…")` for `name: String` and for `name id: String`, none
 * for `_ name: String`. Kotlin: the same, but it may be left out. Dart: for `{String name}` only.
 */
function labelOf(node: Node, name: string): string | null {
  if (node.parent?.type === 'optional_formal_parameters')
    return node.parent.text.startsWith('{') ? name : null;
  if (node.type !== 'parameter') return null;
  const external = node.childForFieldName('external_name')?.text ?? name;
  return external === '_' ? null : external;
}
