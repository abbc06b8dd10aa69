#!/usr/bin/env node
// `fanfare start`: a command of the program, for the shop in this folder. npm scripts find the Node that npm
// installed beside it.
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const server = join(__dirname, 'dist/server');
const [name = ''] = process.argv.slice(2);
const file = join(server, `${name === 'start' ? 'main' : name}.js`);

if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(server).flatMap((each) => (each.endsWith('.js') ? [each === 'main.js' ? 'start' : each.slice(0, -3)] : []));
  console.error(`fanfare COMMAND, one of ${names.sort().join(', ')}.`);
  process.exit(1);
}

process.env.SHOP_DIR ??= '.';
process.argv.splice(1, 2, file);
void import(pathToFileURL(file).href);
