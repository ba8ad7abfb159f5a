// How an output writes file names and other texts from outside, so that nothing in them acts. Pure.
import { display } from '../format/display.ts';
import { codeSpan } from '../markdown/escape.ts';
import { escapeProse } from '../markdown/prose.ts';

/** How an output writes file names and other texts from outside, so that nothing in them acts. */
export interface Writing {
  readonly code: (text: string) => string;
  readonly prose: (text: string) => string;
  readonly locale: string;
}

/** Plain text, for logs, annotations and terminals. */
export function plainWriting(locale: string): Writing {
  return { code: (text) => display(text), prose: (text) => display(text), locale };
}

export function markdownWriting(locale: string): Writing {
  return { code: (text) => codeSpan(display(text), 'line'), prose: (text) => escapeProse(text), locale };
}
