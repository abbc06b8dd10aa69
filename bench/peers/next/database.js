// One pool for each process, as Next's documents advise.
import pg from 'pg';

globalThis.peerPool ??= new pg.Pool({ ...JSON.parse(process.env.PEER_DATABASE), max: 8 });
export const pool = globalThis.peerPool;

export const services = async () => (await pool.query('select id, name, about, price from service order by id')).rows;
