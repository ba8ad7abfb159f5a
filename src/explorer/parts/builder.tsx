// The form of the page "Ask" by which a query is chosen instead of typed: its kind, what is counted, the
// days, the filters. `explorer.tsx` shows it.
import { display } from '../../report/render/format/display.ts';
import { type Choices, MEASURES, type Measure, KINDS, type Kind, STEPS_OF_TIME } from '../query/choices.ts';
import type { Asker } from '../service/asker.ts';
import type { Column } from '../../report/run/columns/ask.ts';
import { askValues } from '../service/columns.ts';
import { Chips, Filters } from './chips.tsx';
import { Checkbox, NumberField, Select } from './fields.tsx';
import { daysText, PeriodButtons } from './period.tsx';
import { lastDays, MOST_DAYS } from '../query/page.ts';
import { useAsked } from './use-asked.ts';

interface BuilderProps {
  readonly columns: readonly Column[];
  /** Null if the query as typed cannot be expressed by choosing. */
  readonly choices: Choices | null;
  readonly choose: (changes: Partial<Choices>) => void;
  readonly asker: Asker;
  readonly isCompared: boolean;
  readonly compare: (isCompared: boolean) => void;
  /** The service's clock, in epoch milliseconds. */
  readonly now: () => number;
}

const KIND_NAMES: Readonly<Record<Kind, string>> = {
  top: 'Ranking',
  trend: 'Over time',
  funnel: 'Funnel',
  retention: 'Retention',
  versions: 'Versions',
  release: 'Release',
};

const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  users: 'Users',
  events: 'Events',
  sum: 'Sum of a column',
  mean: 'Mean of a column',
};

const MOST_ROWS = 1000;

/** A query by choosing. A typed query that says more is not changed: the choices are then off. */
export function Builder({ choices, choose, ...props }: BuilderProps) {
  if (choices === null)
    return (
      <div class="builder">
        <p class="muted">This query says more than can be chosen here. It runs as it is typed.</p>
        <button
          onClick={() => {
            choose({});
          }}
        >
          Choose again
        </button>
      </div>
    );
  const { columns, asker, isCompared, compare, now } = props;
  const { kind, conditions } = choices;
  const fieldProps = { columns, choices, choose };
  return (
    <div class="builder">
      <Select
        label="Show"
        value={kind}
        options={KINDS}
        write={(each) => KIND_NAMES[each]}
        change={(next) => {
          choose(kindChoices(next, columns, choices));
        }}
      />
      <ColumnFields {...fieldProps} />
      <TimeFields {...fieldProps} now={now} />
      {kind !== 'retention' && kind !== 'release' && (
        <Checkbox label="compare with the period before" isOn={isCompared} change={compare} />
      )}
      {(kind === 'release' || kind === 'funnel') && <EventFields {...fieldProps} asker={asker} />}
      <Filters conditions={conditions} change={choose} />
      {conditions.length === 0 && (
        <p class="muted">
          {kind === 'release'
            ? 'Choose the bad event. Click other values to filter.'
            : "Click on a column's values to filter."}
        </p>
      )}
    </div>
  );
}

interface FieldsProps extends Pick<BuilderProps, 'columns' | 'choose'> {
  readonly choices: Choices;
}

/** Makes a function that chooses one thing. */
function setter(choose: FieldsProps['choose']) {
  return <Key extends keyof Choices>(key: Key) =>
    (value: Choices[Key]) => {
      choose({ [key]: value });
    };
}

/** What is counted, and the column whose values become rows or lines. */
function ColumnFields({ columns, choices, choose }: FieldsProps) {
  const { kind, counted, valueColumn, by, split, top } = choices;
  const set = setter(choose);
  const names = columns.map(({ name }) => name);
  return (
    <>
      {(kind === 'top' || kind === 'trend') && (
        <>
          <Select
            label="Count"
            value={counted}
            options={MEASURES}
            write={(each) => MEASURE_NAMES[each]}
            change={set('counted')}
          />
          {(counted === 'sum' || counted === 'mean') && (
            <Select label="Of" value={valueColumn} options={names} change={set('valueColumn')} />
          )}
        </>
      )}
      {(kind === 'top' || kind === 'versions') && (
        <Select label="By" value={by} options={names} change={set('by')} />
      )}
      {kind === 'top' && <NumberField label="Rows" value={top} most={MOST_ROWS} change={set('top')} />}
      {kind === 'trend' && (
        <Select
          label="Split by"
          value={split}
          options={['', ...names]}
          empty="nothing"
          change={set('split')}
        />
      )}
    </>
  );
}

/** Which days, and in which steps. */
function TimeFields({ choices, choose, now }: FieldsProps & { readonly now: () => number }) {
  const { kind, every, days, withToday, zone } = choices;
  const set = setter(choose);
  return (
    <>
      {(kind === 'trend' || kind === 'retention') && (
        <Select
          label="Every"
          value={every}
          options={STEPS_OF_TIME.filter((step) => kind === 'trend' || step !== 'hour')}
          change={set('every')}
        />
      )}
      <div class="row" role="group" aria-label="Period">
        <PeriodButtons days={days} change={set('days')} />
        <NumberField label="Days" value={days} most={MOST_DAYS} change={set('days')} />
        <Checkbox label="with today" isOn={withToday} change={set('withToday')} />
        {kind !== 'retention' && (
          <span class="muted dates">{daysText(lastDays(days, withToday, now()))}</span>
        )}
      </div>
      {kind !== 'retention' && <Select label="Time zone" value={zone} options={ZONES} change={set('zone')} />}
    </>
  );
}

/** UTC, a report's default, then the browser's zone, then all others. */
const ZONES: readonly string[] = [
  ...new Set([
    'UTC',
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Intl.supportedValuesOf('timeZone'),
  ]),
];

/** What choosing a kind changes: versions need a column of versions, a retention a longer step and time. */
function kindChoices(kind: Kind, columns: readonly Column[], { by, every }: Choices): Partial<Choices> {
  if (kind === 'versions') {
    const isVersion = (name: string): boolean => /version/i.test(name);
    return { kind, by: isVersion(by) ? by : (columns.find(({ name }) => isVersion(name))?.name ?? by) };
  }
  if (kind === 'retention') return { kind, every: every === 'hour' || every === 'day' ? 'week' : every };
  return { kind };
}

/** The event types that a funnel goes through, or the one by which a release is judged. */
function EventFields({ choices, choose, asker }: FieldsProps & { readonly asker: Asker }) {
  const { value: values = [] } = useAsked((signal) => askValues('type', asker, signal), [asker]);
  const types = values.flatMap(({ value }) => value ?? []);
  const { kind, steps, conditions } = choices;
  if (kind === 'release')
    return (
      <Select
        label="Bad event"
        value={conditions.find(({ column, isNot }) => column === 'type' && !isNot)?.value ?? ''}
        options={['', ...types]}
        empty="such as crashed…"
        change={(type) => {
          const others = conditions.filter(({ column }) => column !== 'type');
          const added = type === '' ? [] : [{ column: 'type', value: type, isNot: false }];
          choose({ conditions: [...others, ...added] });
        }}
      />
    );
  return (
    <div class="steps">
      {steps.length < 2 && (
        <p class="muted">Add the event that a funnel begins with, then those that follow.</p>
      )}
      <Chips
        as="ol"
        label="Steps"
        chips={steps.map((step) => ({ text: display(step), removed: `the step ${display(step)}` }))}
        remove={(index) => {
          choose({ steps: steps.toSpliced(index, 1) });
        }}
      />
      <Select
        label="Add a step"
        value=""
        options={['', ...types.filter((type) => !steps.includes(type))]}
        empty="an event type…"
        change={(type) => {
          if (type !== '') choose({ steps: [...steps, type] });
        }}
      />
    </div>
  );
}
