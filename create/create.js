#!/usr/bin/env node
// npm create fanfare: asks what it is not told, and makes the folder of a shop.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, questions } from './ask.js';
import { languages, makeShop, toSlug, trades, whyNot } from './make-shop.js';

const usage = `npm create fanfare [FOLDER] -- [--name NAME] [--language ${languages.join('|')}] [--currency EUR,USD] [--trade ${trades.join('|')}]`;

try {
  const { values, positionals } = readArguments();
  const isAsked = process.stdin.isTTY && questions.some(({ key }) => values[key] === undefined);
  const wanted = isAsked
    ? await ask(values, { input: process.stdin, output: process.stdout })
    : { ...Object.fromEntries(questions.map(({ key, fallback }) => [key, fallback])), ...values };
  const folder = resolve(positionals[0] ?? toSlug(wanted.name));
  await makeShop(folder, wanted);
  console.log(
    `\n${folder} is the folder of ${wanted.name}. Next:\n\n  cd ${positionals[0] ?? toSlug(wanted.name)}\n  npm install\n  npm start\n`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  const options = Object.fromEntries(questions.map(({ key }) => [key, { type: 'string' }]));
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const errors = Object.entries(values).flatMap(([key, value]) => whyNot(key, value) ?? []);
    if (positionals.length > 1) errors.push('One folder, please.');
    if (errors.length > 0) throw new Error(errors.join('\n'));
    return { values, positionals };
  } catch (error) {
    throw new Error(`${error.message}\n${usage}`);
  }
}
