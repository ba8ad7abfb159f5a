import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { isErrorWord, isPublicWord } from './vocabulary.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** A request and its answer. Bodies are JSON; null without one. A text that is not JSON is a string. */
export interface Exchange {
  readonly method: string;
  /** Below the service's base address. */
  readonly path: string;
  readonly body: Json;
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Json;
}

/**
 * Replaces everything that reveals something about an account: texts, ids, dates and numbers, and keys that a
 * customer chose. What stays are words of the query language and of the interface, statuses, true, false,
 * null and 0. Equal texts get equal placeholders, numbers and moments keep their order, ids keep their case.
 */
export function anonymize(exchanges: readonly Exchange[]): readonly Exchange[] {
  const disguise = new Disguise(exchanges);
  return exchanges.map((exchange) => ({
    method: exchange.method,
    path: exchange.path
      .split('/')
      .map((part) => disguise.pathPart(part))
      .join('/'),
    body: disguise.json(exchange.body, ROWS),
    status: exchange.status,
    headers: Object.fromEntries(
      Object.entries(exchange.headers)
        .filter(([name]) => KEPT_HEADERS.test(name))
        .map(([name, value]) => [name, disguise.header(value)]),
    ),
    answer: disguise.json(exchange.answer, {
      isVendors: isOfTheVendor(exchange),
      isError: exchange.status >= 400,
    }),
  }));
}

const KEPT_HEADERS = /^(?:content-type|retry-after|www-authenticate|(?:x-)?rate-?limit(?:-[a-z]+)*)$/;
const PATH_WORDS = /^(?:api|v\d|organizations|apps|groups|insights|query|tql|)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOMENT = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g;
const DATES_ALONE = new RegExp(`^(?:${MOMENT.source})(?:/(?:${MOMENT.source}))?$`);
const ZONE = /^[A-Z][A-Za-z_]+\/[A-Z][\w/+-]+$/;
const NAMESPACE = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/i;
const PERIOD = /^P(?:T?\d{1,2}[DWMYH])$/;

/**
 * The objects whose keys the vendor names: lists, errors, a resolved query; never rows. New keys in them are
 * what is looked for.
 */
function isOfTheVendor({ method, path, status }: Exchange): boolean {
  return method === 'GET' || status >= 400 || path.includes('/insights/');
}

/** What is known of a place in an answer. */
interface Place {
  /** Whether the vendor chose the keys. */
  readonly isVendors: boolean;
  /** Whether texts are sentences of the service. */
  readonly isError: boolean;
}

const ROWS: Place = { isVendors: false, isError: false };

/** The keys of an error under which a sentence stands. */
const SENTENCES: readonly string[] = ['reason', 'detail', 'error', 'errorMessage', 'message'];

/** The keys below which the vendor names keys, too. */
const OF_THE_VENDOR: readonly string[] = ['apps', 'insightGroups', 'insights', 'settings', 'organization'];

class Disguise {
  readonly #texts = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #numbers: readonly number[];
  readonly #moments: readonly number[];

  constructor(exchanges: readonly Exchange[]) {
    const numbers = new Set<number>();
    const moments = new Set<number>();
    for (const { body, answer } of exchanges) collect([body, answer], numbers, moments);
    this.#numbers = [...numbers].sort((a, b) => a - b);
    this.#moments = [...moments].sort((a, b) => a - b);
  }

  json(value: Json, place: Place, key = ''): Json {
    if (typeof value === 'string')
      return place.isError && SENTENCES.includes(key) ? this.sentence(value) : this.text(value);
    if (typeof value === 'number') return this.number(value);
    if (Array.isArray(value))
      return value.slice(0, MOST_ITEMS).map((each: Json) => this.json(each, place, key));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([name, child]) => {
      const isKept = place.isVendors && /^[A-Za-z_]\w{0,60}$/.test(name);
      const isVendors = place.isVendors && OF_THE_VENDOR.includes(name);
      return [isKept ? name : this.text(name), this.json(child, { ...place, isVendors }, name)];
    });
    return Object.fromEntries(entries) as JsonObject;
  }

  text(text: string): string {
    if (text === '' || isPublicWord(text) || PERIOD.test(text)) return text;
    if (UUID.test(text)) return this.#id(text);
    if (DATES_ALONE.test(text)) return text.replaceAll(MOMENT, (moment) => this.#moment(moment));
    const count = this.#texts.size + 1;
    return getOrAdd(this.#texts, text, () => {
      if (ZONE.test(text)) return `Etc/GMT-${1 + (count % 12)}`;
      return NAMESPACE.test(text) ? `org.placeholder.name${count}` : `text ${count}`;
    });
  }

  /** Words that any service might say stay; each other one is replaced. */
  sentence(text: string): string {
    return text.replaceAll(
      /[\p{L}\p{N}][\p{L}\p{N}\p{M}._@-]*[\p{L}\p{N}]|[\p{L}\p{N}\p{M}]|[^\s\p{P}\p{L}\p{N}]/gu,
      (word) => (isErrorWord(word) ? word : this.text(word)),
    );
  }

  header(text: string): string {
    const parts = text.split(/([;,=\s]+)/);
    return parts
      .map((part) => (isPublicWord(part) || /^[;,=\s]*$/.test(part) ? part : this.sentence(part)))
      .join('');
  }

  pathPart(part: string): string {
    return PATH_WORDS.test(part) ? part : this.text(decodeURIComponent(part));
  }

  number(number: number): number {
    const rank = this.#numbers.indexOf(Math.abs(number));
    return Math.sign(number) * (rank + (Number.isInteger(number) ? 1 : 1.5)) || 0;
  }

  #id(text: string): string {
    const plain = getOrAdd(this.#ids, text.toLowerCase(), () => String(this.#ids.size + 1).padStart(12, '0'));
    const letter = text === text.toUpperCase() ? 'A' : 'a';
    return `${letter.repeat(8)}-${letter.repeat(4)}-4${letter.repeat(3)}-8${letter.repeat(3)}-${plain}`;
  }

  /** A day for each moment, from 2001 on, written as the moment was. */
  #moment(text: string): string {
    const rank = this.#moments.indexOf(Date.parse(text));
    const day = new Date(Date.UTC(2001, 0, 1 + rank)).toISOString().slice(0, 10);
    const fraction = /\.\d+/.test(text) ? '.000' : '';
    const [time] = /T\d\d:\d\d(?::\d\d)?/.exec(text) ?? [''];
    return `${day}${time.replaceAll(/\d/g, '0')}${fraction}${/(?:Z|[+-]\d\d:?\d\d)$/.exec(text.slice(10))?.[0].replaceAll(/\d/g, '0') ?? ''}`;
  }
}

/** As many items of a list show its shape. */
const MOST_ITEMS = 30;

function collect(value: Json | readonly Json[], numbers: Set<number>, moments: Set<number>): void {
  if (typeof value === 'number') numbers.add(Math.abs(value));
  if (typeof value === 'string' && DATES_ALONE.test(value))
    for (const [moment] of value.matchAll(MOMENT)) moments.add(Date.parse(moment));
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (DATES_ALONE.test(key)) collect(key, numbers, moments);
    collect(child, numbers, moments);
  }
}
