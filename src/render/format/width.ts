let segmenter: Intl.Segmenter | null = null;

/** How many columns of a terminal a text takes: East Asian wide characters and emoji two, combining ones none. */
export function stringWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += graphemeWidth(segment);
  return columns;
}

const NARROW = /^[ -~█▉▊▋▌▍▎▏▁▂▃▄▅▆▇·–…−]*$/;
const NOTHING = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f|\p{RI}{2}/u;
// The blocks that Unicode's East Asian Width calls wide or full-width, from Hangul jamo to the CJK extensions.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;

function graphemeWidth(grapheme: string): number {
  if (NOTHING.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}

/** A text in exactly `columns` columns: cut with `…` where it is longer, filled with spaces on the named side. */
export function fitToWidth(text: string, columns: number, fill: 'left' | 'right'): string {
  const shown = stringWidth(text) <= columns ? text : cutToWidth(text, columns);
  const spaces = ' '.repeat(Math.max(0, columns - stringWidth(shown)));
  return fill === 'left' ? spaces + shown : shown + spaces;
}

function cutToWidth(text: string, columns: number): string {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const more = graphemeWidth(segment);
    if (used + more > columns - 1) break;
    kept += segment;
    used += more;
  }
  return columns > 0 ? `${kept}…` : '';
}

/** A text in lines of at most `width` characters, broken at spaces; a longer word stands alone. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
