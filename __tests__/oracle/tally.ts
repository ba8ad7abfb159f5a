import { keysOf } from '../support/service/query-fields.ts';
import type { Json } from '../../src/tql/json.ts';

/** Counts what the cases contained, to notice if the generator no longer reaches something. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** How many cases were compared. */
  cases = 0;
  /** False while a failed case is shrunk. */
  isCounting = true;

  /** Counts a case: the keys of its query, the properties of its answer, and what was observed on the way. */
  add(query: object, answer: unknown, facts: ReadonlySet<string>): void {
    if (!this.isCounting) return;
    this.cases++;
    const type = String(Reflect.get(query, 'queryType'));
    const seen = [...answerFacts(answer), ...facts];
    const keys = keysOf({ json: JSON.parse(JSON.stringify(query)) as Json });
    for (const name of ['all', type, ...keys]) {
      this.#count(name);
      for (const fact of seen) this.#count(`${name} · ${fact}`);
    }
  }

  /** The number of cases with a query type or a key (`selector dimension`), alone or together with a fact. */
  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  /** One line for each query type and key: its number of cases, and the share of them with each fact. */
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
