import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDevices } from './devices.ts';

const key = () => ({ id: 'k', bytes: randomBytes(32) });
const [newest, older] = [key(), key()];
const now = new Date('2026-11-22T12:00:00Z');
const holder = { id: '01968f8e-3b52-7cc0-8f00-a1b2c3d4e5f6', passwordHash: '$argon2id$one' };
const devices = openDevices([newest, older], { name: 'device', secure: false });
const valueIn = (cookie: string) => cookie.split(';')[0]?.split('=')[1] ?? '';
const cookie = valueIn(devices.cookie(holder, now));
const [id = '', end = '', signature = ''] = cookie.split('.');

describe('device cookie', () => {
  test('over https: the cookie is named __Host- and Secure', () => {
    const secure = openDevices([newest], { name: 'device', secure: true });
    expect(secure.cookie(holder, now)).toMatch(/^__Host-device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(secure.cookieName).toBe('__Host-device');
    expect(devices.cookie(holder, now)).toMatch(/^device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('its account: recognized, also if signed with an older key', () => {
    expect(devices.recognize(cookie, holder, now)).toBe(`${id} ${signature}`);
    expect(devices.parseClaim(cookie)).toBe(`${id} ${signature}`);
    const old = valueIn(openDevices([older], { name: 'device', secure: false }).cookie(holder, now));
    expect(devices.recognize(old, holder, now)).toBe(`${id} ${old.split('.')[2]}`);
  });

  test('altered cookie: not recognized', () => {
    const last = signature.at(-1) ?? '';
    // The last of 43 base64 characters has two unused bits.
    const alike = String.fromCharCode(last.charCodeAt(0) + 1);
    const spellings = [
      ...[`${cookie}.`, `${cookie}.0`, `${cookie}.x.y`, `${cookie}!`, `${cookie}=`, ` ${cookie}`, `${cookie} `, `.${cookie}`],
      ...[`${id}.${end}`, `${id}.${end}.`, `${id}..${signature}`, `${id}.0${end}.${signature}`, `${id}.${end}.${signature.slice(0, -1)}`],
      ...[
        `${id.toUpperCase()}.${end}.${signature}`,
        `${id}.${end}.${signature.slice(0, -1)}${alike}`,
        `${id}.${end}.+${signature.slice(1)}`,
      ],
      ...[`${id}.${Number(end) + 1}.${signature}`, `${id}.${end}.${'A'.repeat(43)}`, '', '..', undefined],
    ];
    for (const spelling of spellings) expect(devices.recognize(spelling, holder, now), String(spelling)).toBeUndefined();
  });

  test('another account, a new password or 180 days later: not recognized', () => {
    expect(devices.recognize(cookie, { ...holder, id: holder.id.replace('0', '1') }, now)).toBeUndefined();
    expect(devices.recognize(cookie, { ...holder, passwordHash: '$argon2id$two' }, now)).toBeUndefined();
    expect(devices.recognize(cookie, { ...holder, passwordHash: null }, now)).toBeUndefined();
    expect(devices.recognize(cookie, holder, new Date(Number(end) - 1))).toBe(`${id} ${signature}`);
    expect(devices.recognize(cookie, holder, new Date(Number(end)))).toBeUndefined();
  });
});
