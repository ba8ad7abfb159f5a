import { display } from '../../report/render/format/display.ts';
import type { Listing, Saved } from '../service/saved.ts';
import { Select } from './fields.tsx';
import { useAsked } from './use-asked.ts';

interface SavedInsightsProps {
  readonly saved: Promise<Listing>;
  /** The name of the question: the insight of this name is shown as chosen. */
  readonly title: string;
  readonly open: (insight: Saved) => void;
}

/** The saved insights to choose from; nothing while there are none. */
export function SavedInsights({ saved, title, open }: SavedInsightsProps) {
  const { value: savedInsights } = useAsked(() => saved, [saved]);
  const list = savedInsights?.insights ?? [];
  if (list.length === 0) return null;
  const byId = new Map(list.map((each) => [each.id, each]));
  return (
    <div class="saved">
      <Select
        label="Saved insight"
        value={list.find(({ name }) => name === title)?.id ?? ''}
        options={['', ...byId.keys()]}
        write={(id) => nameOf(byId.get(id)) ?? `open one of ${list.length}…`}
        change={(id) => {
          const chosen = byId.get(id);
          if (chosen !== undefined) open(chosen);
        }}
      />
    </div>
  );
}

function nameOf(saved: Saved | undefined): string | undefined {
  return saved && display(saved.place === null ? saved.name : `${saved.place} › ${saved.name}`);
}
