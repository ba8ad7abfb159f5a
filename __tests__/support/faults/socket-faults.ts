import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import tls from 'node:tls';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { isLong } from '../properties.ts';
import { certificate } from '../tls/certificates.ts';
import { closedUrl, listen, serveRaw } from './servers.ts';

/** What a server does instead of answering, once it has received the whole request. */
export interface SocketFault {
  readonly name: string;
  /** `url` is the request's path and query. */
  readonly act: (socket: Socket, url: string) => void;
  /** True if the request takes effect and only its answer is lost. */
  readonly isLate?: boolean;
}

/** An answer as the bytes that a server sends. */
export function bytes(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
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

/** Connections that break off; `good` is the body of a complete answer. */
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
    {
      name: 'reset within the body',
      act: (socket) => void socket.write(within, () => socket.resetAndDestroy()),
    },
    { name: 'closed within the body', act: (socket) => void socket.end(within) },
    {
      name: 'closed within a chunk',
      act: (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n[{'),
    },
  ];
}

/** Requests that take effect although their answers fail. */
export const LATE: readonly SocketFault[] = [
  { name: 'closed after it took effect', act: (socket: Socket) => void socket.end() },
  { name: 'cut off after it took effect', act: answers(201, { 'content-length': '99' }, '{"id":1001') },
  { name: '500 after it took effect', act: answers(500, {}, '{"message":"Server Error"}') },
  { name: '502 after it took effect', act: answers(502, {}, '{"message":"Bad Gateway"}') },
].map((fault) => ({ ...fault, isLate: true }));

/** Servers that are too slow, or never finish their answer. */
export function hangingFaults(good: string): readonly SocketFault[] {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`;
  return [
    { name: 'hanging before the headers', act: () => undefined },
    { name: 'hanging within the headers', act: (socket) => void socket.write(head.slice(0, 30)) },
    {
      name: 'hanging within the body',
      act: (socket) => void socket.write(head + good.slice(0, good.length / 2)),
    },
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

/** An answer that announces 200 MB, and sends them as fast as they are read. */
export function flood(socket: Socket): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let left = 200;
  socket.write(bytes(200, { 'content-length': String(left * chunk.length) }));
  const sendMore = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(chunk)) return void socket.once('drain', sendMore);
    }
  };
  sendMore();
}

/** Bodies that cannot be the answer to any request. */
export const BODIES: readonly SocketFault[] = [
  {
    name: 'HTML',
    act: answers(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>'),
  },
  { name: 'an empty body', act: answers(200, {}) },
  { name: 'JSON that is cut off', act: answers(200, {}, '[{"timestamp":"2026') },
  { name: 'UTF-16', act: answers(200, {}, Buffer.from('\ufeff[]', 'utf16le')) },
];

/**
 * The statuses from 400 to 504. A short run takes those with their own meaning, and every fifth of the
 * others.
 */
export function statuses(): readonly number[] {
  const all = Array.from({ length: 105 }, (_, index) => 400 + index);
  return all.filter((status) => isLong || status <= 431 || status >= 500 || status % 5 === 0);
}

/** JSON answers of the wrong type. */
export function wrongTypes(...types: readonly string[]): readonly SocketFault[] {
  return types.map((json) => ({ name: `the wrong type: \`${json}\``, act: answers(200, {}, json) }));
}

/** An address where no service answers, and the message about it. */
interface Unreachable {
  readonly name: string;
  /** Starts the server; returns its address. */
  readonly start: () => Promise<string>;
  readonly message: RegExp;
  /** True if trying again is useless. */
  readonly isLasting?: boolean;
}

export const UNREACHABLE: readonly Unreachable[] = [
  {
    name: 'a refused connection',
    start: closedUrl,
    message: /the connection was refused \(ECONNREFUSED\)\. Check /,
  },
  {
    name: 'an unknown host',
    start: async () => 'http://nowhere.invalid',
    message: /there is no host of that name|the host name could not be looked up/,
  },
  {
    name: 'hanging before TLS is agreed on',
    start: async () => `https://127.0.0.1:${(await listen(createTcpServer())).port}`,
    message: /timed out after 0\.\d+ s\./,
  },
  {
    name: 'a server without TLS behind https',
    start: async () => {
      const { port } = await serveRaw((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      return `https://127.0.0.1:${port}`;
    },
    message: /the server does not speak TLS \(ERR_SSL_WRONG_VERSION_NUMBER\)\. .*; write http:\/\/ if/,
    isLasting: true,
  },
  ...(
    [
      [
        'a certificate that is self-signed',
        'self-signed',
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'NODE_EXTRA_CA_CERTS',
      ],
      ['a certificate of another host', 'wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host'],
      ['a certificate that has expired', 'expired', 'CERT_HAS_EXPIRED', 'has expired'],
    ] as const
  ).map(([name, file, code, advice]) => ({
    name,
    start: () => serveTls(file),
    message: new RegExp(`no safe connection could be made \\(${code}\\)\\..*${advice}`),
    isLasting: true,
  })),
];

/**
 * Serves TLS with one of the tests' certificates. From then on their authority is trusted, as
 * NODE_EXTRA_CA_CERTS would do.
 */
export async function serveTls(
  name: string,
  answer: (url: string, body: string) => string = () => '',
): Promise<string> {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate('ca')]);
  const server = createTlsServer(
    { key: certificate('leaf'), cert: certificate(name) },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => response.end(answer(request.url ?? '/', Buffer.concat(chunks).toString())));
    },
  );
  return `https://localhost:${(await listen(server)).port}`;
}

/** Answers that are not HTTP, or have far too large headers. */
export const NO_HTTP: readonly SocketFault[] = [
  { name: 'what is not HTTP', act: (socket) => void socket.end('220 mail.example.com ESMTP\r\n') },
  {
    name: '1 MB of headers',
    act: (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(1000)}\r\n`),
  },
];

const ENCODERS: Readonly<Record<string, (bomb: Buffer) => Buffer>> = {
  gzip: (bomb) => gzipSync(bomb, { level: 1 }),
  deflate: (bomb) => deflateSync(bomb, { level: 1 }),
  br: (bomb) => brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (bomb) => zstdCompressSync(bomb),
};

/** Compression bombs: many megabytes in a few kilobytes, in each encoding that HTTP clients support. */
export function bombs(
  megabytes: number,
  encodings: readonly string[] = Object.keys(ENCODERS),
): readonly SocketFault[] {
  const bomb = Buffer.alloc(megabytes * 1024 * 1024, ' ');
  return encodings.map((encoding) => ({
    name: `a bomb of ${encoding}`,
    act: answers(200, { 'content-encoding': encoding }, ENCODERS[encoding]!(bomb)),
  }));
}
