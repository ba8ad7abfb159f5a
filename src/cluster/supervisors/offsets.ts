// Reads the offsets of a Kafka topic that Druid reports: `{"0": 1200, "1": 1187}`.
import { objectOf } from '../answer-parts.ts';

/** Partition → how many of its messages there are, or were read. */
export type Offsets = ReadonlyMap<string, number>;

export function offsetsOf(value: unknown): Offsets {
  return new Map(Object.entries(objectOf(value)).map(([partition, offset]) => [partition, Number(offset)]));
}
