// Begins requests in turns, so that requests in bulk hold up neither the event loop nor other clients.
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** A page that is not cached costs a few milliseconds. */
const MAX_BEGUN = 32;
/** Browsers and proxies wait for each answer; some clients send a few requests ahead. */
const MAX_WAITING = 100;

type RequestPair = Parameters<RequestListener>;
/** `last`: the response to the newest request of a connection. */
type Connection = { last: RequestPair[1]; waiting: number };

/**
 * A turn of the event loop begins a limited number of requests, and a connection has one at a time: the next
 * one begins when the client has taken the answer to the one before. Connections that send too many ahead are
 * closed.
 */
export function handleInTurns(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();
  let nextTurn: RequestPair[] = [];
  let begun = 0;

  function begin(request: RequestPair[0], response: RequestPair[1]): void {
    if (begun >= MAX_BEGUN) {
      nextTurn.push([request, response]);
      return;
    }
    const { socket } = request;
    // The client has gone, so no answer can be sent, and there is no address to count the request for.
    if (socket.destroyed || socket.remoteAddress === undefined) return;
    if (begun++ === 0) setImmediate(startTurn);
    handle(request, response);
  }

  function startTurn(): void {
    begun = 0;
    const waiting = nextTurn;
    nextTurn = [];
    for (const each of waiting) begin(...each);
  }

  return (request, response) => {
    const { socket } = request;
    let connection = connections.get(socket);
    if (!connection) {
      connection = { last: response, waiting: 0 };
      connections.set(socket, connection);
    }
    const { last } = connection;
    connection.last = response;
    // Without a socket, a response waits for the one before it.
    if (response.socket) begin(request, response);
    else if (++connection.waiting > MAX_WAITING) socket.destroy();
    else
      last.once('close', () => {
        connection.waiting--;
        begin(request, response);
      });
  };
}
