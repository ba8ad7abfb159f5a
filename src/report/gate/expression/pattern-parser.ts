/** A pattern is not valid; the message says why. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * A state of matching (Thompson's construction): what the next character has to be, or what has to hold at a
 * place, before it goes on to other states. None of them: a match.
 */
export interface State {
  readonly test?: RegExp;
  readonly holds?: (text: readonly string[], at: number) => boolean;
  to: readonly State[];
}

/** A part of a pattern: the state in which it begins, by the one that follows it. */
type Part = (next: State) => State;

const MAX_STATES = 2000;
const MAX_REPEATS = 1000;

interface Repeat {
  readonly min: number;
  readonly max: number;
}

const REPEATS: ReadonlyMap<string, Repeat> = new Map([
  ['*', { min: 0, max: Infinity }],
  ['+', { min: 1, max: Infinity }],
  ['?', { min: 0, max: 1 }],
]);

const ESCAPED_SETS: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[0-9A-Za-z_]',
  W: '[^0-9A-Za-z_]',
  s: '[\\t\\n\\f\\r ]',
  S: '[^\\t\\n\\f\\r ]',
};

/** Reads a pattern. Throws a `PatternError`. */
export class PatternParser {
  readonly #characters: readonly string[];
  #at = 0;
  #flags = 'u';
  #states = 0;

  constructor(written: string) {
    this.#characters = Array.from(written);
    if (written.startsWith('(?i)')) {
      this.#flags = 'iu';
      this.#at = 4;
    }
  }

  /** The state in which a match begins. */
  parse(): State {
    const part = this.#choice();
    if (this.#next !== undefined) throw new PatternError(`")" at character ${this.#at + 1} closes nothing`);
    return part({ to: [] });
  }

  /** Throws a `PatternError` if there are too many. */
  #state(state: State): State {
    this.#states += 1;
    if (this.#states > MAX_STATES)
      throw new PatternError('its counted repeats multiply to too long a pattern');
    return state;
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(): string {
    const character = this.#next;
    if (character === undefined) throw new PatternError('it ends too early');
    this.#at += 1;
    return character;
  }

  #choice(): Part {
    const nodes = [this.#sequence()];
    while (this.#next === '|') {
      this.#take();
      nodes.push(this.#sequence());
    }
    return (next) => this.#state({ to: nodes.map((part) => part(next)) });
  }

  #sequence(): Part {
    const nodes: Part[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') nodes.push(this.#repeated());
    return (next) => nodes.reduceRight((after, part) => part(after), next);
  }

  #repeated(): Part {
    const isPlace = this.#isPlace;
    const node = this.#atom();
    const bounds = this.#bounds();
    if (bounds === null) return node;
    if (isPlace) throw new PatternError('^, $ and \\b cannot be repeated');
    // A lazy repeat matches the same texts.
    if (this.#next === '?') this.#take();
    if (this.#next === '+' || this.#next === '*' || this.#next === '?' || this.#next === '{')
      throw new PatternError(
        `a repeat of a repeat, such as a*+, is not supported (character ${this.#at + 1})`,
      );
    return (next) => this.#repeat(node, bounds.min, bounds.max, next);
  }

  #repeat(once: Part, min: number, max: number, next: State): State {
    let state = next;
    if (max === Infinity) {
      state = this.#state({ to: [] });
      state.to = [once(state), next];
    }
    for (let times = min; times < max && max < Infinity; times += 1)
      state = this.#state({ to: [once(state), next] });
    for (let times = 0; times < min; times += 1) state = once(state);
    return state;
  }

  #bounds(): Repeat | null {
    if (this.#next === '{') return this.#counted();
    const bounds = REPEATS.get(this.#next ?? '');
    if (bounds === undefined) return null;
    this.#take();
    return bounds;
  }

  #counted(): Repeat {
    const found = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(
      this.#characters.slice(this.#at, this.#at + 12).join(''),
    );
    if (found === null)
      throw new PatternError(
        `"{" at character ${this.#at + 1} needs a \\ before it, or a count: {2}, {2,}, {2,5}`,
      );
    const [all, low = '0', comma, high] = found;
    this.#at += all.length;
    const min = Number(low);
    const max = comma === undefined ? min : high === undefined ? Infinity : Number(high);
    if (max < min || min > MAX_REPEATS || (Number.isFinite(max) && max > MAX_REPEATS))
      throw new PatternError(`${all} does not count up, or beyond ${MAX_REPEATS}`);
    return { min, max };
  }

  /** Whether the next part is a place in a text. */
  get #isPlace(): boolean {
    return /^(?:[$^]|\\b)/i.test(this.#characters.slice(this.#at, this.#at + 2).join(''));
  }

  #atom(): Part {
    const start = this.#at + 1;
    const character = this.#take();
    switch (character) {
      case '(':
        return this.#group(start);
      case '[':
        return this.#class(start);
      case '.':
        return this.#character('[^\\n]');
      case '^':
      case '$':
        return this.#place(character === '^' ? (_, at) => at === 0 : (text, at) => at === text.length);
      case '\\':
        return this.#escape(start);
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternError(`"${character}" at character ${start} repeats nothing`);
      case ']':
      case '}':
        throw new PatternError(`"${character}" at character ${start} needs a \\ before it`);
      default:
        return this.#character(/[/^-]/.test(character) ? `\\${character}` : character);
    }
  }

  #character(source: string): Part {
    const test = new RegExp(`^${source.replace(/^\\-$/, '-')}$`, this.#flags);
    return (next) => this.#state({ test, to: [next] });
  }

  #place(holds: NonNullable<State['holds']>): Part {
    return (next) => this.#state({ holds, to: [next] });
  }

  #group(place: number): Part {
    if (this.#next === '?') {
      if (this.#characters[this.#at + 1] !== ':')
        throw new PatternError(
          `"(${this.#characters.slice(this.#at, this.#at + 2).join('')}" at character ${place} is not supported: there are (…), (?:…), and (?i) in front`,
        );
      this.#at += 2;
    }
    const node = this.#choice();
    if (this.#next !== ')') throw new PatternError(`"(" at character ${place} is not closed`);
    this.#take();
    return node;
  }

  #escape(place: number): Part {
    const character = this.#take();
    if (character === 'b' || character === 'B')
      return this.#place((text, at) => (isWord(text[at - 1]) !== isWord(text[at])) === (character === 'b'));
    return this.#character(ESCAPED_SETS[character] ?? escapedCharacter(character, place));
  }

  #class(place: number): Part {
    let source = '[';
    if (this.#next === '^') source += this.#take();
    if (this.#next === ']')
      throw new PatternError(`the class at character ${place} is empty: write \\] for a bracket`);
    while (this.#next !== ']') {
      const at = this.#at + 1;
      const character = this.#take();
      if (character === '[')
        throw new PatternError(`"[" at character ${at} needs a \\ before it: a class cannot hold a class`);
      if (character === '&' && this.#next === '&')
        throw new PatternError('&& in a class is read differently by different programs');
      if (character !== '\\') source += character;
      else {
        const escaped = this.#take();
        source += ESCAPED_SETS[escaped]?.slice(1, -1).replace(/^\^.*/, '') ?? escapedCharacter(escaped, at);
        if (/[DWS]/.test(escaped))
          throw new PatternError(`\\${escaped} cannot stand in a class (character ${at})`);
      }
    }
    this.#take();
    try {
      return this.#character(`${source}]`);
    } catch {
      throw new PatternError(`the class at character ${place} is not valid`);
    }
  }
}

function escapedCharacter(character: string, place: number): string {
  if (/[tnrf]/.test(character)) return `\\${character}`;
  if (/[\^$\\.*+?()[\]{}|/]/.test(character)) return `\\${character}`;
  if (character === '-') return '\\-';
  if (/[!-/:-@[-`{-~]/.test(character)) return character;
  throw new PatternError(
    `\\${character} at character ${place} is not supported: there are \\d \\w \\s \\b, and \\ before punctuation`,
  );
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^[0-9A-Za-z_]$/.test(character);
}
