// The SQL that the driver sends.
import pg from 'pg';

/** Runs `work` and returns the statements that this process sent meanwhile, each on one line. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(this: pg.Client, ...all: [string | { readonly text?: string }]) {
    const text = typeof all[0] === 'string' ? all[0] : all[0].text;
    statements.push((text ?? '').replaceAll(/\s+/g, ' ').trim());
    return Reflect.apply(query, this, all);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
