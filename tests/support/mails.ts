// The texts and the letterhead of the sample shop's mails.
import { defaultShop } from '../../src/infra/paths.ts';
import { readShopTexts } from '../../src/infra/shop-source/shop-texts.ts';
import type { MailSource } from '../../src/modules/mail/jobs.ts';
import { letterheadOf } from '../../src/modules/mail/rules.ts';
import { currentMails, readDefaultMails } from '../../src/modules/mail/source.ts';

const files = await readDefaultMails();
export const sampleTexts = currentMails(files, files).texts;
export const sampleLetterhead = letterheadOf(await readShopTexts(defaultShop, { shopUrl: 'https://shop.example' }));
export const sampleMails: MailSource = { texts: () => sampleTexts, outdated: () => [], letterhead: () => sampleLetterhead };
