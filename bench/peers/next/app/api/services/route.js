import { services } from '../../../database.js';

export const dynamic = 'force-dynamic';
export const GET = async () => Response.json({ services: await services() });
