import { display } from '../../render/format/display.ts';
import { type InsightView, isByTime } from '../../render/view/insight-types.ts';
import { phrasesOf } from '../../render/view/sentences/phrases.ts';
import type { VersionsView } from '../../render/view/analysis-types.ts';
import { sentenceAsText } from '../../render/view/sentences/sentence.ts';
import { cellOf, headingOf, restCells } from '../../render/view/columns.ts';

interface ReportSectionProps {
  readonly insight: InsightView;
  readonly locale: string;
  /** Whether every row is shown, without the headline. */
  readonly isWhole: boolean;
}

/** An insight as a report shows it. Everything from outside is text. */
export function ReportSection({ insight, locale, isWhole }: ReportSectionProps) {
  const { columns, rows } = insight;
  const phrases = phrasesOf(locale, insight.format);
  const rest = restCells(insight, phrases);
  const restRow = rest !== null && (
    <tr class="muted">
      {columns.map((column, index) => (
        <td key={index} class={column.align}>
          {sentenceAsText(rest[index] ?? null)}
        </td>
      ))}
    </tr>
  );
  return (
    <div class="section">
      {!isWhole && (
        <p class="headline">{[insight.says.glance, ...insight.says.more].map(sentenceAsText).join(' ')}</p>
      )}
      {insight.period !== null && <p class="muted">{insight.period.text}</p>}
      {rows.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Rows">
          <table>
            <thead>
              <tr>
                {columns.map((column, index) =>
                  column.title === '' ? (
                    <td key={index} />
                  ) : (
                    <th key={index} scope="col" class={column.align}>
                      {sentenceAsText(headingOf(column))}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {isByTime(insight) && restRow}
              {rows.map((row, place) => (
                <tr key={place}>
                  {columns.map((column, index) => (
                    <td key={index} class={`${column.align} ${column.kind}`}>
                      {sentenceAsText(cellOf(row, column, insight, phrases))}
                    </td>
                  ))}
                </tr>
              ))}
              {!isByTime(insight) && restRow}
            </tbody>
          </table>
        </div>
      )}
      {!isWhole && insight.versions !== null && <Versions versions={insight.versions} />}
      {insight.notes.map((note) => (
        <p key={note} class="muted">
          {display(note, 1000)}
        </p>
      ))}
    </div>
  );
}

/** What requiring a version would lose. */
function Versions({ versions }: { readonly versions: VersionsView }) {
  return (
    <>
      {versions.families.map(({ conclusion, lines }, place) => {
        const [head = [], ...body] = lines.map((line) => line.map(sentenceAsText));
        return (
          <div key={place}>
            <p>{sentenceAsText(conclusion)}</p>
            <div class="scroll" tabIndex={0} role="region" aria-label="Versions">
              <table>
                <thead>
                  <tr>
                    {head.map((text, index) => (
                      <th key={index} scope="col" class={alignOf(index)}>
                        {text}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {body.map((line, index) => (
                    <tr key={index}>
                      {line.map((text, column) => (
                        <td key={column} class={alignOf(column)}>
                          {text}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </div>
        );
      })}
    </>
  );
}

/** The first column is a version, the others are numbers. */
function alignOf(column: number): string {
  return column === 0 ? '' : 'right';
}
