// Finds the text that an SDK puts before each event's name, where a file sets it up: `App.` of
// `config.defaultSignalPrefix = "App."`. Pure.
import type { LanguageSpec, Matches } from './languages.ts';
import { LITERALS } from './literals.ts';
import { namesOf, type Name } from './names.ts';

/** The settings of the SDKs that put a text before each name. */
export const PREFIXES: readonly string[] = ['defaultSignalPrefix', 'eventPrefix'];

/**
 * The prefixes that a file sets up: the first text after the setting's name, in the smallest expression that
 * has one, such as `config.defaultSignalPrefix = "App."`.
 */
export function findPrefixes(source: string, spec: LanguageSpec, matches: Matches): readonly Name[] {
  if (!PREFIXES.some((each) => source.includes(each))) return [];
  return [...matches(spec.settings)].flatMap(({ captures: [setting] }) => {
    const name = setting?.node;
    if (name === undefined || !PREFIXES.includes(name.text)) return [];
    for (
      let node = name.parent;
      node !== null && node.endIndex - name.startIndex < PREFIX_SOURCE;
      node = node.parent
    ) {
      const [value] = node
        .descendantsOfType([...LITERALS])
        .filter(({ startIndex }) => startIndex > name.endIndex);
      if (value !== undefined) return namesOf(value).slice(0, 1);
    }
    return [];
  });
}

/** How many characters a setting and its prefix may take together. */
const PREFIX_SOURCE = 200;
