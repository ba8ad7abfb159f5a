import { PublishError } from '../../errors.ts';

/**
 * The line that marks a post as the report's: an HTML comment, invisible on the page. Throws if the id cannot
 * stand in it.
 */
export function marker(reportId: string): string {
  // Any other character could end the comment, and the rest would be live HTML.
  if (!/^(?![\s-])(?:[^\p{C}\p{Zl}\p{Zp}<>-]|-(?!-))+(?<![\s-])$/u.test(reportId)) {
    throw new PublishError(
      `The report id ${JSON.stringify(reportId)} cannot be used in a marker: use letters, digits, "." and "-".`,
    );
  }
  return `<!-- insight-report:${reportId} -->`;
}

/**
 * Changes lines that could be taken for one of our markers; the text renders the same and does not get
 * longer.
 */
export function neutralizeMarkers(text: string): string {
  return normalizeLineEnds(text)
    .split('\n')
    .map((line) =>
      /^\s*<!-- insight-report[:-]/.test(line) ? line.replace('<!-- insight', '<!--insight') : line,
    )
    .join('\n');
}

/**
 * A body with line feeds as its only line ends. GitHub keeps the line ends that it was given, and an edit on
 * the page brings CRLF.
 */
export function normalizeLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
