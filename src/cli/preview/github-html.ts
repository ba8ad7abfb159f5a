import { fromHtml } from 'hast-util-from-html';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Root } from 'hast';
import { breakLines, HARD_BREAK } from './break-lines.ts';
import { dress } from './dress.ts';
import { GITHUB_PIPES, type HtmlExtension, withGithubPipes } from './table-pipes.ts';

/** Markdown as the HTML that GitHub makes of it, by its allow list; `hardBreaks` as in comments, where a line's end is one. */
export function githubHtml(markdown: string, { hardBreaks }: { readonly hardBreaks: boolean }): string {
  const html = micromark(markdown, {
    extensions: [withGithubPipes(gfm())],
    htmlExtensions: [gfmHtml(), GITHUB_PIPES, MARKED_BREAKS],
    // What is dangerous is known to the sanitizer, which everything has to pass.
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
  const tree = fromHtml(html, { fragment: true });
  if (hardBreaks) breakLines(tree);
  const clean = sanitize(tree);
  const root: Root = clean.type === 'root' ? clean : { type: 'root', children: [] };
  // After sanitising: what is added here would not pass.
  dress(root);
  return toHtml(root);
}

/** A line's end is no second break where the source makes it one already. Comments do not pass the sanitizer. */
const MARKED_BREAKS: HtmlExtension = {
  exit: {
    hardBreakEscape() {
      this.tag(MARKED_BREAK);
    },
    hardBreakTrailing() {
      this.tag(MARKED_BREAK);
    },
  },
};

const MARKED_BREAK = `<br><!--${HARD_BREAK}-->`;
