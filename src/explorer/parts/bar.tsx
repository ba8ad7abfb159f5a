import type { ComponentChildren } from 'preact';

interface BarProps {
  /** How long the bar is, from 0 to 1; null: there is none. */
  readonly share: number | null;
  /** What stands at the end of the line. */
  readonly numbers: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A line of a list, with a bar behind it. */
export function Bar({ share, numbers, children }: BarProps) {
  return (
    <li class="bar" style={{ '--share': `${(share ?? 0) * 100}%` }}>
      {children}
      <span class="numbers">{numbers}</span>
    </li>
  );
}
