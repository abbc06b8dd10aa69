// Read by `npm run migration`.
export default {
  dialect: 'postgresql',
  schema: ['./src/modules/*/tables.ts', './src/modules/*/*/tables.ts', './src/sandbox/tables.ts'],
  out: './migrations',
};
