// The editor for a query as text. `explorer.tsx` loads it only when it is needed, because CodeMirror is
// large.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import editorStyle from '../../../templates/explorer/editor.css';
import { placeOf } from '../query/place.ts';
import type { Problem } from './use-answer.ts';

export interface EditorProps {
  /** Replaces the editor's text if that is another one: a query that was chosen, or opened. */
  readonly text: string;
  readonly change: (text: string) => void;
  /** The service's problem with the query, marked at its place. */
  readonly problem: Problem | null;
}

/** The query as JSON. Tab leaves the field, so that the keyboard gets everywhere. */
export function Editor({ text, change, problem }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latestChange = useRef(change);
  latestChange.current = change;
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const state = EditorState.create({
      doc: text,
      extensions: [
        ...EXTENSIONS,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latestChange.current(update.state.doc.toString());
        }),
      ],
    });
    // In a shadow root the editor's style sheets are objects; anywhere else they are inline, which the page's
    // policy forbids. Ours comes last, so that it counts.
    const root = place.current.attachShadow({ mode: 'open' });
    const editor = new EditorView({ state, root, parent: root });
    const ownSheet = new CSSStyleSheet();
    ownSheet.replaceSync(editorStyle);
    root.adoptedStyleSheets.push(ownSheet);
    view.current = editor;
    return () => {
      editor.destroy();
    };
  }, []);
  // At once after the text is drawn: nobody can have typed more meanwhile, which this would undo.
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
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

const EXTENSIONS = [
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  EditorView.lineWrapping,
  json(),
  syntaxHighlighting(classHighlighter),
  keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
  EditorView.contentAttributes.of({ 'aria-label': 'Query', tabindex: '0' }),
];

/** What is not JSON, or else what the service refuses, if it says where. */
function diagnosticsOf(editor: EditorView, problem: Problem | null): readonly Diagnostic[] {
  const syntax = jsonParseLinter()(editor);
  if (syntax.length > 0 || problem?.of !== 'query' || problem.path === null) return syntax;
  const { from, to } = placeOf(editor.state.doc.toString(), problem.path);
  return [{ from, to, severity: 'error', message: problem.message }];
}
