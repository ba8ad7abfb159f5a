import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type Loopback, serveHttp } from './servers.ts';
import type { SocketFault } from './socket-faults.ts';

/** The requests that a fault affects: by method and path, and by a text that the body contains. */
export interface Matching {
  /** `*` for any. */
  readonly method: string;
  readonly path: RegExp;
  readonly body?: RegExp;
}

/** A fault for the first `times` requests that match (all of them by default). */
export interface Meeting extends Pick<SocketFault, 'act' | 'isLate'> {
  readonly at: Matching;
  readonly times?: number;
}

/** A proxy in front of a working server that can cause faults. */
interface Front extends Loopback {
  /** Sets the fault. */
  meet(meeting: Meeting): void;
  /** How many requests the present fault has affected. */
  metCount(): number;
}

/** Starts a server that forwards every request to `target()` unless the fault affects it. */
export async function startFront(target: () => string, first?: Meeting): Promise<Front> {
  let meeting = first;
  let count = 0;
  const server = await serveHttp((request, response) => {
    void read(request).then((text) => {
      const isMet =
        meeting !== undefined && count < (meeting.times ?? Infinity) && matches(meeting.at, request, text);
      const act = isMet ? meeting!.act : null;
      if (act !== null) {
        count += 1;
        if (meeting!.isLate !== true) {
          act(request.socket, request.url ?? '/');
          return;
        }
      }
      const headers = { ...request.headers, connection: 'close' };
      const onward = httpRequest(
        target() + (request.url ?? ''),
        { method: request.method, headers },
        (answer) => {
          if (act !== null) {
            answer.resume().on('end', () => {
              act(request.socket, request.url ?? '/');
            });
            return;
          }
          response.writeHead(answer.statusCode ?? 500, { ...answer.headers, connection: 'close' });
          answer.pipe(response);
        },
      );
      onward.on('error', () => request.socket.destroy());
      onward.end(text);
    });
  });
  return {
    ...server,
    meet: (next) => {
      meeting = next;
      count = 0;
    },
    metCount: () => count,
  };
}

function matches({ method, path, body }: Matching, request: IncomingMessage, text: string): boolean {
  return ['*', request.method].includes(method) && path.test(request.url ?? '') && body?.test(text) !== false;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
