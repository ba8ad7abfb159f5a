// The page "Ask": put together from the columns, the form, the editor, the answer, the gate and what to save.
// `app.tsx` loads it when it is first opened.
import { useMemo, useRef, useState } from 'preact/hooks';
import { type Draft, draftOf, firstDraft } from '../query/address.ts';
import { type Choices, specialKind, withPeriod, writeQuery } from '../query/choices.ts';
import type { FirstChoices } from '../query/first-choices.ts';
import { readChoices } from '../query/read-choices.ts';
import { parseQuery, printQuery } from '../query/text.ts';
import type { Query } from '../../tql/query.ts';
import type { Question } from '../query/question.ts';
import { AnswerPane } from './answer-pane.tsx';
import { Builder } from './builder.tsx';
import { ColumnList } from './column-list.tsx';
import type { EditorProps } from './editor.tsx';
import { Gate } from './gate.tsx';
import type { PageProps } from './page-controls.tsx';
import { Save } from './save.tsx';
import { SavedInsights } from './saved-insights.tsx';
import { useAnswer } from './use-answer.ts';
import { useAsked } from './use-asked.ts';
import { useDraft } from './use-draft.ts';

/** Ask: columns, a query chosen or typed, its answer, a gate, and what to save. */
export function Explorer({ connection: { asker, columns, first, now }, saved }: PageProps) {
  const { draft, change, choices, lastChoices, choose, question, isIncomplete } = useQuestion(first);
  const { text, title, isCompared } = draft;
  const state = useAnswer(question, asker, now);
  return (
    <main class="explorer" tabIndex={-1} ref={focusOnce}>
      <a class="skip" href="#query" onClick={skipTo}>
        Skip to the query
      </a>
      <ColumnList columns={columns} asker={asker} choices={lastChoices} choose={choose} />
      <div class="work">
        <section id="query" class="query" aria-label="Query" tabIndex={-1}>
          <SavedInsights
            saved={saved}
            title={title}
            open={({ name, query }) => {
              change(draftOf(withPeriod(query, first.choices), { title: name, isCompared }));
            }}
          />
          <Builder
            columns={columns}
            choices={choices}
            choose={choose}
            asker={asker}
            isCompared={isCompared}
            compare={(isOn) => {
              change({ isCompared: isOn });
            }}
            now={now}
          />
          <TypedQuery
            isNeeded={choices === null || state.problem?.path != null}
            text={text}
            change={(typed) => {
              change({ text: typed });
            }}
            problem={state.problem}
          />
        </section>
        {first.note !== null && text === firstDraft(first.choices).text && <p class="muted">{first.note}</p>}
        <AnswerPane state={state} question={question} asker={asker} />
        {!isIncomplete && <Gate draft={draft} change={change} state={state} asker={asker} />}
        <Save
          title={title}
          change={(typed) => {
            change({ title: typed });
          }}
          question={question}
        />
      </div>
    </main>
  );
}

/** The query as text, folded unless only text can say it. The editor is loaded when it is first opened. */
function TypedQuery({ isNeeded, ...props }: EditorProps & { readonly isNeeded: boolean }) {
  const [isOpened, open] = useState(false);
  const isShown = isNeeded || isOpened;
  const { value: editorModule } = useAsked(async () => (isShown ? import('./editor.tsx') : null), [isShown]);
  return (
    <details
      class="typed"
      open={isNeeded || undefined}
      onToggle={(event) => {
        if (event.currentTarget.open) open(true);
      }}
    >
      <summary>TQL</summary>
      {editorModule ? <editorModule.Editor {...props} /> : <p class="muted">Loading the editor…</p>}
    </details>
  );
}

/** The draft, the choices that it can be written from, and the question that it makes. */
function useQuestion(first: FirstChoices) {
  const { draft, change } = useDraft(() => firstDraft(first.choices));
  const { text, title, threshold, isCompared } = draft;
  const last = useRef<Choices>(first.choices);
  const query = useMemo(() => parseQuery(text), [text]);
  const choices = query && readChoices(query, withKindOf(draft, last.current));
  if (choices !== null) last.current = choices;
  const choose = (changes: Partial<Choices>): void => {
    last.current = { ...last.current, ...changes };
    const kind = specialKind(last.current.kind);
    change({ text: printQuery(writeQuery(last.current)), kind, threshold: gateFor(kind, threshold) });
  };
  const kind = specialKind(choices?.kind);
  const question = useMemo<Question | null>(() => {
    if (query === null || isWithoutSteps(query) || isWithoutBadEvent(query, kind)) return null;
    return { query, name: title.trim() || 'Query', isCompared, kind, threshold };
  }, [query, title, threshold, isCompared, kind]);
  return {
    draft,
    change,
    /** Null if the query cannot be expressed by choosing. */
    choices,
    /** The choices, or those before a query that choosing cannot express. */
    lastChoices: last.current,
    choose,
    question,
    /** Whether the query still needs its steps, or its bad event: it has no gate yet. */
    isIncomplete: query !== null && question === null,
  };
}

/** A funnel from one event to itself says nothing. */
function isWithoutSteps(query: Query): boolean {
  return query.queryType === 'funnel' && (query.steps ?? []).length < 2;
}

/** Until it is filtered by what is bad, there is nothing to judge a release by. */
function isWithoutBadEvent({ filter }: Query, kind: Draft['kind']): boolean {
  return kind === 'release' && filter == null;
}

/** Only a release has `worse()`, and it has nothing else. */
function gateFor(kind: Draft['kind'], threshold: string): string {
  if (kind === 'release') return threshold.includes('worse(') ? threshold : 'worse() < 20%';
  return threshold.includes('worse(') ? '' : threshold;
}

/** The form that had the focus is gone: the keyboard goes on where the explorer begins. */
function focusOnce(main: HTMLElement | null): void {
  if (document.activeElement === document.body) main?.focus({ preventScroll: true });
}

/** Moves the focus past the columns. The address keeps the question. */
function skipTo(event: Event): void {
  event.preventDefault();
  document.getElementById('query')?.focus();
}

/** Earlier choices with the kind of the draft, because another kind may have the same text. */
function withKindOf({ kind }: Draft, choices: Choices): Choices {
  if (kind !== null) return { ...choices, kind };
  return specialKind(choices.kind) === null ? choices : { ...choices, kind: 'trend' };
}
