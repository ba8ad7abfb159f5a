import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';

/** What a value is. An object or a list is `nested`. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'null' | 'nested';

/** A key that a line may have, and the kinds of value that were seen there. */
export interface Member {
  readonly key: string;
  readonly kinds: ReadonlySet<ValueKind>;
}

/** The keys that lines have, in the order in which they have them; those of `payload` by themselves. */
export interface LineShape {
  readonly members: readonly Member[];
  readonly payload: readonly Member[];
}

/** The shape of one line. */
export function shapeOf(event: JsonObject): LineShape {
  const payload = event['payload'];
  return { members: membersOf(event), payload: isJsonObject(payload) ? membersOf(payload) : [] };
}

/** A shape that both kinds of line have; null where they have the same keys in different orders. */
export function mergeShapes(known: LineShape, seen: LineShape): LineShape | null {
  const members = mergeMembers(known.members, seen.members);
  const payload = mergeMembers(known.payload, seen.payload);
  return members === null || payload === null ? null : { members, payload };
}

function membersOf(object: JsonObject): readonly Member[] {
  return Object.entries(object).map(([key, value]) => ({ key, kinds: new Set([kindOf(value)]) }));
}

function kindOf(value: Json): ValueKind {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'nested';
}

function mergeMembers(known: readonly Member[], seen: readonly Member[]): readonly Member[] | null {
  const places = new Map(known.map(({ key }, place) => [key, place]));
  const merged: Member[] = [];
  let at = 0;
  for (const { key, kinds } of seen) {
    const place = places.get(key);
    if (place === undefined) merged.push({ key, kinds });
    else {
      if (place < at) return null;
      merged.push(...known.slice(at, place), { key, kinds: new Set([...(known[place]?.kinds ?? []), ...kinds]) });
      at = place + 1;
    }
  }
  return [...merged, ...known.slice(at)];
}
