// Buttons that copy a workflow, a gate or a query, and the words in which the page says that it did.
import { useState } from 'preact/hooks';
import { queryPath, type Question } from '../query/question.ts';
import { printQuery } from '../query/text.ts';

/** What was done last, while that is still `about` the same, and how to do it. */
export function useNotice(about: unknown) {
  const [notice, setNotice] = useState({ text: '', about });
  const say = (text: string): void => {
    setNotice({ text, about });
  };
  const copy = async (what: string, text: string | Promise<string>): Promise<void> => {
    say((await copyText(await text)) ? `Copied ${what}` : 'The browser does not allow copying here.');
  };
  return { text: notice.about === about ? notice.text : '', say, copy };
}

/** Copies a text; returns whether the browser allowed it: only on loopback addresses and https. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyButtonsProps {
  /** Null if there is none yet. */
  readonly question: Question | null;
  readonly copy: ReturnType<typeof useNotice>['copy'];
}

/** Copies what a repository needs of a question: the workflow, the query's file, the gate. */
export function CopyButtons({ question, copy }: CopyButtonsProps) {
  const button = (what: string, act: (ready: Question) => Promise<void>, isReady = true) => (
    <button
      disabled={question === null || !isReady}
      onClick={() => {
        if (question !== null) void act(question);
      }}
    >
      Copy {what}
    </button>
  );
  return (
    <>
      {button('workflow', (ready) => copyWorkflow(ready, copy))}
      {button('query file', (ready) =>
        copy(`the query file: save it as ${queryPath(ready)}.`, `${printQuery(ready.query)}\n`),
      )}
      {button(
        'gate',
        (ready) =>
          copy(
            'the gate.',
            loadFiles().then(({ gateYaml }) => gateYaml(ready)),
          ),
        question?.threshold.trim() !== '',
      )}
    </>
  );
}

/** Copies the workflow of a question, and says what is left to do. */
export function copyWorkflow(question: Question, copy: CopyButtonsProps['copy']): Promise<void> {
  const { hostname, origin } = location;
  const isLocal = hostname === 'localhost' || /^127\.|^\[::1\]$/.test(hostname);
  const reach = isLocal
    ? `No runner can reach ${origin}: put the address of the service that runners reach into api-url.`
    : `Runners must be able to reach ${origin}.`;
  const file = question.kind === 'release' ? '' : `, the query file as ${queryPath(question)}`;
  return copy(
    `the workflow. Save it as .github/workflows/insight-report.yml${file}, and a token as the secret INSIGHT_REPORT_API_TOKEN. ${reach}`,
    loadFiles().then(({ workflowYaml }) => workflowYaml(question)),
  );
}

/** What writes YAML is loaded when it is first needed. */
function loadFiles() {
  return import('../query/files.ts');
}
