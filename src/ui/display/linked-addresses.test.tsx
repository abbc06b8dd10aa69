// Which parts of a customer's text become links.
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { LinkedAddresses } from './linked-addresses.tsx';

const link = (address: string) => `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${address}</a>`;

describe('links in a text', () => {
  test.for<[string, string, string]>([
    ['one address alone', 'https://drop.example/raw?a=b#c', link('https://drop.example/raw?a=b#c')],
    [
      'two in a sentence',
      'See https://a.example, then (https://b.example/x).',
      `See ${link('https://a.example')}, then (${link('https://b.example/x')}).`,
    ],
    ['brackets of its own', 'https://wiki.example/Bread_(food)', link('https://wiki.example/Bread_(food)')],
    ['Japanese text around', '資料は「https://a.example/資料」です。', `資料は「${link('https://a.example/資料')}」です。`],
    ['lines', 'https://a.example\nhttps://b.example', `${link('https://a.example')}\n${link('https://b.example')}`],
    ['http', 'http://a.example', 'http://a.example'],
    ['a script', 'javascript:alert(1)//https:', 'javascript:alert(1)//https:'],
    ['a name before the host', 'https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
    ['markup', 'https://a.example/<img src=x onerror=alert(1)>', `${link('https://a.example/')}&lt;img src=x onerror=alert(1)&gt;`],
    ['a turned direction', 'https://a.example/\u202egpj', `${link('https://a.example/')}\u202egpj`],
    ['no text', '', ''],
  ])('%s', ([, text, shown]) => {
    expect(renderToStaticMarkup(<LinkedAddresses text={text} />)).toBe(shown);
  });
});
