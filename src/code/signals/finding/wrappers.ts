// Recognises an app's own function around the SDK (`func track(_ name: String)`).
import type { Node } from 'web-tree-sitter';
import { ownerOf } from './constants.ts';
import { pathOf } from './names.ts';
import type { CallForm, LanguageName } from './sdk-calls.ts';

/**
 * The function that passes its own parameter on as an event's name, as a form that its callers have; null
 * if the name is not a parameter.
 */
export function wrapperOf(name: Node, language: LanguageName): CallForm | null {
  const [parameter, member, ...others] = pathOf(name) ?? [];
  if (parameter === undefined || others.length > 0) return null;
  const around = functionAround(name, parameter);
  if (around === null) return null;
  const { method, parameters, at } = around;
  const nameParameter = parameters[at];
  if (nameParameter === undefined) return null;
  const owner = ownerOf(method);
  const isLabelled = nameParameter.label !== null;
  return {
    method: method.text,
    languages: [language],
    owners: owner === null ? [] : [owner.toLowerCase()],
    // Kotlin's callers may leave the label out.
    position: isLabelled && language !== 'kotlin' ? null : at,
    labels: nameParameter.label === null ? [] : [nameParameter.label],
    passes: { index: at, type: nameParameter.type, member: member ?? null, owner },
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

interface Around {
  readonly method: Node;
  readonly parameters: readonly Parameter[];
  readonly at: number;
}

const FUNCTIONS = new Set([
  'function_declaration',
  'method_declaration',
  'method_definition',
  'arrow_function',
  'function_expression',
  'function_body',
]);

/** The nearest function around a node that has a parameter of a name, and a name itself. */
function functionAround(inner: Node, parameter: string): Around | null {
  for (let node = inner.parent; node !== null; node = node.parent) {
    if (!FUNCTIONS.has(node.type)) continue;
    // Dart's body follows its signature.
    const declaration = node.type === 'function_body' ? node.previousNamedSibling : node;
    if (declaration === null || (node.type === 'function_body' && !declaration.type.endsWith('signature')))
      continue;
    const parameters = parametersOf(declaration);
    const at = parameters.findIndex(({ name }) => name === parameter);
    const method = nameOf(declaration);
    if (at >= 0) return method === null ? null : { method, parameters, at };
  }
  return null;
}

function nameOf(whole: Node): Node | null {
  const signature = whole.type === 'method_signature' ? whole.namedChild(0) : whole;
  const nameNode = signature?.childForFieldName('name') ?? null;
  const { parent } = whole;
  if (nameNode !== null || parent === null) return nameNode;
  return parent.childForFieldName('name') ?? parent.childForFieldName('key');
}

const PARAMETERS = [
  'parameter',
  'formal_parameter',
  'required_parameter',
  'optional_parameter',
  'parameter_declaration',
];
const NAMES = new Set(['simple_identifier', 'identifier']);

function parametersOf(whole: Node): readonly Parameter[] {
  const body = whole.childForFieldName('body');
  const parameterNodes = whole
    .descendantsOfType(PARAMETERS)
    .filter(({ startIndex }) => body === null || startIndex < body.startIndex);
  const lone = whole.childForFieldName('parameter');
  if (lone !== null) return [{ name: lone.text, label: null, type: null }];
  return parameterNodes.flatMap(readParameter);
}

function readParameter(node: Node): readonly Parameter[] {
  const names = [...node.childrenForFieldName('name'), ...node.childrenForFieldName('pattern')].filter(
    ({ type }) => NAMES.has(type),
  );
  const [first] = names.length === 0 ? node.namedChildren.filter(({ type }) => NAMES.has(type)) : names;
  if (first === undefined) return [];
  const types = node.namedChildren.filter(({ type }) =>
    /^(?:user_type|type_identifier|type_annotation|nullable_type)$/.test(type),
  );
  const type = /[\p{L}_][\p{L}\p{N}_]*(?=\??$)/u.exec(types[0]?.text ?? '')?.[0] ?? null;
  const all = node.type === 'parameter_declaration' ? names : [first];
  return all.map(({ text }) => ({ name: text, label: labelOf(node, text), type }));
}

/** The label that a caller writes: Swift's always, unless it is `_`; Kotlin's may; Dart's in braces. */
function labelOf(node: Node, name: string): string | null {
  if (node.parent?.type === 'optional_formal_parameters')
    return node.parent.text.startsWith('{') ? name : null;
  if (node.type !== 'parameter') return null;
  const external = node.childForFieldName('external_name')?.text ?? name;
  return external === '_' ? null : external;
}
