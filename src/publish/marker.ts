import { PublishError } from '../errors.ts';
import { lines } from './lines.ts';

/** The line by which a report's earlier posts are known. */
export function marker(reportId: string): string {
  // Anything else could end the comment early, and what follows would be live HTML.
  if (!/^(?![\s-])(?:[^\p{C}\p{Zl}\p{Zp}<>-]|-(?!-))+(?<![\s-])$/u.test(reportId)) {
    throw new PublishError(
      `The report id ${JSON.stringify(reportId)} cannot stand in a marker: use letters, digits, "." and "-".`,
    );
  }
  return `<!-- insight-report:${reportId} -->`;
}

/** Whether a body holds the marker as a line of its own: text that only quotes it does not count. */
export function hasMarker(body: string, reportId: string): boolean {
  const line = marker(reportId);
  return lines(body).some((candidate) => candidate.trimEnd() === line);
}

/** The same text without any line that could be taken for one of ours; it renders the same and grows by nothing. */
export function neutralise(text: string): string {
  return lines(text)
    .map((line) => (/^\s*<!-- insight-report[:-]/.test(line) ? line.replace('<!-- insight', '<!--insight') : line))
    .join('\n');
}
