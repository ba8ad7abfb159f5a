import type Handlebars from 'handlebars';
import type { Library, Place } from './library.ts';
import { missingField } from './missing-field.ts';
import type { Fail } from './template-error.ts';

/** What a template that runs is rendered with. */
interface Running {
  readonly escape: (value: unknown) => string;
  readonly fail: Fail;
  /** The texts of the templates that were compiled here, by name. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Replaces, in this Handlebars alone, how values are escaped and how a missing field is reported. */
export function hardenTemplates(hb: Library, { escape, fail, sources }: Running): void {
  const template = hb.template;
  const escapeExpression = (value: unknown): string => {
    if (value instanceof hb.SafeString) return value.toString();
    if (value === undefined) throw fail(null, NOTHING_FOUND);
    return escape(value);
  };
  const strict: Container['strict'] = (holder, name, place = null) => {
    if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)) {
      return (holder as Readonly<Record<string, unknown>>)[name];
    }
    throw fail(place, missingField(holder, name, written(sources, place)));
  };
  const lookupProperty: Container['lookupProperty'] = (holder, name) => {
    if (holder === null || holder === undefined) {
      throw fail(null, missingField(holder, name, null));
    }
    return Object.hasOwn(holder, name) ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;
  };
  type Main = (container: Container, ...rest: unknown[]) => unknown;
  const hardened = (spec: { main: Main }): Handlebars.TemplateDelegate => {
    const main: Main = (container, ...rest) =>
      spec.main(Object.assign(container, { escapeExpression, strict, lookupProperty }), ...rest);
    return template({ ...spec, main });
  };
  Object.assign(hb, { template: hardened });
}

const NOTHING_FOUND =
  'it prints a field that does not exist (a "lookup" that finds nothing gives none: ask with {{#if (lookup …)}} first)';

/** A path as its template has it; null where it goes over several lines. */
function written(sources: ReadonlyMap<string, string>, place: Place | null): string | null {
  if (place?.end === undefined || place.start.line !== place.end.line) return null;
  const line = sources.get(place.source ?? '')?.split(/\r\n?|\n/)[place.start.line - 1];
  return line?.slice(place.start.column, place.end.column) ?? null;
}

interface Container {
  lookupProperty: (holder: unknown, name: string) => unknown;
  escapeExpression: (value: unknown) => string;
  strict: (holder: unknown, name: string, place?: Place | null) => unknown;
}
