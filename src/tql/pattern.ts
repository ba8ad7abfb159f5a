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

/** An escape, a class or a character: what is inside a class is not looked at again. */
function pieceLength(rest: string): number {
  return /^(?:\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)/s.exec(rest)?.[0].length ?? 1;
}
