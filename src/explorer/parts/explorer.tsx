import { useMemo, useRef, useState } from 'preact/hooks';
import { type Choices, FIRST_CHOICES, writeQuery } from '../query/choices.ts';
import { readChoices } from '../query/read-choices.ts';
import { parseQuery, printQuery } from '../query/text.ts';
import type { Asker } from '../service/asker.ts';
import type { Column } from '../service/columns.ts';
import type { Question } from '../service/report.ts';
import { AnswerPane } from './answer-pane.tsx';
import { Builder } from './builder.tsx';
import { ColumnList } from './column-list.tsx';
import { Editor } from './editor.tsx';
import { Gate } from './gate.tsx';
import { Save } from './save.tsx';
import { useAnswer } from './use-answer.ts';

interface ExplorerProps {
  readonly asker: Asker;
  readonly columns: readonly Column[];
  /** The service's clock, in epoch milliseconds. */
  readonly now: () => number;
}

/** The explorer of a service: columns, a query chosen or typed, its answer, a gate, and what to save. */
export function Explorer({ asker, columns, now }: ExplorerProps) {
  const [text, setText] = useState(() => printQuery(writeQuery(FIRST_CHOICES)));
  const [written, setWritten] = useState(() => ({ text }));
  const chosen = useRef<Choices>(FIRST_CHOICES);
  const [, redraw] = useState(0);
  const [title, setTitle] = useState('');
  const [threshold, setThreshold] = useState('');
  const [isCompared, setCompared] = useState(false);
  const parsed = useMemo(() => parseQuery(text), [text]);
  const choices = useMemo(
    () => (parsed.query === null ? null : readChoices(parsed.query, chosen.current)),
    [parsed, chosen.current],
  );
  if (choices !== null) keep(chosen, choices);
  const choose = (changes: Partial<Choices>): void => {
    const next = { ...chosen.current, ...changes };
    chosen.current = next;
    const query = printQuery(writeQuery(next));
    setText(query);
    setWritten({ text: query });
    // Versions may have the text of a ranking.
    redraw((count) => count + 1);
  };
  const isVersions = choices?.kind === 'versions';
  const question = useMemo<Question | null>(
    () =>
      parsed.query === null
        ? null
        : { query: parsed.query, name: title.trim() || 'Query', threshold, isCompared, isVersions },
    [parsed, title, threshold, isCompared, isVersions],
  );
  const state = useAnswer(question, asker, now);
  return (
    <main class="explorer">
      <ColumnList columns={columns} asker={asker} choices={choices ?? chosen.current} choose={choose} />
      <div class="work">
        <section class="query" aria-label="Query">
          <Builder columns={columns} choices={choices} choose={choose} asker={asker} />
          <Editor text={text} written={written} change={setText} problem={state.problem} columns={columns} />
        </section>
        <AnswerPane state={state} question={question} asker={asker} />
        <Gate
          threshold={threshold}
          change={setThreshold}
          isCompared={isCompared}
          compare={setCompared}
          state={state}
          asker={asker}
        />
        <Save title={title} change={setTitle} question={question} />
      </div>
    </main>
  );
}

/** Keeps what is chosen, as the same object while it is the same. */
function keep(chosen: { current: Choices }, choices: Choices): void {
  if (JSON.stringify(choices) !== JSON.stringify(chosen.current)) chosen.current = choices;
}
