// The texts and the letterhead of the sample shop's mails.

import type { MailSource } from '#modules/mail/jobs.ts';
import { toLetterhead } from '#modules/mail/rules.ts';
import { currentMails, readDefaultMails } from '#modules/mail/source.ts';
import { readShopTexts } from '#modules/texts/source/shop-texts.ts';
import { defaultShop } from '#platform/paths.ts';

const files = await readDefaultMails();
export const sampleTexts = currentMails(files, files).texts;
export const sampleLetterhead = toLetterhead(await readShopTexts(defaultShop, { shopUrl: 'https://shop.example' }));
export const sampleMails: MailSource = { texts: () => sampleTexts, outdated: () => [], letterhead: () => sampleLetterhead };
