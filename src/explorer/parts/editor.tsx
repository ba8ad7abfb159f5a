import {
  autocompletion,
  closeBrackets,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import { completionsAt } from '../query/completions.ts';
import { placeOf } from '../query/place.ts';
import type { Column } from '../service/columns.ts';
import type { Problem } from './use-answer.ts';

export interface EditorProps {
  readonly text: string;
  /**
   * Replaces the editor's text from outside, each time as a new object. Typed text never does: more may have
   * been typed since.
   */
  readonly replacement: { readonly text: string };
  readonly change: (text: string) => void;
  /** The service's problem with the query, marked at its place. */
  readonly problem: Problem | null;
  /** What is offered where a column's name is typed. */
  readonly columns: readonly Column[];
}

/** The query as JSON. Tab leaves the field, so that the keyboard gets everywhere. */
export function Editor({ text, replacement, change, problem, columns }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useRef(change);
  changed.current = change;
  useEffect(() => {
    if (place.current === null) return undefined;
    // In a shadow root the editor's style sheets are objects; anywhere else they are inline, which the page's
    // policy forbids.
    const root = place.current.attachShadow({ mode: 'open' });
    const names = columns.map(({ name }) => name);
    const editor = createEditor(root, text, names, (typed) => {
      changed.current(typed);
    });
    view.current = editor;
    return () => {
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === replacement.text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: replacement.text } });
  }, [replacement]);
  useEffect(() => {
    const editor = view.current;
    if (editor !== null) editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor, problem)));
  }, [text, problem]);
  return (
    <div class="editor">
      <div class="label">The query, as TQL</div>
      <div ref={place} />
    </div>
  );
}

function createEditor(
  root: ShadowRoot,
  doc: string,
  columns: readonly string[],
  changed: (text: string) => void,
): EditorView {
  const state = EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      EditorView.lineWrapping,
      json(),
      syntaxHighlighting(classHighlighter),
      closeBrackets(),
      autocompletion({ override: [(context) => complete(context, columns)], icons: false }),
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': 'Query', tabindex: '0' }),
      LOOK,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString());
      }),
    ],
  });
  return new EditorView({ state, root, parent: root });
}

/** What can stand at the cursor. Text that opens a string begins it; elsewhere Ctrl and the space bar do. */
function complete({ state, pos }: CompletionContext, columns: readonly string[]): CompletionResult | null {
  const completions = completionsAt(state.doc.toString(), pos, columns);
  if (completions === null) return null;
  const options = completions.words.map((word) => ({
    label: word,
    displayLabel: display(word),
    apply: JSON.stringify(word).slice(1, -1),
  }));
  return { from: completions.from, to: completions.to, options, validFor: /^[^"\\]*$/ };
}

/** What is not JSON, or else what the service refuses, if it says where. */
function diagnosticsOf(editor: EditorView, problem: Problem | null): readonly Diagnostic[] {
  const syntax = jsonParseLinter()(editor);
  if (syntax.length > 0 || problem?.of !== 'query' || problem.path === null) return syntax;
  const { from, to } = placeOf(editor.state.doc.toString(), problem.path);
  return [{ from, to, severity: 'error', message: problem.message }];
}

/** The page's colours. */
const LOOK = EditorView.theme({
  '&': {
    maxHeight: 'var(--editor-height, 340px)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    background: 'var(--page)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': {
    overflow: 'auto',
    font: '12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { border: '0', background: 'var(--bar)', color: 'var(--muted)' },
  '.cm-tooltip': {
    maxWidth: 'min(480px, 90vw)',
    border: '1px solid var(--line)',
    background: 'var(--bar)',
    color: 'var(--text)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--accent)', color: 'var(--page)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--line) !important' },
  '.tok-propertyName': { color: 'var(--key)' },
  '.tok-string': { color: 'var(--string)' },
  '.tok-number, .tok-bool': { color: 'var(--good)' },
});
