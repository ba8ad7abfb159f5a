// Fits a text to a number of terminal columns, in which East Asian characters and emoji take two. Pure.
import stringWidth from 'string-width';

/**
 * A text in exactly `columns` columns: cut with `…` if it is too long, padded with spaces on the given side
 * if it is too short.
 */
export function fitToWidth(text: string, columns: number, pad: 'left' | 'right'): string {
  const shown = stringWidth(text) <= columns ? text : cutToWidth(text, columns);
  const spaces = ' '.repeat(Math.max(0, columns - stringWidth(shown)));
  return pad === 'left' ? spaces + shown : shown + spaces;
}

function cutToWidth(text: string, columns: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    used += stringWidth(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return columns > 0 ? `${kept}…` : '';
}
