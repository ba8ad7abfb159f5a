// One line of a list with a bar behind it. The home's tiles, the chart and the page of versions show their
// rows so.
import type { ComponentChildren } from 'preact';

interface BarProps {
  /** How long the bar is, from 0 to 1; null: there is none. */
  readonly share: number | null;
  /** What is at the end of the line: each is below the one of the line before. */
  readonly numbers: readonly string[];
  readonly children: ComponentChildren;
}

/** A line of a list, with a bar behind it. */
export function Bar({ share, numbers, children }: BarProps) {
  return (
    <li class="bar" style={{ '--share': `${(share ?? 0) * 100}%` }}>
      {children}
      <span class="numbers">
        {numbers.map((number, index) => (
          <span key={index}>{number}</span>
        ))}
      </span>
    </li>
  );
}
