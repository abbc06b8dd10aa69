// As small as an order can be: session, price, and one transaction with two rows.
import { pool } from '../../../database.js';

export async function POST(request) {
  const token = request.headers.get('authorization')?.slice('Bearer '.length);
  const { serviceId, quantity, answers } = await request.json();
  const client = await pool.connect();
  try {
    const { rows } = await client.query('select customer_id from session where token = $1', [token]);
    if (!rows[0]) return Response.json({}, { status: 401 });
    const { rows: found } = await client.query('select price from service where id = $1', [serviceId]);
    if (!found[0] || !(quantity > 0)) return Response.json({}, { status: 400 });
    await client.query('begin');
    const { rows: made } = await client.query('insert into purchase (customer_id, price) values ($1, $2) returning id', [
      rows[0].customer_id,
      found[0].price * quantity,
    ]);
    await client.query('insert into purchase_line (purchase_id, service_id, quantity, answers) values ($1, $2, $3, $4)', [
      made[0].id,
      serviceId,
      quantity,
      JSON.stringify(answers),
    ]);
    await client.query('commit');
    return Response.json({ purchaseId: made[0].id });
  } catch (cause) {
    await client.query('rollback');
    throw cause;
  } finally {
    client.release();
  }
}
