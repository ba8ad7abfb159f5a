// What can be made of a query on the page "Ask": a file for `insight add`, or something to copy.
import { insightFile, type Question } from '../query/question.ts';
import { CopyButtons, useNotice } from './copy.tsx';
import { Input } from './fields.tsx';

interface SaveProps {
  readonly title: string;
  readonly change: (title: string) => void;
  readonly question: Question | null;
}

/** What the query becomes: an insight to add, a file and a workflow to keep in the repository, a gate. */
export function Save({ title, change, question }: SaveProps) {
  const { text, say, copy } = useNotice(question);
  const isNamed = title.trim() !== '';
  return (
    <section class="save" aria-label="Save">
      <div class="row">
        <Input label="Name" isWide value={title} placeholder="Daily users" change={change} />
        <button
          disabled={question === null || !isNamed}
          onClick={() => {
            if (question === null) return;
            const name = download(question);
            say(
              `${name} is downloaded. Store it with: insight-report insight add ${name} --org NAMESPACE --db FILE`,
            );
          }}
        >
          Save as insight
        </button>
        <CopyButtons question={question} copy={copy} />
      </div>
      <p class="muted" role="status">
        {text || (isNamed ? '' : 'Give it a name to save it as an insight.')}
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
