// The choice of a saved insight, whose query the page "Ask" then opens.
import { display } from '../../report/render/format/display.ts';
import type { Saved } from '../service/saved.ts';
import { Select } from './fields.tsx';

interface SavedInsightsProps {
  readonly saved: readonly Saved[];
  /** The name of the question: the insight of this name is shown as chosen. */
  readonly title: string;
  readonly open: (insight: Saved) => void;
}

/** The saved insights to choose from; nothing while there are none. */
export function SavedInsights({ saved, title, open }: SavedInsightsProps) {
  if (saved.length === 0) return null;
  const byId = new Map(saved.map((insight) => [insight.id, insight]));
  const write = (id: string): string => {
    const { name = '', place = null } = byId.get(id) ?? {};
    return display(place === null ? name : `${place} › ${name}`);
  };
  return (
    <div class="saved">
      <Select
        label="Saved insight"
        value={saved.find(({ name }) => name === title)?.id ?? ''}
        options={['', ...byId.keys()]}
        empty={`open one of ${saved.length}…`}
        write={write}
        change={(id) => {
          const chosen = byId.get(id);
          if (chosen !== undefined) open(chosen);
        }}
      />
    </div>
  );
}
