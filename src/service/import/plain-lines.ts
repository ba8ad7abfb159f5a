import { isJsonObject } from '../../tql/json.ts';
import { CORE_NAMES } from '../store/payload-columns.ts';
import { linePattern } from './line-pattern.ts';
import { type LineShape, mergeShapes, shapeOf } from './line-shape.ts';

interface Known {
  readonly shape: LineShape;
  readonly pattern: RegExp;
}

const LIMIT_SHAPES = 8;
/** Each is a pattern to compile. */
const LIMIT_LESSONS = 1000;

/** Tells the lines that the engine reads as the parser of events does from those that only the parser can judge; learns their keys by and by. */
export class PlainLines {
  private known: readonly Known[] = [];
  private last = 0;
  private lessons = 0;

  /** Behind the newline of the line that begins there, if it is a plain one of a known shape; else -1. `text` has a character for each byte. */
  endOf(text: string, at: number): number {
    const end = endWith(this.known[this.last], text, at);
    if (end !== -1) return end;
    for (let index = 0; index < this.known.length; index++) {
      const other = index === this.last ? -1 : endWith(this.known[index], text, at);
      if (other === -1) continue;
      this.last = index;
      return other;
    }
    return -1;
  }

  /** Learns the shape of the line that begins there, an event: what `endOf` says of it from now on. */
  learn(text: string, at: number, event: unknown): number {
    if (!isJsonObject(event) || this.lessons === LIMIT_LESSONS) return -1;
    this.lessons += 1;
    const seen = shapeOf(event);
    for (const [index, { shape }] of this.known.entries()) {
      const learned = this.adopt(mergeShapes(shape, seen), index, text, at);
      if (learned !== -1) return learned;
    }
    return this.known.length < LIMIT_SHAPES ? this.adopt(seen, this.known.length, text, at) : -1;
  }

  /** The payload keys that the lines have values of. */
  keys(): readonly string[] {
    const members = this.known.flatMap(({ shape }) => shape.payload);
    const valued = members.filter(({ kinds }) => [...kinds].some((kind) => kind !== 'null'));
    return [...new Set(valued.map(({ key }) => key))].filter((key) => !CORE_NAMES.has(key));
  }

  /** A shape is known once a line has it: keys that only refused lines have are no keys. */
  private adopt(shape: LineShape | null, index: number, text: string, at: number): number {
    const pattern = shape === null ? null : linePattern(shape);
    if (shape === null || pattern === null) return -1;
    const adopted = { shape, pattern };
    const end = endWith(adopted, text, at);
    if (end !== -1) this.known = this.known.toSpliced(index, 1, adopted);
    return end;
  }
}

function endWith(known: Known | undefined, text: string, at: number): number {
  if (known === undefined) return -1;
  known.pattern.lastIndex = at;
  return known.pattern.test(text) ? known.pattern.lastIndex : -1;
}
