import { display } from '../../report/render/format/display.ts';
import { type InsightView, isByTime } from '../../report/render/view/insight-types.ts';
import { phrasesOf } from '../../report/render/view/sentences/phrases.ts';
import type { VersionsView } from '../../report/render/view/analysis-types.ts';
import { sentenceAsText } from '../../report/render/view/sentences/sentence.ts';
import { cellOf, headingOf, restCells } from '../../report/render/view/columns.ts';
import { type Cell, Table } from './table.tsx';

interface ReportSectionProps {
  readonly insight: InsightView;
  readonly locale: string;
  /** Whether every row is shown, without the headline. */
  readonly isWhole: boolean;
}

/** An insight as a report shows it. Everything from outside is text. */
export function ReportSection({ insight, locale, isWhole }: ReportSectionProps) {
  const { columns, rows, says, period, versions, notes } = insight;
  const phrases = phrasesOf(locale, insight.format);
  const rest = restCells(insight, phrases);
  const head = columns.map((column): Cell => {
    return [column.title === '' ? '' : sentenceAsText(headingOf(column)), column.align];
  });
  const cells = rows.map((row) =>
    columns.map((column): Cell => {
      const look = `${column.align} ${column.kind}`;
      return [sentenceAsText(cellOf(row, column, insight, phrases)), look];
    }),
  );
  if (rest !== null) {
    const shown = columns.map(({ align }, index): Cell => {
      return [sentenceAsText(rest[index] ?? null), `${align} muted`];
    });
    if (isByTime(insight)) cells.unshift(shown);
    else cells.push(shown);
  }
  return (
    <div class="section">
      {!isWhole && <p class="headline">{[says.glance, ...says.more].map(sentenceAsText).join(' ')}</p>}
      {period !== null && <p class="muted">{period.text}</p>}
      {rows.length > 0 && <Table label="Rows" head={head} rows={cells} />}
      {!isWhole && versions !== null && <Versions versions={versions} />}
      {notes.map((note) => (
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
        // The first column is a version, the others are numbers.
        const [head = [], ...rows] = lines.map((line) =>
          line.map((text, index): Cell => [sentenceAsText(text), index === 0 ? '' : 'right']),
        );
        return (
          <div key={place}>
            <p>{sentenceAsText(conclusion)}</p>
            <Table label="Versions" head={head} rows={rows} />
          </div>
        );
      })}
    </>
  );
}
