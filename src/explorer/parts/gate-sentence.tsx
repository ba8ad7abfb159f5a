// A gate by choosing, "fail if total is below 1000", above the field in which `gate.tsx` lets it be typed.
import { display } from '../../report/render/format/display.ts';
import {
  FAILS,
  type GateSentence as Sentence,
  readSentence,
  subjectsOf,
  subjectText,
  writeSentence,
} from '../query/gate-sentence.ts';
import { Input, Select } from './fields.tsx';

interface GateSentenceProps {
  readonly threshold: string;
  /** The names of the rows; null if a sentence cannot be about the answer. */
  readonly rows: readonly string[] | null;
  readonly change: (threshold: string) => void;
}

/** The gate as a sentence to choose. The assertion that it writes stands below it. */
export function GateSentence({ threshold, rows, change }: GateSentenceProps) {
  if (rows === null) return null;
  const sentence = readSentence(threshold);
  if (sentence === null && threshold.trim() !== '') return null;
  const shown: Sentence = sentence ?? { subject: 'total()', fails: 'is below', limit: '' };
  const choose = (changes: Partial<Sentence>): void => {
    const next = { ...shown, ...changes };
    change(writeSentence({ ...next, limit: next.limit || '1' }));
  };
  return (
    <div class="row sentence" role="group" aria-label="Gate as a sentence">
      <Select
        label="Fail if"
        value={shown.subject}
        options={subjectsOf(rows)}
        write={(subject) => display(subjectText(subject))}
        change={(subject) => {
          choose({ subject });
        }}
      />
      <Select
        label="compared"
        value={shown.fails}
        options={FAILS}
        change={(fails) => {
          choose({ fails });
        }}
      />
      <Input
        label={shown.subject.startsWith('share(') ? 'limit, in %' : 'limit'}
        type="number"
        min={0}
        step="any"
        value={shown.limit}
        change={(limit, number) => {
          if (number >= 0 && /^[\d.]+$/.test(limit)) choose({ limit });
        }}
      />
    </div>
  );
}
