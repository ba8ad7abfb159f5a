/** Counts what the cases contained, to notice if the generator no longer reaches something. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** How many cases were compared. */
  cases = 0;
  /** False while a failed case is shrunk. */
  isCounting = true;

  /**
   * Counts a case: the building blocks of its query, the properties of its answer, and what was observed on
   * the way.
   */
  add(query: object, answer: unknown, facts: ReadonlySet<string>): void {
    if (!this.isCounting) return;
    this.cases++;
    const type = String(Reflect.get(query, 'queryType'));
    const seen = [...answerFacts(answer), ...facts];
    const names = ['all', type, ...blocksOf(query)];
    for (const name of new Set(names)) {
      this.#count(name);
      for (const fact of seen) this.#count(`${name} · ${fact}`);
    }
  }

  /** The number of cases with a query type or building block, alone or together with a fact. */
  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Adds what another process counted. */
  merge(other: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(other)) this.#counts.set(name, this.count(name) + count);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  /**
   * One line for each query type and building block: its number of cases, and the share of them with each
   * fact.
   */
  toString(): string {
    const names = [...this.#counts.keys()].filter((name) => !name.includes(' · ')).sort();
    const line = (name: string): string => {
      const shares = FACTS.map(
        (fact) => `${Math.round((100 * this.count(`${name} · ${fact}`)) / this.count(name))}%`,
      );
      return [
        name.padEnd(48),
        String(this.count(name)).padStart(8),
        ...shares.map((share) => share.padStart(8)),
      ].join('');
    };
    const head = ['', 'cases', ...FACTS]
      .map((text, i) => (i === 0 ? text.padEnd(48) : text.padStart(8)))
      .join('');
    return [head, ...names.map(line)].join('\n');
  }

  #count(name: string): void {
    this.#counts.set(name, this.count(name) + 1);
  }
}

export const FACTS = ['rows', 'buckets', 'nulls', 'ties', 'empty', 'refused'] as const;

function answerFacts(answer: unknown): string[] {
  if (answer === 'refused') return ['refused'];
  const text = JSON.stringify(answer);
  const stamps = new Set(text.match(/"timestamp":"[^"]*"/g) ?? []);
  const hasRows =
    Array.isArray(answer) &&
    answer.some((row: unknown) => !/"result":\[\]|"events":\[\]/.test(JSON.stringify(row)));
  return [
    ...(hasRows ? ['rows'] : []),
    ...(stamps.size > 1 ? ['buckets'] : []),
    ...(text.includes(':null') ? ['nulls'] : []),
  ];
}

/** Everything in a query that has a type, by its key, and the functions and operators of expressions. */
function blocksOf(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => blocksOf(item, place));
  if (typeof value !== 'object' || value === null) return [];
  const type: unknown = Reflect.get(value, 'type');
  const own = typeof type === 'string' ? [`${PLACES.get(place) ?? place} ${type}`] : [];
  const details = Object.entries(value).flatMap(([key, item]: [string, unknown]): string[] => {
    if (key === 'expression' && typeof item === 'string') return functionsOf(item);
    if (DETAILS.has(key) && (typeof item === 'string' || typeof item === 'boolean'))
      return [`${key} ${item}`];
    if (PRESENCE.has(key)) return [key, ...blocksOf(item, key)];
    return blocksOf(item, INNER.has(key) && place !== '' ? place : key);
  });
  return [...own, ...details];
}

const DETAILS = new Set([
  'granularity',
  'func',
  'fn',
  'ordering',
  'outputType',
  'matchValueType',
  'descending',
  'order',
  'grandTotal',
  'timezone',
  'baseFilters',
  'period',
  'resultFormat',
  'sortByDimsFirst',
  'resultAsArray',
  'timestampResultField',
]);
const PRESENCE = new Set([
  'relativeIntervals',
  'intervals',
  'testMode',
  'limit',
  'offset',
  'previousStop',
  'origin',
  'having',
  'timeColumn',
  'columns',
  'virtualColumns',
  'orderBy',
  'batchSize',
  'maxStringBytes',
  'extractionFn',
]);
/** Under these keys are blocks of the same sort as the block that has the key. */
const INNER = new Set(['fields', 'field', 'aggregator', 'havingSpecs', 'havingSpec']);
const PLACES = new Map([
  ['aggregations', 'aggregation'],
  ['postAggregations', 'post'],
  ['dimensions', 'dimension'],
]);

function functionsOf(expression: string): string[] {
  const bare = expression.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gs, '');
  const calls = (bare.match(/[a-z_]+(?=\()/g) ?? []).map((name) => `${name}()`);
  const operators = (bare.match(/<=|>=|==|!=|&&|\|\||[-+*/%^<>!]/g) ?? []).map(
    (operator) => `operator ${operator}`,
  );
  return ['expression', ...calls, ...operators];
}
