/** What a cell says, and the class by which it looks. */
export type Cell = readonly [text: string, look: string];

interface TableProps {
  readonly label: string;
  /** A column without a text has no heading. */
  readonly head: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A table that scrolls in its own place. */
export function Table({ label, head, rows }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map(([text, cellLook], index) =>
              text === '' ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col" class={cellLook}>
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map(([text, cellLook], index) => (
                <td key={index} class={cellLook}>
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
