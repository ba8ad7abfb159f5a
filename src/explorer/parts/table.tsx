/** What a cell says, and the class by which it looks. */
export type Cell = readonly [text: string, look: string];

interface TableProps {
  readonly label: string;
  readonly look?: string;
  /** A column without a text has no heading. */
  readonly head: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A table that scrolls in its own place. */
export function Table({ label, look = '', head, rows }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class={look}>
        <thead>
          <tr>
            {head.map(([text, own], index) =>
              text === '' ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col" class={own}>
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map(([text, own], index) => (
                <td key={index} class={own}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
