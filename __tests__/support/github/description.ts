import { readFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** The parts of GitHub's own description of its REST API that the stand-in reads. */
export interface Schema {
  readonly [key: string]: unknown;
  readonly $ref?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation, with checks of its requests and answers. */
export interface Operation {
  readonly route: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** What is wrong with a request; empty if it is as described. */
  checkRequest(query: URLSearchParams, body: unknown): readonly string[];
  /** What is wrong with an answer; empty if it is as described. */
  checkAnswer(status: number, body: unknown): readonly string[];
}

/** The operations that `scripts/github-api.ts` lists. */
const FILE = new URL('rest.json', import.meta.url);

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface RawOperation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

let loaded: Description | undefined;

function load(): Description {
  return (loaded ??= JSON.parse(readFileSync(FILE, 'utf8')) as Description);
}

const ajv = new Ajv.default({ strict: false, allErrors: true, logger: false, coerceTypes: false });
addFormats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

function validate(key: string, schema: Schema, value: unknown): string[] {
  let check = compiled.get(key);
  if (!check) {
    check = ajv.compile(withNames(schema));
    compiled.set(key, check);
  }
  if (check(value)) return [];
  return (check.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message ?? ''}`);
}

const REFERENCE = /"#\/components\/schemas\/([\w.-]+)/g;

/** A schema that refers to others by name; those are made known, too. */
function withNames(schema: Schema): Schema {
  const text = JSON.stringify(plain(schema));
  for (const [, name = ''] of text.matchAll(REFERENCE)) {
    const id = `github:${name}`;
    if (known.has(id)) continue;
    known.add(id);
    ajv.addSchema(withNames(load().components['schemas']![name] as Schema), id);
  }
  return JSON.parse(text.replaceAll(REFERENCE, '"github:$1#')) as Schema;
}

const known = new Set<string>();

/** Translates OpenAPI's `nullable` to JSON Schema: ajv knows it only beside a type. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (NOT_CHECKED.has(key) ? [] : [[key, plain(inner)]])),
  ) as Record<string, unknown>;
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

const NOT_CHECKED = new Set(['example', 'examples', 'x-github', 'externalDocs', 'discriminator']);

function resolved(value: unknown): Schema {
  const schema = value as Schema;
  if (schema.$ref === undefined) return schema;
  const [, , room, name] = schema.$ref.split('/');
  return resolved(load().components[room!]![name!]);
}

/** The operation of a request; undefined if the description does not have it. */
export function findOperation(method: string, path: string): Operation | undefined {
  // The path of a file is one parameter.
  const parts = path.replace(/(?<=\/contents\/).+/, (file) => file.replaceAll('/', '%2F')).split('/');
  const candidates = (routes().get(`${method} ${parts.length}`) ?? []).flatMap((route) => {
    const pathParameters = matchPath(route.parts, parts);
    return pathParameters ? [{ ...route, pathParameters }] : [];
  });
  // `/user` takes precedence over `/{anything}`: the template with the fewest parameters applies.
  const best = candidates.sort(
    (a, b) => Object.keys(a.pathParameters).length - Object.keys(b.pathParameters).length,
  )[0];
  return best && operationOf(method, best.template, best.operation, best.pathParameters);
}

interface Route {
  readonly template: string;
  readonly parts: readonly string[];
  readonly operation: RawOperation;
}

let byLength: ReadonlyMap<string, readonly Route[]> | undefined;

/** The operations by their method and the number of parts of their path. */
function routes(): ReadonlyMap<string, readonly Route[]> {
  return (byLength ??= Map.groupBy(
    Object.entries(load().paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method,
        template,
        parts: template.split('/'),
        operation,
      })),
    ),
    ({ method, parts }) => `${method.toUpperCase()} ${parts.length}`,
  ));
}

function matchPath(
  template: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    if (name !== undefined) found[name] = decodeURIComponent(parts[index]!);
    else if (part !== parts[index]) return undefined;
  }
  return found;
}

function operationOf(
  method: string,
  template: string,
  raw: RawOperation,
  pathParameters: Record<string, string>,
): Operation {
  const route = `${method} ${template}`;
  const parameters = (raw.parameters ?? []).map((parameter) => resolved(parameter) as unknown as Parameter);
  return {
    route,
    pathParameters,
    checkRequest: (query, body) => [
      ...checkParameters(route, parameters, 'path', new Map(Object.entries(pathParameters))),
      ...checkParameters(route, parameters, 'query', new Map(query)),
      ...checkBody(route, raw, body),
    ],
    checkAnswer: (status, body) => checkAnswer(route, raw, status, body),
  };
}

function checkParameters(
  route: string,
  all: readonly Parameter[],
  place: string,
  given: Map<string, string>,
): string[] {
  const known = all.filter((parameter) => parameter.in === place);
  const unknown = [...given.keys()].filter((name) => !known.some((parameter) => parameter.name === name));
  return [
    ...unknown.map((name) => `${place} parameter ${name} is not described`),
    ...known.flatMap((parameter) => {
      const text = given.get(parameter.name);
      if (text === undefined)
        return parameter.required ? [`${place} parameter ${parameter.name} is missing`] : [];
      const value = resolved(parameter.schema).type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
      const problems = validate(`${route} ${place} ${parameter.name}`, parameter.schema, value);
      if (parameter.name === 'per_page' && Number(value) > 100) problems.push('is over 100');
      return problems.map((problem) => `${place} parameter ${parameter.name}: ${problem}`);
    }),
  ];
}

function checkBody(route: string, raw: RawOperation, body: unknown): string[] {
  const schema = raw.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return body === undefined ? [] : ['a body is not described'];
  if (body === undefined) return raw.requestBody?.required ? ['the body is missing'] : [];
  const described = Object.keys(resolved(schema).properties ?? {});
  const unknown = Object.keys(body as object).filter((key) => !described.includes(key));
  return [
    ...unknown.map((key) => `body field ${key} is not described`),
    ...validate(`${route} body`, schema, body).map((problem) => `body: ${problem}`),
  ];
}

function checkAnswer(route: string, raw: RawOperation, status: number, body: unknown): string[] {
  // Any operation may answer these; the description does not repeat them everywhere.
  const everywhere = [401, 403, 404, 429, 500, 502, 503].includes(status);
  const response = raw.responses[String(status)];
  if (response === undefined)
    return everywhere
      ? validate('basic-error', { $ref: '#/components/schemas/basic-error' }, body)
      : [`status ${status} is not described`];
  const content = resolved(response).content as Record<string, { schema: Schema }> | undefined;
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) return body === undefined ? [] : ['a body is not described'];
  return validate(`${route} ${status}`, schema, body);
}

/** A minimal value of a component's schema: its required fields, from examples if there are any. */
export function example(component: string): Record<string, unknown> {
  return exampleOf({ $ref: `#/components/schemas/${component}` }) as Record<string, unknown>;
}

function exampleOf(given: unknown): unknown {
  const schema = resolved(given);
  if (schema.example !== undefined && typeof schema.example !== 'object') return schema.example;
  if (schema.nullable === true) return null;
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
  for (const key of ['oneOf', 'anyOf'] as const) {
    const [first] = (schema[key] ?? []) as unknown[];
    if (first !== undefined) return exampleOf(first);
  }
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map(exampleOf)) as unknown;
  switch (schema.type) {
    case 'object':
      return exampleObject(schema);
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    default:
      return exampleString(schema.format);
  }
}

function exampleObject(schema: Schema): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, unknown>;
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
}

function exampleString(format: unknown): string {
  if (format === 'uri') return 'https://api.github.com/example';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  return format === 'email' ? 'octocat@github.com' : 'example';
}
