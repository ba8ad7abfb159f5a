import { lineAt, type Place, withoutComments } from './files.ts';

/** A build setting's value, and where it is. */
export interface Setting {
  readonly value: string;
  readonly place: Place;
}

/** An `.xcconfig`: its settings, those for one SDK left out, and the files that it includes. */
export interface XcConfig {
  readonly settings: ReadonlyMap<string, Setting>;
  readonly includes: readonly string[];
}

/** Reads an `.xcconfig`. The last of several values counts. */
export function readXcConfig(file: string, source: string): XcConfig {
  const text = withoutComments(source, ['//']);
  const includes = [...source.matchAll(/^\s*#include\??\s*"([^"\n]+)"/gm)].map(([, path = '']) => path);
  const lines = text.matchAll(/^[ \t]*([A-Z_][A-Z0-9_]*)[ \t]*=[ \t]*(.*?)[ \t]*;?[ \t]*$/gim);
  const settings = [...lines].map(({ index, 1: key = '', 2: value = '' }): [string, Setting] => [
    key,
    { value: value.replace(/^"(.*)"$/, '$1'), place: { file, line: lineAt(text, index) } },
  ]);
  return { settings: new Map(settings), includes };
}
