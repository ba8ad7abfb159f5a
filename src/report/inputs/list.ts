// Reads inputs that are lists, such as `labels` and `post-to`.

/**
 * The items of a list as people write it: a YAML list, a list in brackets, or items between commas or
 * newlines (`summary, issue`). A line may begin with a dash; an item with a comma is in quotes.
 */
export function splitList(
  value: string | readonly unknown[] | ReadonlyMap<string, unknown>,
): readonly string[] {
  const items =
    typeof value === 'string'
      ? itemsOf(value)
      : [...value.values()].filter((item) => typeof item === 'string');
  return [...new Set(items.map((item) => item.trim()).filter((item) => item !== ''))];
}

const ITEM = /\s*"([^"]*)"\s*|\s*'([^']*)'\s*|[^,\r\n]+/g;

function itemsOf(text: string): readonly string[] {
  const [, inner = text] = /^\[([^]*)\]$/.exec(text.trim()) ?? [];
  const lines = inner.split(/[\r\n]+/).map((line) => line.trim().replace(/^-\s+/, ''));
  return lines.flatMap((line) =>
    [...line.matchAll(ITEM)].map(([item, double, single]) => double ?? single ?? item),
  );
}
