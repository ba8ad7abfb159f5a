import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** Something that a server does in place of an answer, once it has the whole request. */
export interface SocketFault {
  readonly name: string;
  readonly act: (socket: Socket) => void;
}

/** An answer as the bytes that a server sends. */
export function bytes(status: number, headers: Readonly<Record<string, string>>, body: string | Buffer = ''): Buffer {
  const length = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries({ 'content-type': 'application/json', ...length, ...headers });
  const head = `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body as string)]);
}

/** Sends an answer and ends the connection. */
export function answers(
  status: number,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
): SocketFault['act'] {
  return (socket) => void socket.end(bytes(status, headers, body));
}

/** A connection that is no good; `good` is a whole answer's body. */
export function connectionFaults(good: string): readonly SocketFault[] {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${good.length}\r\n\r\n`;
  const within = head + good.slice(0, good.length / 2);
  return [
    { name: 'reset before the answer', act: (socket) => void socket.resetAndDestroy() },
    { name: 'closed before the answer', act: (socket) => void socket.end() },
    {
      name: 'reset within the headers',
      act: (socket) => void socket.write(head.slice(0, 30), () => socket.resetAndDestroy()),
    },
    { name: 'closed within the headers', act: (socket) => void socket.end(head.slice(0, 30)) },
    { name: 'reset within the body', act: (socket) => void socket.write(within, () => socket.resetAndDestroy()) },
    { name: 'closed within the body', act: (socket) => void socket.end(within) },
    {
      name: 'closed within a chunk',
      act: (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n[{'),
    },
  ];
}

/** A server that takes its time; what it sends never ends. */
export function hangingFaults(good: string): readonly SocketFault[] {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`;
  return [
    { name: 'hanging before the headers', act: () => undefined },
    { name: 'hanging within the headers', act: (socket) => void socket.write(head.slice(0, 30)) },
    { name: 'hanging within the body', act: (socket) => void socket.write(head + good.slice(0, good.length / 2)) },
    { name: 'dripping headers', act: dripping('HTTP/1.1 200 OK\r\nx-long: ', 'x') },
    { name: 'dripping a body', act: dripping(head, ' ') },
  ];
}

function dripping(start: string, drop: string): SocketFault['act'] {
  return (socket) => {
    const timer = setInterval(() => socket.write(drop), 10);
    socket.write(start);
    socket.on('close', () => {
      clearInterval(timer);
    });
  };
}

/** Bytes that are not HTTP, or more of it than anybody sends. */
export const NO_HTTP: readonly SocketFault[] = [
  { name: 'what is not HTTP', act: (socket) => void socket.end('220 mail.example.com ESMTP\r\n') },
  {
    name: '1 MB of headers',
    act: (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(1000)}\r\n`),
  },
];

const BOMB = Buffer.alloc(72 * 1024 * 1024, ' ');

/** More than anybody reads in some kilobytes, by each encoding that a client of HTTP may know. */
export function bombs(): readonly SocketFault[] {
  const packed = {
    gzip: gzipSync(BOMB),
    deflate: deflateSync(BOMB),
    br: brotliCompressSync(BOMB, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    zstd: zstdCompressSync(BOMB),
  };
  return Object.entries(packed).map(([encoding, body]) => ({
    name: `a bomb of ${encoding}`,
    act: answers(200, { 'content-encoding': encoding }, body),
  }));
}
