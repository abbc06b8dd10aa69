// The name server that Docker has at 127.0.0.11, for the resolver in ops/haproxy/haproxy.cfg. Started beside
// HAProxy.
import { createSocket } from 'node:dgram';
import { addresses } from './network.ts';

const known = new Map<string, string>(Object.entries(addresses));
const TYPE_A = 1;
const HEADER_BYTES = 12;

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // Type and class follow.
  return { name: labels.join('.'), end: at + 5 };
}

function answerTo(question: Buffer): Buffer {
  const { name, end } = nameIn(question);
  const address = question.readUInt16BE(end - 4) === TYPE_A ? known.get(name) : undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(known.has(name) ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(address ? 1 : 0, 6);
  // A pointer to the name in the question, then type, class, seconds and length.
  const record = address
    ? Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 5, 0, 4, ...address.split('.').map(Number)])
    : Buffer.alloc(0);
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), record]);
}

const socket = createSocket('udp4');
socket.on('message', (question, { address, port }) => socket.send(answerTo(question), port, address));
socket.bind(53, '127.0.0.11');
