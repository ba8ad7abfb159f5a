// The forms in which `thresholds` may be written, short and full: `os: total() > 1` is
// `{ insight: os, assert: total() > 1 }`.
import type { Problems } from '../problems.ts';
import { isMap, refuseKind, type YamlMap, type YamlValue } from '../yaml/value.ts';

/** The keys of a threshold other than `insight` and `assert`. */
export const THRESHOLD_OPTIONS = [
  'title',
  'warn',
  'min-sample',
  'confidence',
  'missing-row',
  'reason',
  'until',
] as const;
/** What an assertion is, for messages. */
export const EXPECTED_ASSERTION = 'a CEL expression that gives true or false, such as share("iOS 15") < 2%';

/** A threshold in any of its forms, and where its problems are noted. */
interface RawThreshold {
  readonly value: YamlValue;
  readonly problems: Problems;
}

/** The entries of `thresholds`, which may also be one, or a map from names to assertions. */
export function entriesOf(value: YamlValue, problems: Problems): readonly RawThreshold[] {
  if (typeof value === 'string') return value === '' ? [] : [{ value, problems }];
  if (!isMap(value))
    return value.map((item, index) => ({ value: item, problems: problems.at(`entry ${index + 1}`) }));
  if (isFullEntry(value)) return [{ value, problems }];
  return [...value].map(([name, item]) => ({ value: new Map([[name, item]]), problems: problems.at(name) }));
}

function isFullEntry(map: YamlMap): boolean {
  return map.has('assert') || map.has('insight');
}

/**
 * An entry as `{ insight: os, assert: total() > 1, warn: total() > 2 }`, from any of its forms; null once a
 * problem was noted. `names` are those that it may be about. The short forms are:
 * - `total() > 1`, `"os: total() > 1"`
 * - `{ os: total() > 1, warn: total() > 2 }`, `{ os: { assert: total() > 1 } }`
 */
export function fullEntry(value: YamlValue, names: readonly string[], problems: Problems): YamlMap | null {
  if (typeof value === 'string') return readNamed(value) ?? new Map([['assert', value]]);
  if (!isMap(value)) return refuseKind(value, EXPECTED_ASSERTION, problems);
  if (isFullEntry(value)) return value;
  const subjects = [...value.keys()].filter((key) => !THRESHOLD_OPTIONS.some((option) => option === key));
  const [name, ...others] = subjects;
  if (name === undefined || others.length > 0) {
    const why = name === undefined ? 'has no assert' : `names several insights: ${subjects.join(', ')}`;
    return problems.refuse({ why, expected: 'name: assertion, or an entry with insight and assert' });
  }
  const content = value.get(name) ?? '';
  if (content === '' && !names.includes(name))
    return problems.refuse({
      input: name,
      why: 'which has no assertion (YAML reads {…}, and a text that ends with a colon, as a name)',
      expected: EXPECTED_ASSERTION,
    });
  const options = [...value].filter(([key]) => key !== name);
  const assertion: YamlMap = isMap(content) ? content : new Map([['assert', content]]);
  return new Map([['insight', name], ...assertion, ...options]);
}

/**
 * `name: assertion` that is one text, as in `- "os: total() > 1"`; null if a text does not begin with a name.
 */
function readNamed(text: string): ReadonlyMap<string, string> | null {
  const [, name, assert] = /^\s*([\w.-][\w.\- ]*):\s+(.*)$/s.exec(text) ?? [];
  return name === undefined || assert === undefined
    ? null
    : new Map([
        ['insight', name],
        ['assert', assert],
      ]);
}
