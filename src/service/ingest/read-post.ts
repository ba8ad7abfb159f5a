import { EventRefusal, parseEvent, type StorableEvent } from '../import/event.ts';
import { HttpProblem } from '../problem.ts';
import { sentEvent } from './sent-event.ts';

/** An event's texts may have this many characters together. */
export const LIMIT_EVENT_LENGTH = 65_536;

/** Reads a post's body: an array of events, or one. Throws `HttpProblem` 400 that names the first event that is wrong; none is taken then. */
export function readPost(body: unknown, nowMs: number): readonly StorableEvent[] {
  const sent: readonly unknown[] = Array.isArray(body) ? body : [body];
  return sent.map((value, index) => {
    try {
      return checkLength(parseEvent(sentEvent(value, nowMs)));
    } catch (error) {
      if (!(error instanceof EventRefusal)) throw error;
      const which =
        sent.length === 1 ? 'The event is refused' : `Event ${index + 1} of ${sent.length} is refused, and with it all`;
      throw new HttpProblem(400, `${which}: ${error.message}.`, { path: Array.isArray(body) ? `[${index}]` : null });
    }
  });
}

function checkLength(event: StorableEvent): StorableEvent {
  let length =
    event.appID.length + event.type.length + (event.clientUser?.length ?? 0) + (event.sessionID?.length ?? 0);
  for (const [key, value] of event.payload) length += key.length + (typeof value === 'string' ? value.length : 8);
  if (length <= LIMIT_EVENT_LENGTH) return event;
  throw new EventRefusal(`it holds more than ${LIMIT_EVENT_LENGTH} characters`);
}
