import { Refusal } from './refusal.ts';
import { compare, toNumber, toText, toWhole, type Kind, type Value } from './values.ts';

/** A value and what it would be if it were there. */
export interface Typed {
  readonly kind: Kind;
  readonly value: Value;
}

/** True, false, or not known. */
export type Truth = boolean | null;

/** A number is true if it is positive, a text if it reads `true`. */
export function isTrue({ value }: Typed): Truth {
  if (value === null) return null;
  return typeof value === 'string' ? value.toLowerCase() === 'true' : value > 0;
}

/** Two texts as text, anything else as numbers. */
export function compared(operator: string, a: Typed, b: Typed): Truth {
  const isText = a.kind === 'text' && b.kind === 'text';
  const [left, right] = isText ? [a.value, b.value] : [toNumber(a.value), toNumber(b.value)];
  if (left === null || right === null) return null;
  const order = compare(left, right);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '==':
      return order === 0;
    default:
      return order !== 0;
  }
}

/** A value as another kind. */
export function converted({ kind, value }: Typed, to: string): Typed {
  switch (to.toUpperCase()) {
    case 'LONG':
      return { kind: 'long', value: toWhole(value) };
    case 'DOUBLE':
    case 'FLOAT':
      return { kind: 'double', value: toNumber(value) };
    case 'STRING':
      return { kind: 'text', value: toText(value, kind) };
    default:
      throw new Refusal(`cast to ${to}`);
  }
}
