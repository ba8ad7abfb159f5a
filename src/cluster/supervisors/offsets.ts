import { objectOf } from '../answer-parts.ts';

/** Offsets by partition: how many messages of it there are, or were read. */
export type Offsets = ReadonlyMap<string, number>;

/** Reads offsets as Druid reports them. */
export function offsetsOf(value: unknown): Offsets {
  return new Map(Object.entries(objectOf(value)).map(([partition, offset]) => [partition, Number(offset)]));
}
