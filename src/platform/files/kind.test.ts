// Which files are accepted, by their content, singly and in a ZIP.
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { fileKinds } from '#lib/file-kind.ts';
import { UserError } from '#lib/user-error.ts';
import { fileFolder } from '../../../tests/support/corpus.ts';
import { docx, samples, zip } from '../../../tests/support/files.ts';
import { checkFile } from './kind.ts';
import { checkZip } from './zip.ts';

const folder = fileFolder();
afterAll(folder.remove);

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const office = (part: string, type: string): Buffer =>
  zip([
    {
      name: '[Content_Types].xml',
      content: `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    },
    { name: part, content: '<x/>' },
  ]);
const svg = (inside: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
const boxed = (brand: string): Buffer => latin1(`\0\0\0\x18ftyp${brand}\0\0\0\0`);
const isTyped = (type: string): Buffer =>
  zip([
    { name: 'mimetype', content: type, stored: true },
    { name: 'content.xml', content: '<x/>' },
  ]);

const accepted: readonly (readonly [name: string, content: Buffer])[] = [
  ['episode.mp3', latin1('ID3\x04\0')],
  ['episode-2.mp3', latin1('\xff\xfb\x90\x64')],
  ['episode.m4a', boxed('M4A ')],
  ['episode.wav', latin1('RIFF\x24\0\0\0WAVEfmt ')],
  ['episode.flac', latin1('fLaC\0\0\0\x22')],
  ['episode.ogg', latin1('OggS\0\x02')],
  ['film.mov', boxed('qt  ')],
  ['old.mov', latin1('\0\0\0\x08wide\0\0\0\0mdat')],
  ['film.mp4', boxed('isom')],
  ['film.webm', latin1('\x1aE\xdf\xa3')],
  ['layers.psd', latin1('8BPS\0\x01')],
  ['mark.ai', latin1('%PDF-1.6\n')],
  ['old.ai', latin1('%!PS-Adobe-3.0\n')],
  ['board.fig', latin1('fig-kiwi\x2f\0')],
  [
    'zipped.fig',
    zip([
      { name: 'canvas.fig', content: latin1('fig-kiwi\x2f\0') },
      { name: 'meta.json', content: '{}' },
    ]),
  ],
  ['letter.docx', docx()],
  ['numbers.xlsx', office('xl/workbook.xml', 'spreadsheetml.sheet')],
  ['talk.pptx', office('ppt/presentation.xml', 'presentationml.presentation')],
  ['letter.odt', isTyped('application/vnd.oasis.opendocument.text')],
  ['book.epub', isTyped('application/epub+zip')],
  ['lines.srt', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n')],
  ['lines.vtt', Buffer.from('WEBVTT\n')],
  ['plan.csv', Buffer.from('day,post\n')],
  ['mark.svg', svg('<path d="M0 0h1v1z"/>')],
  ['a.png', samples.png],
  ['a.jpeg', samples.jpg],
  ['a.pdf', samples.pdf],
  ['sans.woff2', latin1('wOF2\0')],
  ['README', Buffer.from('Read me.')],
];

const refused: readonly (readonly [name: string, content: Buffer])[] = [
  ['page.html', Buffer.from('<p>Hello</p>')],
  ['page.txt', Buffer.from('\n <!DOCTYPE html><script>alert(1)</script>')],
  ['page', Buffer.from('<script>alert(1)</script>')],
  ['setup.exe', latin1('MZ\x90\0\x03')],
  ['setup.png', latin1('MZ\x90\0\x03')],
  ['setup.txt', latin1('MZ\x90\0\x03')],
  ['story.exe', samples.png],
  ['run.sh', Buffer.from('#!/bin/sh\n')],
  ['run.txt', Buffer.from('#!/bin/sh\n')],
  ['page.hta', Buffer.from('<hta:application>')],
  ['mark.svgz', gzipSync(svg('<path/>'))],
  ['mark.svg', gzipSync(svg('<path/>'))],
  ['scripted.svg', svg('<script>alert(1)</script>')],
  ['late.svg', svg(`<rect onload${' '.repeat(2_500)}="alert(1)"/>`)],
  ['film.mp3', boxed('isom')],
  ['macros.docx', docx([], { name: 'word/vbaProject.bin', content: 'x' })],
  ['numbers.xlsx', zip([{ name: 'a.txt', content: 'x' }])],
  ['numbers.docx', office('xl/workbook.xml', 'spreadsheetml.sheet')],
  ['song.mp3', Buffer.from('No song.')],
];

type Outcome = 'accepted' | 'refused';
async function getOutcome(check: Promise<unknown>): Promise<Outcome> {
  try {
    await check;
    return 'accepted';
  } catch (cause) {
    if (cause instanceof UserError && cause.status === 400) return 'refused';
    throw cause;
  }
}
const singly = (name: string, content: Buffer) =>
  getOutcome(checkFile(folder.write(content), name, { kinds: fileKinds, isNameChecked: true }));
const zippedOutcome = (name: string, content: Buffer) => getOutcome(checkZip(folder.write(zip([{ name, content }]))));

describe('file of a delivery', () => {
  test.for(accepted)('%s is accepted, singly and in a ZIP', async ([name, content]) => {
    expect([await singly(name, content), await zippedOutcome(name, content)]).toEqual(['accepted', 'accepted']);
  });

  test.for(refused)('%s is refused, singly and in a ZIP', async ([name, content]) => {
    expect([await singly(name, content), await zippedOutcome(name, content)]).toEqual(['refused', 'refused']);
  });

  test('a ZIP is accepted, and refused in a ZIP', async () => {
    const inner = zip([{ name: 'a.txt', content: 'x' }]);
    expect([await singly('a.zip', inner), await zippedOutcome('a.zip', inner)]).toEqual(['accepted', 'refused']);
  });

  test('refused file: the error lists the accepted kinds', async () => {
    const failure = await checkFile(folder.write('MZ\0'), 'a.exe', { kinds: ['txt', 'png'], texts: ['lrc'] }).catch(
      (cause: unknown) => cause,
    );
    expect(failure).toMatchObject({
      errors: { '': [{ id: 'file.unknown', values: { kinds: 'txt, md, csv, tsv, json, srt, vtt, ics, png, lrc' } }] },
    });
  });
});
