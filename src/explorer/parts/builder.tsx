import { display } from '../../report/render/format/display.ts';
import { type Choices, MEASURES, type Measure, KINDS, type Kind, STEPS_OF_TIME } from '../query/choices.ts';
import type { Asker } from '../service/asker.ts';
import { askValues, type Column } from '../service/columns.ts';
import { Chips, Filters } from './chips.tsx';
import { Checkbox, NumberField, Select } from './fields.tsx';
import { daysText, PeriodButtons } from './period.tsx';
import { lastDays } from '../query/page.ts';
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
const MOST_DAYS = 3650;

/** A query by choosing. A typed query that says more is not changed: the choices are then off. */
export function Builder({ columns, choices, choose, asker, isCompared, compare, now }: BuilderProps) {
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
  const part = { columns, choices, choose, asker };
  return (
    <div class="builder">
      <Select
        label="Show"
        value={choices.kind}
        options={KINDS}
        write={(kind) => KIND_NAMES[kind]}
        change={(next) => {
          choose(kindChoices(next, columns, choices));
        }}
      />
      <CountedFields {...part} />
      <RowFields {...part} />
      <TimeFields {...part} now={now} />
      {choices.kind !== 'retention' && choices.kind !== 'release' && (
        <Checkbox label="compare with the period before" isOn={isCompared} change={compare} />
      )}
      {choices.kind === 'release' && <BadEvent {...part} />}
      {choices.kind === 'funnel' && <Steps {...part} />}
      <Conditions {...part} />
    </div>
  );
}

/** Makes a function that chooses one thing. */
function setter(choose: PartProps['choose']) {
  return <Key extends keyof Choices>(key: Key) =>
    (value: Choices[Key]) => {
      choose({ [key]: value });
    };
}

/** What is counted. */
function CountedFields({ columns, choices: { kind, counted, valueColumn }, choose }: PartProps) {
  if (kind !== 'top' && kind !== 'trend') return null;
  const set = setter(choose);
  return (
    <>
      <Select
        label="Count"
        value={counted}
        options={MEASURES}
        write={(each) => MEASURE_NAMES[each]}
        change={set('counted')}
      />
      {(counted === 'sum' || counted === 'mean') && (
        <Select
          label="Of"
          options={columns.flatMap((column) => (column.kind === 'time' ? [] : column.name))}
          value={valueColumn}
          change={set('valueColumn')}
        />
      )}
    </>
  );
}

/** The column whose values become rows, and how many of them. */
function RowFields({ columns, choices: { kind, by, split, top }, choose }: PartProps) {
  const set = setter(choose);
  if (kind === 'trend')
    return (
      <Select
        label="Split by"
        value={split}
        options={['', ...columns.map(({ name }) => name)]}
        empty="nothing"
        change={set('split')}
      />
    );
  if (kind !== 'top' && kind !== 'versions') return null;
  return (
    <>
      <Select label="By" options={columns.map(({ name }) => name)} value={by} change={set('by')} />
      {kind === 'top' && <NumberField label="Rows" value={top} most={MOST_ROWS} change={set('top')} />}
    </>
  );
}

/** Which days, and in which steps. */
function TimeFields({
  choices: { kind, every, days, withToday, zone },
  choose,
  now,
}: PartProps & { readonly now: () => number }) {
  const range = lastDays(days, withToday, now());
  const set = setter(choose);
  const steps = STEPS_OF_TIME.filter((step) => kind === 'trend' || step !== 'hour');
  return (
    <>
      {(kind === 'trend' || kind === 'retention') && (
        <Select label="Every" value={every} options={steps} change={set('every')} />
      )}
      <div class="row" role="group" aria-label="Period">
        <PeriodButtons days={days} change={set('days')} />
      </div>
      <NumberField label="Days" value={days} most={MOST_DAYS} change={set('days')} />
      <Checkbox label="with today" isOn={withToday} change={set('withToday')} />
      {kind !== 'retention' && <span class="muted dates">{daysText(range)}</span>}
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

interface PartProps extends Pick<BuilderProps, 'columns' | 'choose' | 'asker'> {
  readonly choices: Choices;
}

/** The filters. Clicking on a value adds one. */
function Conditions({ choices: { kind, conditions }, choose }: PartProps) {
  if (conditions.length > 0) return <Filters conditions={conditions} change={setter(choose)('conditions')} />;
  return (
    <p class="muted">
      {kind === 'release'
        ? 'Choose the bad event. Click other values to filter.'
        : "Click on a column's values to filter."}
    </p>
  );
}

/** The most frequent event types. */
function useTypes(asker: Asker): readonly string[] {
  const { value: types = [] } = useAsked((signal) => askValues('type', asker, signal), [asker]);
  return types.flatMap(({ value }) => value ?? []);
}

/** The event by which a release is judged: a filter on the event type. */
function BadEvent({ choices: { conditions }, choose, asker }: PartProps) {
  const types = useTypes(asker);
  const value = conditions.find(({ column, isNot }) => column === 'type' && !isNot)?.value ?? '';
  return (
    <Select
      label="Bad event"
      value={value}
      options={['', ...types]}
      empty="such as crashed…"
      change={(type) => {
        const others = conditions.filter(({ column }) => column !== 'type');
        choose({
          conditions: type === '' ? others : [...others, { column: 'type', value: type, isNot: false }],
        });
      }}
    />
  );
}

/** The steps of a funnel: event types, in their order. */
function Steps({ choices: { steps }, choose, asker }: PartProps) {
  const types = useTypes(asker).filter((type) => !steps.includes(type));
  return (
    <div class="steps">
      {steps.length < 2 && (
        <p class="muted">Add the event that a funnel begins with, then those that follow.</p>
      )}
      <Chips
        as="ol"
        label="Steps"
        chips={steps.map((step) => [display(step), `the step ${display(step)}`] as const)}
        remove={(index) => {
          choose({ steps: steps.toSpliced(index, 1) });
        }}
      />
      <Select
        label="Add a step"
        value=""
        options={['', ...types]}
        empty="an event type…"
        change={(type) => {
          if (type !== '') choose({ steps: [...steps, type] });
        }}
      />
    </div>
  );
}
