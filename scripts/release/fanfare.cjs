#!/usr/bin/env node
// `fanfare start`: a command of the program, for the shop in this folder. npm scripts find the Node that npm installed beside it.
const { spawn } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const server = join(__dirname, 'dist/server');
const [name = '', ...rest] = process.argv.slice(2);
const file = join(server, `${name === 'start' ? 'main' : name}.js`);

if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(server).flatMap((each) => (each.endsWith('.js') ? [each === 'main.js' ? 'start' : each.slice(0, -3)] : []));
  console.error(`fanfare COMMAND, one of ${names.sort().join(', ')}.`);
  process.exit(1);
}

const isNamed = process.env.SHOP_DIR || rest.some((each) => each.startsWith('--shop'));
const args = ['--max-semi-space-size=8', file, ...rest, ...(isNamed ? [] : ['--shop', '.'])];
// Where the system has it, in the same process: nobody has to forward signals.
if (process.execve) process.execve(process.execPath, [process.execPath, ...args], process.env);
const child = spawn(process.execPath, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
