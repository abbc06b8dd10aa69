import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'postgresql', schema: ['./src/rooms/*/tables.ts', './src/sandbox/tables.ts'], out: './migrations' });
