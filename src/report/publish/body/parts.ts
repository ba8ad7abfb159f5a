// Takes the text of a post apart and puts it together: page, links, state and marker. `compose.ts` decides
// what goes into one.
import { digest, NO_STATE, parseState, type PostState, writeState } from './state.ts';
import { PublishError } from '../../../text/errors.ts';

/**
 * The parts of a post, as GitHub stores it:
 *
 *     Continued in #13.                                 (state.next, in an issue that was closed)
 *     ⚠️ Nov 28: these numbers could not be renewed.    (failure)
 *     ## Weekly usage · Nov 9 – 15                      (page)
 *     Previous report: #11                              (state.previous)
 *     <!-- insight-report-state: {"version":1,…} -->    (state)
 *     <!-- insight-report:default -->                   (marker)
 *
 * The two comments at the end are how a later run finds its post and knows what it said.
 */
interface BodyParts {
  /** One line that says why the numbers could not be renewed. */
  readonly failure: string | null;
  readonly page: string;
  /** Holds the numbers of the issues that the body links to. */
  readonly state: PostState;
  /** The report's marker; null if the body is not a report's post. */
  readonly marker: string | null;
}

/**
 * A body to send, and its state line: no other write has the same, so reading it back proves that GitHub
 * stored it.
 */
export interface ComposedBody {
  readonly body: string;
  readonly proof: string;
}

/** Puts a body together. */
export function joinParts({ failure, page, state, marker: markerLine }: BodyParts): ComposedBody {
  const texts = [
    nextLink(state),
    failure ?? '',
    // A code block or comment that a template leaves open would swallow the state.
    closeBlock(page.trimEnd()),
    previousLink(state),
  ];
  const proof = writeState({ ...state, failure: failure === null ? null : digest(failure) });
  const ending = markerLine === null ? proof : `${proof}\n${markerLine}`;
  return { body: [...texts.filter((text) => text !== ''), ending].join('\n\n'), proof };
}

const ENDING =
  /(?:^|\n)<!-- insight-report-state: (\{[^<>\n]*\}) -->[ \t]*(?:\n(<!-- insight-report:[^\n]* -->))?$/;

/**
 * Takes a body apart. Its last line, or its last two lines, are the state and the marker, outside of code
 * blocks: a quotation does not count, nor does a state that text was written below.
 */
export function splitParts(body: string): BodyParts {
  const text = normalizeLineEnds(body).trimEnd();
  const ending = ENDING.exec(text);
  const above = text.slice(0, ending?.index).trimEnd();
  if (ending === null || plainLines(above).closing !== null)
    return { failure: null, page: text, state: NO_STATE, marker: null };
  const state = parseState(ending[1] ?? '');
  const belowNext = textAfter(nextLink(state), above);
  const [firstParagraph = ''] = belowNext.split('\n\n', 1);
  const failure = digest(firstParagraph) === state.failure ? firstParagraph : null;
  const pageAndLink = textAfter(failure ?? '', belowNext);
  const link = previousLink(state);
  const page = pageAndLink.endsWith(link)
    ? pageAndLink.slice(0, pageAndLink.length - link.length).trimEnd()
    : pageAndLink;
  return { failure, page, state, marker: ending[2] ?? null };
}

/** What a body remembers of the run that wrote it. */
export function readState(body: string): PostState {
  return splitParts(body).state;
}

/** Whether a body is a report's post. */
export function isPostOf(body: string, reportId: string): boolean {
  return splitParts(body).marker === marker(reportId);
}

function nextLink({ next }: PostState): string {
  return next === null ? '' : `Continued in #${next}.`;
}

function previousLink({ previous }: PostState): string {
  return previous === null ? '' : `Previous report: #${previous}`;
}

/** A text without the line that it begins with. */
function textAfter(line: string, text: string): string {
  return line !== '' && text.startsWith(line) ? text.slice(line.length).replace(/^\n+/, '') : text;
}

/**
 * The line that marks a post as the report's: an HTML comment, invisible on the page. Throws if the id cannot
 * be in it.
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

/** A line and its offsets: `end` is before its line end, `next` after it. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * The lines outside fenced code blocks, HTML comments, `<pre>` and the like, by CommonMark's rules; and the
 * line that closes the block that the text leaves open, null if it leaves none open.
 */
export function plainLines(text: string): {
  readonly lines: readonly Line[];
  readonly closing: string | null;
} {
  const plain: Line[] = [];
  let open: OpenBlock | null = null;
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    const [lineWithEnd, line = ''] = match;
    // The pattern also matches the empty text at the end, which is not a line.
    if (lineWithEnd === '') break;
    if (open !== null) {
      if (open.end.test(line)) open = null;
      continue;
    }
    open = openedBlock(line);
    const start = match.index;
    if (open === null)
      plain.push({ text: line, start, end: start + line.length, next: start + lineWithEnd.length });
  }
  return { lines: plain, closing: open?.closing ?? null };
}

/** Closes the block that a text leaves open. */
export function closeBlock(text: string): string {
  const { closing } = plainLines(text);
  return closing === null ? text : `${text}\n${closing}`;
}

/** A block of code or HTML that is open: the line that would close it, and the pattern of lines that do. */
interface OpenBlock {
  readonly closing: string;
  readonly end: RegExp;
}

function openedBlock(line: string): OpenBlock | null {
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) {
    const mark = fence[0] === '~' ? '~' : '`';
    return { closing: fence, end: new RegExp(`^ {0,3}${mark}{${fence.length},}[ \\t]*$`) };
  }
  const html = HTML_BLOCKS.find(({ start }) => start.test(line));
  return html === undefined || html.end.test(line) ? null : html;
}

/** The HTML blocks that blank lines do not end. */
const HTML_BLOCKS: readonly (OpenBlock & { readonly start: RegExp })[] = [
  { start: /^ {0,3}<!--/, closing: '-->', end: /-->/ },
  { start: /^ {0,3}<\?/, closing: '?>', end: /\?>/ },
  { start: /^ {0,3}<!\[CDATA\[/, closing: ']]>', end: /\]\]>/ },
  ...['pre', 'script', 'style', 'textarea'].map((tag) => ({
    start: new RegExp(`^ {0,3}<${tag}(?:[ \\t>]|$)`, 'i'),
    closing: `</${tag}>`,
    end: /<\/(?:pre|script|style|textarea)>/i,
  })),
];
