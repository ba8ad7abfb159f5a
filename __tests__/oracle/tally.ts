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
    const share = (name: string, fact: string): number =>
      Math.round((100 * this.count(`${name} · ${fact}`)) / this.count(name));
    const lines = names.map((name) =>
      [name.padEnd(48), this.count(name), ...FACTS.map((fact) => `${share(name, fact)}% ${fact}`)].join(' '),
    );
    return lines.join('\n');
  }

  #count(name: string): void {
    this.#counts.set(name, this.count(name) + 1);
  }
}

const FACTS = ['rows', 'buckets', 'nulls', 'ties', 'empty', 'refused'] as const;

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
