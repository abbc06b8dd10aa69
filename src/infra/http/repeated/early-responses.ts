// Answers requests of a connection before Node parses them: its parser and its request and response objects cost more than sending a page.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOneRequest, type PlainRequest, plainGetOf } from './whole-request.ts';

/** A request is a chunk of a connection if it is not longer. */
const MAX_REQUEST_BYTES = 8 * 1024;

/** `isKept`: Node has answered its first request, so its timeouts are those of a connection that is kept alive. */
type Connection = { isKept: boolean; isAtNode: boolean; isInStep: boolean };

/**
 * A connection is in step while each chunk was one whole request and came after the answer to the one before, so that its next byte begins a request. From the
 * first chunk on that is anything else, Node reads the rest of the connection: the bytes of a body must never be taken for a request.
 */
export function answerEarly(server: Server, answerOf: (request: PlainRequest) => EarlyAnswer | undefined): { unsent(): Promise<void> } {
  const connections = new WeakMap<Socket, Connection>();
  const unsent = new Map<Socket, Promise<void>>();

  function isAnswered(socket: Socket, connection: Connection, chunk: Buffer): boolean {
    const text = connection.isAtNode || chunk.length > MAX_REQUEST_BYTES ? '' : chunk.toString('latin1');
    const request = text === '' ? undefined : plainGetOf(text);
    const isReady = connection.isKept && socket.writable && socket.writableLength === 0;
    const answer = request && isReady ? answerOf(request) : undefined;
    if (answer) {
      socket.write(answer.bytes);
      if (socket.writableLength === 0) return true;
      answer.replaceBytes();
      unsent.set(socket, untilSent(socket));
      return true;
    }
    connection.isInStep = request !== undefined || isOneRequest(text);
    connection.isAtNode = true;
    return false;
  }

  async function untilSent(socket: Socket): Promise<void> {
    await new Promise<void>((done) => {
      for (const over of ['drain', 'close']) socket.once(over, done);
    });
    unsent.delete(socket);
  }

  server.on('connection', (socket: Socket) => {
    const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (!parse) throw new Error('the connection has no listener for data');
    const connection: Connection = { isKept: false, isAtNode: false, isInStep: true };
    connections.set(socket, connection);
    socket.removeListener('data', parse);
    const read = (chunk: Buffer): void => {
      if (isAnswered(socket, connection, chunk)) return;
      if (!connection.isInStep) {
        // Node removes its own listener when a connection becomes a tunnel or a web socket.
        socket.removeListener('data', read);
        socket.on('data', parse);
      }
      parse.call(socket, chunk);
    };
    socket.on('data', read);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection?.isInStep)
      response.once('close', () => {
        connection.isKept = true;
        connection.isAtNode = false;
      });
  });
  return {
    async unsent() {
      await Promise.all(unsent.values());
    },
  };
}

const ID_CHARS = 24;
const DATE = '\r\nDate: ';
const DATE_CHARS = 'Thu, 01 Jan 1970 00:00:00 GMT'.length;

/** One buffer, in which the id and the date are replaced for each answer, because to copy the page would cost as much as to send it. */
export class EarlyAnswer {
  bytes: Buffer;
  readonly #idAt: number;
  #second = 0;

  constructor(headers: readonly string[], body: Buffer, keepAliveSeconds: number) {
    const lines = ['HTTP/1.1 200 OK'];
    for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
    const head = Buffer.from(`${lines.join('\r\n')}\r\nx-request-id: `, 'latin1');
    const rest = `${' '.repeat(ID_CHARS)}${DATE}${' '.repeat(DATE_CHARS)}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
    this.#idAt = head.length;
    this.bytes = Buffer.concat([head, Buffer.from(rest, 'latin1'), body]);
  }

  with(id: string): this {
    this.bytes.write(id.padEnd(ID_CHARS), this.#idAt, ID_CHARS, 'latin1');
    const second = Math.floor(Date.now() / 1_000);
    if (second === this.#second) return this;
    this.#second = second;
    this.bytes.write(new Date(second * 1_000).toUTCString(), this.#idAt + ID_CHARS + DATE.length, DATE_CHARS, 'latin1');
    return this;
  }

  /** While the bytes are still being sent, they must not change. */
  replaceBytes(): void {
    this.bytes = Buffer.from(this.bytes);
  }
}
