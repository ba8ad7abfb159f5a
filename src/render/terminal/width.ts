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

/** A text in lines of at most `width` characters, broken at spaces; a longer word gets a line of its own. */
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
