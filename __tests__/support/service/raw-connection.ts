import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a connection and sends bytes unchanged. */
export async function holding(url: string, bytes: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  return socket;
}

/** Sends bytes unchanged and returns the answer once the other side has ended. */
export async function raw(url: string, bytes: string): Promise<Response> {
  const socket = await holding(url, bytes);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const [name = '', value = ''] = field.split(': ');
    return [name, value];
  });
  return new Response(body, { status: Number(line.split(' ')[1]), headers });
}
