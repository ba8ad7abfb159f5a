const UNLIKE: readonly (readonly [found: RegExp, what: string])[] = [
  [/^\[\^?\]?(?:\\.|[^\]\\[&]|&(?!&))*&&/s, 'an intersection of classes (&&)'],
  [/^\[\^?\]?(?:\\.|[^\]\\[])*\[/s, 'a class in a class'],
  [/^\\[Cv]/, '\\C or \\v'],
  [/^\(\?P</, '(?P<'],
  [/^\(\?[a-z-]*U/i, 'the flag U'],
];

/**
 * What of a regular expression Java and RE2 both take and read differently; null where there is nothing. What RE2 does
 * not take at all (looking around, references back) the engine refuses by itself.
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
