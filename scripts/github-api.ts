// Writes what tests need of GitHub's own descriptions of its two APIs to __tests__/support/github/: rest.json
// has the operations that are listed here, schema.graphql the types. The packages take 400 MB, so they are
// not installed. Add an operation or a type here, or give a newer version, run `node scripts/github-api.ts`,
// and read the diff.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DefinitionNode,
  type FieldDefinitionNode,
  Kind,
  parse,
  print,
  type TypeNode,
  visit,
} from 'graphql';
import * as v from 'valibot';

const REST = { name: '@octokit/openapi', version: '23.0.2', file: 'generated/api.github.com.json' };
const GRAPHQL = { name: '@octokit/graphql-schema', version: '15.26.1', file: 'schema.graphql' };

const REPOSITORY = '/repos/{owner}/{repo}';
const ROUTES = [
  'GET /user',
  `GET ${REPOSITORY}`,
  `GET ${REPOSITORY}/issues`,
  `POST ${REPOSITORY}/issues`,
  `GET ${REPOSITORY}/issues/{issue_number}`,
  `PATCH ${REPOSITORY}/issues/{issue_number}`,
  `GET ${REPOSITORY}/issues/{issue_number}/comments`,
  `POST ${REPOSITORY}/issues/{issue_number}/comments`,
  `PATCH ${REPOSITORY}/issues/comments/{comment_id}`,
  `DELETE ${REPOSITORY}/issues/comments/{comment_id}`,
  `GET ${REPOSITORY}/pulls`,
  `GET ${REPOSITORY}/pulls/{pull_number}`,
  `GET ${REPOSITORY}/pulls/{pull_number}/files`,
  `GET ${REPOSITORY}/contents/{path}`,
  `GET ${REPOSITORY}/git/trees/{tree_sha}`,
  `GET ${REPOSITORY}/git/blobs/{file_sha}`,
  `GET ${REPOSITORY}/commits/{commit_sha}/pulls`,
  `GET ${REPOSITORY}/commits/{ref}/check-runs`,
  `POST ${REPOSITORY}/check-runs`,
  `PATCH ${REPOSITORY}/check-runs/{check_run_id}`,
  `GET ${REPOSITORY}/releases`,
  `GET ${REPOSITORY}/releases/latest`,
  `GET ${REPOSITORY}/releases/tags/{tag}`,
  `GET ${REPOSITORY}/releases/{release_id}`,
  `PATCH ${REPOSITORY}/releases/{release_id}`,
];
/** Schemas that no listed operation names, for errors and examples. */
const SCHEMAS = ['basic-error', 'public-user', 'repository', 'label'];
/** Objects and interfaces of GraphQL. A field is left out if its type is; other types follow. */
const TYPES = [
  'Query',
  'Mutation',
  'Node',
  'User',
  'Repository',
  'IssueComment',
  'Discussion',
  'DiscussionConnection',
  'DiscussionCategory',
  'DiscussionCategoryConnection',
  'DiscussionComment',
  'DiscussionCommentConnection',
  'PageInfo',
  'CreateDiscussionPayload',
  'UpdateDiscussionPayload',
  'CloseDiscussionPayload',
  'AddDiscussionCommentPayload',
  'UpdateDiscussionCommentPayload',
  'DeleteDiscussionCommentPayload',
];

function write(name: string, text: string): void {
  writeFileSync(new URL(`../__tests__/support/github/${name}`, import.meta.url), text);
}

function fileOf({ name, version, file }: typeof REST): string {
  const folder = mkdtempSync(join(tmpdir(), 'github-api-'));
  try {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const packed = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], options);
    execFileSync('tar', ['xzf', packed.trim(), `package/${file}`], options);
    return readFileSync(join(folder, 'package', file), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The listed operations, and of the components those that these refer to. */
function cutRest(text: string) {
  const described = v.parse(
    v.object({
      paths: v.record(v.string(), v.record(v.string(), v.unknown())),
      components: v.record(v.string(), v.record(v.string(), v.unknown())),
    }),
    JSON.parse(text),
  );
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES) {
    const [method = '', path = ''] = route.split(' ');
    const operation = described.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${REST.name} ${REST.version} does not describe ${route}`);
    (paths[path] ??= {})[method.toLowerCase()] = withoutProse(operation);
  }
  const components: Record<string, Record<string, unknown>> = {};
  const follow = (part: unknown): void => {
    for (const [, room = '', name = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/([\w.-]+)"/g,
    )) {
      const group = (components[room] ??= {});
      if (name in group) continue;
      group[name] = withoutProse(described.components[room]?.[name]);
      follow(group[name]);
    }
  };
  follow([paths, SCHEMAS.map((name) => `#/components/schemas/${name}`)]);
  return { paths, components };
}

/** Texts for people. `properties` may be named as these are. */
const PROSE = new Set([
  'summary',
  'description',
  'tags',
  'externalDocs',
  'examples',
  'x-github',
  'x-octokit',
  'discriminator',
  'headers',
]);

function withoutProse(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutProse(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      !areNames && PROSE.has(key) ? [] : [[key, withoutProse(inner, key === 'properties' && !areNames)]],
    ),
  );
}

/** The listed types, and of the others those that their fields need. */
function cutGraphql(text: string): string {
  const { definitions } = parse(text, { noLocation: true });
  const byName = new Map(definitions.flatMap((each) => ('name' in each ? [[each.name.value, each]] : [])));
  const isKept = (type: TypeNode): boolean => {
    const name = nameOf(type);
    const kind = byName.get(name)?.kind;
    return TYPES.includes(name) || kind === undefined || LEAVES.has(kind);
  };
  const kept = new Map<string, DefinitionNode>();
  const keep = (name: string): void => {
    const definition = byName.get(name);
    if (definition === undefined || kept.has(name)) return;
    const cut = cutType(definition, isKept);
    kept.set(name, cut);
    visit(cut, {
      NamedType: (type) => {
        keep(type.name.value);
      },
    });
  };
  TYPES.forEach(keep);
  return [...kept.values()].map((each) => print(each)).join('\n\n');
}

/** Whatever is not an object, an interface or a union. */
const LEAVES = new Set<Kind>([
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
]);

function cutType(definition: DefinitionNode, isKept: (type: TypeNode) => boolean): DefinitionNode {
  const plain: DefinitionNode = visit(definition, {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
    Directive: () => null,
  });
  if (plain.kind !== Kind.OBJECT_TYPE_DEFINITION && plain.kind !== Kind.INTERFACE_TYPE_DEFINITION)
    return plain;
  const fields = (plain.fields ?? []).filter((field: FieldDefinitionNode) => isKept(field.type));
  return { ...plain, fields, interfaces: (plain.interfaces ?? []).filter(isKept) };
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

write('rest.json', `${JSON.stringify(cutRest(fileOf(REST)), null, 1)}\n`);
write('schema.graphql', `${cutGraphql(fileOf(GRAPHQL))}\n`);
