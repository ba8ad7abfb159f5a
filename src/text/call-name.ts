/**
 * A function that sends events, `Analytics.track`, and which of its arguments has the event's name, from 1.
 */
export interface CallName {
  readonly path: readonly string[];
  readonly argument: number;
}

/**
 * Reads `track`, `Analytics.track` or, for the second argument, `Analytics.track:2`. Null if it is not of
 * that form.
 */
export function parseCallName(text: string): CallName | null {
  const shape = /^([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)(?::([1-9]))?$/u;
  const [, path, argument = '1'] = shape.exec(text) ?? [];
  return path === undefined ? null : { path: path.split('.'), argument: Number(argument) };
}
