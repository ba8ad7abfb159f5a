const UNLIKE: readonly (readonly [found: RegExp, what: string])[] = [
  [/^\[\^?\]?(?:\\.|[^\]\\[&]|&(?!&))*&&/s, 'an intersection of classes (&&)'],
  [/^\[\^?\]?(?:\\.|[^\]\\[])*\[/s, 'a class in a class'],
  [/^\\[Cv]/, '\\C or \\v'],
  [/^\(\?P</, '(?P<'],
  [/^\(\?[a-z-]*U/i, 'the flag U'],
  [/^\(\?<?[=!]/, 'a look around'],
  [/^\(\?>/, 'a group that keeps what it took (?>'],
  [/^\\[1-9k]/, 'a reference back'],
  [/^(?:[*?+]|\{\d+(?:,\d*)?\})\+/, 'a quantifier that keeps what it took (*+)'],
];

/**
 * What of a regular expression Java and RE2 read differently, or RE2 does not take at all; null where there is nothing.
 */
export function unlikeInJava(pattern: string): string | null {
  for (let index = 0; index < pattern.length;) {
    const rest = pattern.slice(index);
    const found = UNLIKE.find(([unlike]) => unlike.test(rest));
    if (found !== undefined) return found[1];
    index += pieceLength(rest);
  }
  return null;
}

/** Opening brackets that capture: not escaped, not in a class, and not `(?` unless it gives a name. One walk: a pattern can be long. */
export function groupCount(pattern: string): number {
  const bare = pattern.replace(/\\[^]/g, '');
  let count = 0;
  for (let index = 0; index < bare.length; index++) {
    if (bare[index] === '[') {
      const first = bare[index + 1] === '^' ? index + 2 : index + 1;
      // A bracket that closes nothing yet is one of the class.
      const end = bare.indexOf(']', first + 1);
      if (end === -1) return count;
      index = end;
    } else if (bare[index] === '(') {
      count += bare[index + 1] !== '?' || /^\(\?P?</.test(bare.slice(index, index + 4)) ? 1 : 0;
    }
  }
  return count;
}

/** An escape, a class or a character: what is inside a class is not looked at again. */
function pieceLength(rest: string): number {
  return /^(?:\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)/s.exec(rest)?.[0].length ?? 1;
}
