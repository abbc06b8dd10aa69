// An SMTP server that keeps the letters it receives.
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** `login`: the only user name and password that it accepts; without it, anyone may send. */
export async function openMailServer(login?: { readonly user: string; readonly password: string }) {
  const letters: string[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password ? done(null, { user: username }) : done(new Error('Wrong password')),
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        letters.push(Buffer.concat(chunks).toString('utf8'));
        for (const look of waiting) look();
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as { port: number };
  return {
    port,
    async received(count: number) {
      await new Promise<void>((done) => {
        const look = () => letters.length >= count && done();
        waiting.push(look);
        look();
      });
      return letters.map((letter) => PostalMime.parse(letter));
    },
    close: () => new Promise<void>((done) => server.close(done)),
  };
}
