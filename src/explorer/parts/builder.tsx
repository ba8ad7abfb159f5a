import type { ComponentChildren } from 'preact';
import { display } from '../../report/render/format/display.ts';
import { type Choices, MEASURES, type Measure, KINDS, type Kind, STEPS_OF_TIME } from '../query/choices.ts';
import type { Asker } from '../service/asker.ts';
import { askValues, type Column } from '../service/columns.ts';
import { Chips, conditionChips } from './chips.tsx';
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
  /** What stands after the choices. */
  readonly children: ComponentChildren;
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
export function Builder({
  columns,
  choices,
  choose,
  asker,
  isCompared,
  compare,
  now,
  children,
}: BuilderProps) {
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
        {children}
      </div>
    );
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
      <CountedFields columns={columns} choices={choices} choose={choose} />
      <RowFields columns={columns} choices={choices} choose={choose} />
      <TimeFields choices={choices} choose={choose} now={now} />
      {choices.kind !== 'retention' && choices.kind !== 'release' && (
        <Checkbox label="compare with the period before" isOn={isCompared} change={compare} />
      )}
      {choices.kind === 'release' && <BadEvent choices={choices} choose={choose} asker={asker} />}
      {choices.kind === 'funnel' && <Steps choices={choices} choose={choose} asker={asker} />}
      <Conditions choices={choices} choose={choose} />
      {children}
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
function CountedFields({ columns, choices: { kind, counted, valueColumn }, choose }: FieldsProps) {
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
        <ColumnSelect
          label="Of"
          columns={columns.filter((column) => column.kind !== 'time')}
          value={valueColumn}
          change={set('valueColumn')}
        />
      )}
    </>
  );
}

/** The column whose values become rows, and how many of them. */
function RowFields({ columns, choices: { kind, by, split, top }, choose }: FieldsProps) {
  const set = setter(choose);
  if (kind === 'trend')
    return (
      <Select
        label="Split by"
        value={split}
        options={[...new Set(['', split, ...columns.map(({ name }) => name)])]}
        write={(column) => (column === '' ? 'nothing' : display(column))}
        change={set('split')}
      />
    );
  if (kind !== 'top' && kind !== 'versions') return null;
  return (
    <>
      <ColumnSelect label="By" columns={columns} value={by} change={set('by')} />
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
      {kind !== 'retention' && (
        <Select label="Time zone" value={zone} options={zonesWith(zone)} change={set('zone')} />
      )}
    </>
  );
}

/** UTC, a report's default, then the browser's zone, then all others. */
function zonesWith(zone: string): readonly string[] {
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set(['UTC', browserZone, zone, ...Intl.supportedValuesOf('timeZone')])];
}

/** What choosing a kind changes: versions need a column of versions, a retention a longer step and time. */
function kindChoices(kind: Kind, columns: readonly Column[], { by, every }: Choices): Partial<Choices> {
  if (kind === 'versions') {
    const isVersion = (name: string): boolean => /version/i.test(name);
    return { kind, by: isVersion(by) ? by : (columns.find(({ name }) => isVersion(name))?.name ?? by) };
  }
  if (kind === 'retention') return { kind, every: every === 'hour' || every === 'day' ? 'week' : every };
  return { kind };
}

interface ColumnSelectProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly value: string;
  readonly change: (column: string) => void;
}

function ColumnSelect({ label, columns, value, change }: ColumnSelectProps) {
  const names = columns.map(({ name }) => name);
  const all = names.includes(value) ? names : [value, ...names];
  return <Select label={label} value={value} options={all} write={display} change={change} />;
}

interface PartProps {
  readonly choices: Choices;
  readonly choose: (changes: Partial<Choices>) => void;
}

interface FieldsProps extends PartProps {
  readonly columns: readonly Column[];
}

/** The filters. Clicking on a value adds one. */
function Conditions({ choices: { kind, conditions }, choose }: PartProps) {
  if (conditions.length === 0)
    return (
      <p class="muted">
        {kind === 'release'
          ? 'Choose the bad event. Click other values to filter.'
          : "Click on a column's values to filter."}
      </p>
    );
  return (
    <Chips
      as="ul"
      label="Filters"
      chips={conditionChips(conditions)}
      remove={(index) => {
        choose({ conditions: conditions.toSpliced(index, 1) });
      }}
    />
  );
}

/** The most frequent event types. */
function useTypes(asker: Asker): readonly string[] {
  const { value: types = [] } = useAsked((signal) => askValues('type', asker, signal), [asker]);
  return types.flatMap(({ value }) => value ?? []);
}

/** The event by which a release is judged: a filter on the event type. */
function BadEvent({ choices: { conditions }, choose, asker }: PartProps & { readonly asker: Asker }) {
  const types = useTypes(asker);
  const value = conditions.find(({ column, isNot }) => column === 'type' && !isNot)?.value ?? '';
  return (
    <Select
      label="Bad event"
      value={value}
      options={[...new Set(['', value, ...types])]}
      write={(type) => (type === '' ? 'such as crashed…' : display(type))}
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
function Steps({ choices: { steps }, choose, asker }: PartProps & { readonly asker: Asker }) {
  const types = useTypes(asker);
  const left = types.filter((type) => !steps.includes(type));
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
        options={['', ...left]}
        write={(type) => (type === '' ? 'an event type…' : display(type))}
        change={(type) => {
          if (type !== '') choose({ steps: [...steps, type] });
        }}
      />
    </div>
  );
}
