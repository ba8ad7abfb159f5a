import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as v from 'valibot';

/** An answer that matches its description. */
export interface Seen {
  readonly status: number;
  readonly body: unknown;
}

/** A service's own description, to check its answers against. */
interface Described {
  /** Checks an answer against the description of its path, method and status. Throws if it differs. */
  check(path: string, method: string, answer: Response): Promise<Seen>;
  /** The methods that a path describes. */
  methodsOf(path: string): ReadonlySet<string>;
  /** The names of the result schemas that a result fits. */
  matching(result: unknown): readonly string[];
  /** `METHOD path status` of every described answer that has not been seen. */
  unseen(): readonly string[];
}

/** Where answers of several operations are described. */
const SHARED = '#/components/responses/';
const ANSWER = v.object({
  headers: v.optional(v.record(v.string(), v.object({ required: v.literal(true) })), {}),
  content: v.optional(v.record(v.string(), v.object({ schema: v.object({}) })), {}),
});
const REFERENCE = v.object({ $ref: v.pipe(v.string(), v.startsWith(SHARED)) });
const OPERATION = v.object({ responses: v.record(v.string(), v.union([REFERENCE, ANSWER])) });
const METHODS = ['get', 'post', 'options'] as const;
const ITEM = v.object(v.entriesFromList(METHODS, v.optional(OPERATION)));
const COMPONENTS = v.looseObject({
  responses: v.record(v.string(), ANSWER),
  schemas: v.record(v.string(), v.unknown()),
});
const DOCUMENT = v.looseObject({ paths: v.record(v.string(), ITEM), components: COMPONENTS });

/** Headers that tell a caller what to do: an answer may have one only if it is described. */
const TELLING = ['www-authenticate', 'retry-after', 'allow'];
const RESULT = /^(?!Result$)\w+Result$/;

/** Reads a document of OpenAPI 3.1. */
export function describedBy(written: unknown): Described {
  const document = v.parse(DOCUMENT, written);
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    schemas: [{ $id: 'api', ...v.parse(v.looseObject({}), written) }],
  });
  addFormats.default(ajv);
  const seen = new Set<string>();
  const templateOf = (path: string) =>
    Object.keys(document.paths).find((each) =>
      new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.replace(/\?.*/, '')),
    );

  const validate = (pointer: readonly string[], value: unknown) => {
    const steps = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const schema = ajv.getSchema(`api#/${steps.join('/')}`);
    if (schema === undefined) throw new Error(`there is no schema at ${pointer.join(' ')}`);
    return schema(value) === true ? null : ajv.errorsText(schema.errors);
  };

  const operationOf = (template: string, method: string) => {
    const item = document.paths[template];
    const same = method === 'HEAD' ? 'get' : method.toLowerCase();
    const known = METHODS.find((each) => each === same && item?.[each] !== undefined);
    // The answer to an unsupported method is described at the path's own operation, under 405.
    return {
      isKnown: known !== undefined,
      operation: known ?? METHODS.find((each) => item?.[each]) ?? 'get',
    };
  };

  /** The response of an operation to a status, and the steps to its description. */
  const responseOf = (template: string, operation: (typeof METHODS)[number], status: string) => {
    const response = document.paths[template]?.[operation]?.responses[status];
    if (response === undefined || !('$ref' in response))
      return { response, at: ['paths', template, operation, 'responses', status] };
    const name = response.$ref.slice(SHARED.length);
    return { response: document.components.responses[name], at: ['components', 'responses', name] };
  };

  return {
    check: async (path, method, answer) => {
      const template = templateOf(path);
      if (template === undefined) throw new Error(`${path} is not described`);
      const { isKnown, operation } = operationOf(template, method);
      const place = `${operation.toUpperCase()} ${template} ${answer.status}`;
      const { response, at } = responseOf(template, operation, String(answer.status));
      const text = await answer.text();
      if (response === undefined) throw new Error(`${place} is not described: ${text}`);
      if (!isKnown && answer.status !== 405) throw new Error(`${method} ${place} for a method`);
      seen.add(place);
      const named = Object.keys(response.headers).map((name) => name.toLowerCase());
      for (const name of named) if (!answer.headers.has(name)) throw new Error(`${place} has no ${name}`);
      for (const name of TELLING)
        if (answer.headers.has(name) && !named.includes(name))
          throw new Error(`${place} has ${name}, which is not described`);
      if (method === 'HEAD' || Object.keys(response.content).length === 0) {
        if (text !== '') throw new Error(`${place} has a body: ${text}`);
        return { status: answer.status, body: null };
      }
      const type = answer.headers.get('content-type') ?? '';
      if (!(type in response.content)) throw new Error(`${place} is of the type ${type}`);
      const body: unknown = type.endsWith('json') ? JSON.parse(text) : text;
      const fault = validate([...at, 'content', type, 'schema'], body);
      if (fault !== null) throw new Error(`${place}: ${fault}: ${text.slice(0, 1000)}`);
      return { status: answer.status, body };
    },
    methodsOf: (path) => {
      const item = document.paths[templateOf(path) ?? ''];
      return new Set(METHODS.filter((each) => item?.[each] !== undefined).map((each) => each.toUpperCase()));
    },
    matching: (result) => {
      const names = Object.keys(document.components.schemas).filter((name) => RESULT.test(name));
      return names.filter((name) => validate(['components', 'schemas', name], result) === null);
    },
    unseen: () =>
      Object.entries(document.paths)
        .flatMap(([path, item]) =>
          METHODS.flatMap((method) =>
            Object.keys(item[method]?.responses ?? {}).map(
              (status) => `${method.toUpperCase()} ${path} ${status}`,
            ),
          ),
        )
        .filter((each) => !seen.has(each)),
  };
}
