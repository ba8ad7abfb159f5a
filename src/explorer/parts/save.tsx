import { useState } from 'preact/hooks';
import { insightFile, type Question, queryFile, queryPath } from '../query/question.ts';
import { copyText, gateOf, nextSteps, workflowOf } from './copy.ts';
import { TextField } from './fields.tsx';

interface SaveProps {
  readonly title: string;
  readonly change: (title: string) => void;
  readonly question: Question | null;
}

/** What the query becomes: an insight to add, a file and a workflow to keep in the repository, a gate. */
export function Save({ title, change, question }: SaveProps) {
  const [notice, notify] = useState({ text: '', question });
  const say = (text: string): void => {
    notify({ text, question });
  };
  const said = notice.question === question ? notice.text : '';
  const isNamed = title.trim() !== '';
  const copy = async (what: string, text: string | Promise<string>): Promise<void> => {
    say((await copyText(await text)) ? `Copied ${what}` : 'The browser does not allow copying here.');
  };
  const button = (label: string, isReady: boolean, act: (readyQuestion: Question) => void) => (
    <button
      disabled={question === null || !isReady}
      onClick={() => {
        if (question !== null) act(question);
      }}
    >
      {label}
    </button>
  );
  return (
    <section class="save" aria-label="Save">
      <div class="row">
        <TextField label="Name" value={title} placeholder="Daily users" change={change} />
        {button('Save as insight', isNamed, (readyQuestion) => {
          const name = download(readyQuestion);
          say(
            `${name} is downloaded. Store it with: insight-report insight add ${name} --org NAMESPACE --db FILE`,
          );
        })}
        {button('Copy workflow', true, (readyQuestion) => {
          void copy(`the workflow. ${nextSteps(readyQuestion)}`, workflowOf(readyQuestion));
        })}
        {button('Copy query file', true, (readyQuestion) => {
          void copy(`the query file: save it as ${queryPath(readyQuestion)}.`, queryFile(readyQuestion));
        })}
        {button('Copy gate', question?.threshold.trim() !== '', (readyQuestion) => {
          void copy('the gate.', gateOf(readyQuestion));
        })}
      </div>
      <p class="muted" role="status">
        {isNamed ? said : said || 'Give it a name to save it as an insight.'}
      </p>
    </section>
  );
}

/** Downloads the file of an insight; returns the file's name. */
function download(question: Question): string {
  const { name, text } = insightFile(question);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 1000);
  return name;
}
