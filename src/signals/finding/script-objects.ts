import type { Matches } from './languages.ts';
import { SCRIPT_FACTORIES } from './sdk-calls.ts';

/** What a file of JavaScript calls the SDK's object, and its functions. */
export interface ScriptObjects {
  readonly objects: ReadonlySet<string>;
  /** A name in the file → the SDK's method: `const { signal: track } = useTelemetryDeck()`. */
  readonly functions: ReadonlyMap<string, string>;
}

const IMPORTS = `(import_statement (import_clause (identifier) @name) source: (string) @source)`;
const MADE = `(variable_declarator name: (_) @name value: [
  (new_expression constructor: (identifier) @factory)
  (call_expression function: (identifier) @factory)
  (await_expression (call_expression function: (identifier) @factory))])`;

/** Reads how a file makes the SDK's object. */
export function scriptObjects(matches: Matches): ScriptObjects {
  const factories = new Set(SCRIPT_FACTORIES);
  for (const { captures } of matches(IMPORTS)) {
    const [name, source] = captures;
    if (name !== undefined && source !== undefined && /telemetry-?deck/i.test(source.node.text))
      factories.add(name.node.text);
  }
  const objects = new Set<string>();
  const functions = new Map<string, string>();
  for (const { captures } of matches(MADE)) {
    const name = captures.find((each) => each.name === 'name')?.node;
    const factory = captures.find((each) => each.name === 'factory')?.node.text;
    if (name === undefined || factory === undefined || !factories.has(factory)) continue;
    if (name.type === 'identifier') objects.add(name.text);
    for (const child of name.type === 'object_pattern' ? name.namedChildren : []) {
      const [method = child, alias = child] = child.type === 'pair_pattern' ? child.namedChildren : [];
      functions.set(alias.text, method.text);
    }
  }
  return { objects, functions };
}
