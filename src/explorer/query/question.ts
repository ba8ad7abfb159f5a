// What is asked on a page: the query, its name, its gate, and whether it is compared.
import { slugOf } from '../../text/layout/slug.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryFilter } from '../../tql/query-parts.ts';
import type { SpecialKind } from './choices.ts';
import { printQuery } from './text.ts';

/** A question on the page: a query, how it is shown, and the gate that is tried on it. */
export interface Question {
  readonly query: Query;
  readonly name: string;
  /** Empty: none. */
  readonly threshold: string;
  readonly isCompared: boolean;
  readonly kind: SpecialKind;
  /** How many earlier periods are requested, too; absent: none. */
  readonly history?: number;
}

/** The release that is judged by what a question counts, as the input `releases` takes it. */
export function releaseOf({
  name,
  query,
}: Question): Readonly<Record<string, { readonly event?: object | string }>> {
  const { filter } = query;
  return { [nameOf(name)]: filter == null ? {} : { event: eventOf(filter) } };
}

function eventOf(filter: QueryFilter): QueryFilter | string {
  const { type, dimension, value } = filter;
  return type === 'selector' && dimension === 'type' && typeof value === 'string' ? value : filter;
}

/** The name by which gates and files know a question. */
export function nameOf(title: string): string {
  return slugOf(title, 'query');
}

/** Where a repository keeps the query. */
export function queryPath({ name }: Question): string {
  return `.github/queries/${nameOf(name)}.json`;
}

/** The file that `insight add` takes. */
export function insightFile({ name, query }: Question): { readonly name: string; readonly text: string } {
  return { name: `${nameOf(name)}.json`, text: `${printQuery({ name, query })}\n` };
}
