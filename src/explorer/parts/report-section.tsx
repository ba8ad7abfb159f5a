// Draws an insight with the sentences and tables that the renderers of a report make of it
// (`report/render/view`). `answer-pane.tsx` shows it.
import { display } from '../../report/render/format/display.ts';
import { type InsightView, isByTime } from '../../report/render/view/insight-types.ts';
import { phrasesOf } from '../../report/render/view/sentences/phrases.ts';
import type { VersionsView } from '../../report/render/view/analysis-types.ts';
import { sentenceAsText } from '../../report/render/view/sentences/sentence.ts';
import { cellOf, headingOf, restCells } from '../../report/render/view/cells.ts';
import { type Cell, Table } from './table.tsx';

interface ReportSectionProps {
  readonly insight: InsightView;
  readonly locale: string;
  /** Whether every row is shown, without the headline. */
  readonly isWhole: boolean;
}

/** An insight as a report shows it. Everything from outside is text. */
export function ReportSection({ insight, locale, isWhole }: ReportSectionProps) {
  const { rows, says, period, versions, notes } = insight;
  return (
    <div class="section">
      {!isWhole && <p class="headline">{[says.glance, ...says.more].map(sentenceAsText).join(' ')}</p>}
      {period !== null && <p class="muted">{period.text}</p>}
      {rows.length > 0 && <RowsTable label="Rows" insight={insight} locale={locale} />}
      {!isWhole && versions !== null && <Versions versions={versions} />}
      {notes.map((note) => (
        <p key={note} class="muted">
          {display(note, 1000)}
        </p>
      ))}
    </div>
  );
}

interface RowsTableProps {
  readonly label: string;
  readonly insight: InsightView;
  readonly locale: string;
}

/** The rows of an insight. In a retention, the more of a cohort came back, the darker the cell. */
export function RowsTable({ label, insight, locale }: RowsTableProps) {
  const { columns, rows, kind } = insight;
  const phrases = phrasesOf(locale, insight.format);
  const cells = rows.map((row) =>
    columns.map((column): Cell => {
      const rate = kind === 'retention' && column.kind === 'rate' ? row.cells[column.index] : null;
      const shade = rate == null ? '' : `shade-${Math.min(SHADES, Math.ceil(rate * SHADES))}`;
      const text = sentenceAsText(cellOf(row, column, insight, phrases));
      return [text, `${column.align} ${column.kind} ${shade}`];
    }),
  );
  const otherRows = restCells(insight, phrases);
  if (otherRows !== null) {
    const otherCells = columns.map(({ align }, index): Cell => {
      return [sentenceAsText(otherRows[index] ?? null), `${align} muted`];
    });
    if (isByTime(insight)) cells.unshift(otherCells);
    else cells.push(otherCells);
  }
  const head = columns.map((column): Cell => {
    return [column.title === '' ? '' : sentenceAsText(headingOf(column)), column.align];
  });
  return <Table label={label} head={head} rows={cells} />;
}

/** How many shades there are, without the empty one. */
const SHADES = 8;

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
