// As small as a log-in can be: scrypt with Node's defaults and one row for the session.
import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { pool } from '../../../database.js';

const hash = promisify(scrypt);

export async function POST(request) {
  const { email, password } = await request.json();
  const { rows } = await pool.query('select id, salt, hash from customer where email = $1', [email]);
  const [customer] = rows;
  const tried = await hash(String(password), customer?.salt ?? randomBytes(16), 64);
  if (!customer || !timingSafeEqual(tried, customer.hash)) return Response.json({}, { status: 401 });
  const token = randomUUID();
  await pool.query('insert into session (token, customer_id) values ($1, $2)', [token, customer.id]);
  return Response.json({ token });
}
