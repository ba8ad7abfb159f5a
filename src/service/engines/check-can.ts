import { type CompiledQuery } from '../compile/compiled.ts';
import { QueryError } from '../errors.ts';
import { blocksOf } from './blocks.ts';
import { type Engine } from './engine.ts';

/** Refuses a query that uses what its engine says it cannot do. Throws `QueryError`. */
export function checkCan({ name: engine, cannot }: Pick<Engine, 'name' | 'cannot'>, query: CompiledQuery): void {
  if (cannot.size === 0) return;
  for (const { name, path } of blocksOf(query)) {
    const reason = cannot.get(name);
    if (reason !== undefined) throw new QueryError(path, `is not supported by ${engine}: ${name}, ${reason}`);
  }
}
