// Answers `GET /openapi.json` with `docs/reference/openapi.yaml`, the description of the service's API.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';

const DOCUMENT = v.looseObject({ paths: v.record(v.string(), v.unknown()) });

/** Read when it is first requested. */
let document: v.InferOutput<typeof DOCUMENT> | null = null;

/** The description, with the paths of ingest only if it is on. */
export function describeApi(hasIngest: boolean): object {
  const file = new URL('../../../docs/reference/openapi.yaml', import.meta.url);
  document ??= v.parse(DOCUMENT, parse(readFileSync(file, 'utf8')));
  const paths = Object.entries(document.paths).filter(([path]) => hasIngest || !path.startsWith('/v2'));
  return { ...document, paths: Object.fromEntries(paths) };
}
