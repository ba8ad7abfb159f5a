// Makes the blocks of a Slack message within Slack's limits: https://docs.slack.dev/reference/block-kit.
// Pure.

/**
 * Slack takes 150 characters in a header, 10 fields of 2,000 in a section, 3,000 in any other text and 50
 * blocks. About 13,000 characters of all blocks together worked when we tried.
 */
export const LIMITS = { header: 150, fields: 10, field: 2000, text: 3000, blocks: 50, message: 12_000 };

export function fits(blocks: readonly object[]): boolean {
  return blocks.length <= LIMITS.blocks && JSON.stringify(blocks).length <= LIMITS.message;
}

/** With `verbatim`, Slack links no names and addresses of its own accord. */
export function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true } as const;
}

export function plainText(text: string) {
  return { type: 'plain_text', text, emoji: false } as const;
}

/** A section of as many lines as Slack takes; the rest is counted. */
export function sectionBlock(lines: readonly string[]) {
  return lines.length === 0 ? [] : [{ type: 'section', text: mrkdwn(joinLines(lines)) } as const];
}

export function contextBlock(text: string) {
  return text === '' ? [] : [{ type: 'context', elements: [mrkdwn(joinLines([text]))] } as const];
}

/** As many lines as Slack takes in one text; the others are counted: `… and 3 more`. */
export function joinLines(lines: readonly string[], limit = LIMITS.text): string {
  const all = lines.join('\n');
  if (all.length <= limit) return all;
  let count = lines.length;
  const cut = () => [...lines.slice(0, count), `… and ${lines.length - count} more`].join('\n');
  while (cut().length > limit) count -= 1;
  return cut();
}
