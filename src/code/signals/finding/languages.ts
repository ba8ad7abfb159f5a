// What differs between languages: file endings, and the queries that find calls, constants and declared names
// in a syntax tree. They are written in tree-sitter's language:
// https://tree-sitter.github.io/tree-sitter/using-parsers/queries. Pure.
import type { QueryMatch } from 'web-tree-sitter';
import type { GrammarName } from './grammar.ts';
import type { LanguageName } from './sdk-calls.ts';

/** What a query finds in a file. */
export type Matches = (query: string) => Generator<QueryMatch, void>;

/**
 * How a language is read. Each grammar has its own names for the same thing, so each language has its
 * queries.
 */
export interface LanguageSpec {
  readonly name: LanguageName;
  readonly grammar: GrammarName;
  /** Captures `method` and `args` of calls of these methods; `@call` is the whole. */
  readonly calls: string;
  /** Captures `name` and `value` of what cannot change, and `entry` of an enum's cases. */
  readonly constants: string;
  /**
   * Captures `name` and `made` of what may be the SDK's object: `made` is the value that it gets, or its
   * type.
   */
  readonly objects: string;
  /** Captures `name` of what can be a setting of the SDK, such as a prefix. */
  readonly settings: string;
  /**
   * Captures every declared name; one that is no constant may be meant instead of the constant of this name.
   */
  readonly variables: string;
}

const SWIFT: LanguageSpec = {
  name: 'swift',
  grammar: 'swift',
  calls: `
    (call_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @method))
      (call_suffix (value_arguments) @args)) @call
    (call_expression . (simple_identifier) @method (call_suffix (value_arguments) @args)) @call`,
  constants: `
    (property_declaration (value_binding_pattern "let") name: (pattern bound_identifier: (simple_identifier) @name)
      value: [(line_string_literal) (multi_line_string_literal) (raw_string_literal)] @value)
    (enum_entry) @entry`,
  objects: `
    (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) value: (_) @made)
    (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (user_type) @made))
    (parameter name: (simple_identifier) @name (user_type) @made)`,
  settings: `(simple_identifier) @name`,
  variables: `
    (parameter name: (simple_identifier) @variable)
    (lambda_parameter name: (simple_identifier) @variable)
    (pattern bound_identifier: (simple_identifier) @variable)`,
};

const KOTLIN: LanguageSpec = {
  name: 'kotlin',
  grammar: 'kotlin',
  calls: `
    (call_expression (navigation_expression (identifier) @method .) (value_arguments) @args) @call
    (call_expression . (identifier) @method (value_arguments) @args) @call`,
  constants: `
    (property_declaration "val" (variable_declaration . (identifier) @name)
      [(string_literal) (multiline_string_literal)] @value)
    (enum_entry) @entry`,
  objects: `
    (property_declaration (variable_declaration . (identifier) @name) [(call_expression) (navigation_expression)] @made)
    (variable_declaration . (identifier) @name (_) @made)
    (parameter . (identifier) @name (_) @made)
    (class_parameter (identifier) @name (_) @made)`,
  settings: `(identifier) @name`,
  variables: `
    (parameter . (identifier) @variable)
    (class_parameter (identifier) @variable)
    (variable_declaration . (identifier) @variable)`,
};

const DART: LanguageSpec = {
  name: 'dart',
  grammar: 'dart',
  calls: `
    ((selector [(unconditional_assignable_selector (identifier) @method)
      (conditional_assignable_selector (identifier) @method)]) . (selector (argument_part (arguments) @args)))
    ((identifier) @method . (selector (argument_part (arguments) @args)))`,
  constants: `
    (static_final_declaration . (identifier) @name (string_literal) @value .)
    (initialized_variable_definition [(final_builtin) (const_builtin)] name: (identifier) @name
      value: (string_literal) @value .)
    (enum_constant) @entry`,
  objects: '',
  settings: `(identifier) @name`,
  variables: `
    (formal_parameter name: (identifier) @variable)
    (constructor_param (identifier) @variable)
    (initialized_variable_definition name: (identifier) @variable)
    (initialized_identifier . (identifier) @variable)
    (static_final_declaration . (identifier) @variable)`,
};

const GO: LanguageSpec = {
  name: 'go',
  grammar: 'go',
  calls: `
    (call_expression function: (selector_expression field: (field_identifier) @method)
      arguments: (argument_list) @args) @call
    (call_expression function: (identifier) @method arguments: (argument_list) @args) @call`,
  constants: `
    (const_spec name: (identifier) @name value: (expression_list .
      [(interpreted_string_literal) (raw_string_literal)] @value .))`,
  objects: '',
  settings: `[(identifier) (field_identifier)] @name`,
  variables: `
    (parameter_declaration name: (identifier) @variable)
    (var_spec name: (identifier) @variable)
    (const_spec name: (identifier) @variable)
    (short_var_declaration left: (expression_list (identifier) @variable))
    (range_clause left: (expression_list (identifier) @variable))`,
};

/** An expression that makes the SDK's object: `new TelemetryDeck(…)`, `useTelemetryDeck()`. */
const MADE = `[(new_expression constructor: (identifier) @made) (call_expression function: (identifier) @made)]`;

const SCRIPT: LanguageSpec = {
  name: 'script',
  grammar: 'script',
  calls: `
    (call_expression function: (member_expression property: (property_identifier) @method)
      arguments: (arguments) @args) @call
    (call_expression function: (identifier) @method arguments: (arguments) @args) @call`,
  constants: `
    (lexical_declaration "const" (variable_declarator name: (identifier) @name
      value: [(string) (template_string) (as_expression . (string) .)] @value))
    (pair key: [(property_identifier) (string)] @name value: [(string) (template_string)] @value)
    (public_field_definition "readonly" name: (property_identifier) @name value: (string) @value)
    (enum_assignment name: (property_identifier) @name value: (string) @value)`,
  objects: `
    (variable_declarator name: (_) @name value: ${MADE})
    (variable_declarator name: (_) @name value: (await_expression ${MADE}))
    (variable_declarator name: (_) @name value: (call_expression arguments: (arguments ${MADE})))
    (variable_declarator name: (_) @name value: (call_expression arguments: (arguments (arrow_function body: ${MADE}))))
    (variable_declarator name: (_) @name type: (type_annotation (type_identifier) @made))
    (required_parameter pattern: (_) @name type: (type_annotation (type_identifier) @made))
    (public_field_definition name: (_) @name value: ${MADE})
    (public_field_definition name: (_) @name type: (type_annotation (type_identifier) @made))
    (assignment_expression left: [(identifier) @name (member_expression property: (property_identifier) @name)]
      right: ${MADE})`,
  settings: `[(identifier) (property_identifier)] @name`,
  variables: `
    (required_parameter pattern: (identifier) @variable)
    (optional_parameter pattern: (identifier) @variable)
    (variable_declarator name: (identifier) @variable)
    (shorthand_property_identifier_pattern) @variable
    (arrow_function parameter: (identifier) @variable)`,
};

const BY_ENDING: Readonly<Record<string, LanguageSpec>> = {
  swift: SWIFT,
  kt: KOTLIN,
  kts: KOTLIN,
  dart: DART,
  go: GO,
  js: SCRIPT,
  jsx: SCRIPT,
  mjs: SCRIPT,
  cjs: SCRIPT,
  tsx: SCRIPT,
  ts: { ...SCRIPT, grammar: 'typescript' },
  mts: { ...SCRIPT, grammar: 'typescript' },
  cts: { ...SCRIPT, grammar: 'typescript' },
};

/** The endings of the files that are read. */
export const ENDINGS = Object.keys(BY_ENDING);

/**
 * The language of a file by its name; null if the file is not read, such as a minified one: nobody wrote it.
 */
export function languageOf(path: string): LanguageSpec | null {
  const ending = /\.([a-z]+)$/.exec(path)?.[1] ?? '';
  if (/\.min\.[cm]?js$/.test(path)) return null;
  return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? null) : null;
}
