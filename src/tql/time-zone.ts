const known = new Map<string, boolean>([['UTC', true]]);

/** Whether this is the name of a time zone, as the IANA lists them (or an offset such as `+05:30`). */
export function isTimeZone(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const answer = isAccepted(name);
  if (answer) known.set(name, answer);
  return answer;
}

function isAccepted(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
