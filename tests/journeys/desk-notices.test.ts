// Notices at the desk: an operator chooses their emails, and an owner connects a chat.
import { chatProgram, logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { shoot } from '../support/page.ts';
import { orderedPiece } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, and the 400 of refused forms.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('own notices: a choice and quiet hours are saved, and a mistake is shown beside its field', async ({ page, shop }) => {
  const manager = await operating(shop, 'manager');
  await logInToDesk(page, shop, manager.email, '/account/notices');
  await expect(page.getByRole('checkbox', { name: 'Overdue pieces' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'New paid orders' }).check();
  await page.getByRole('checkbox', { name: 'Overdue pieces' }).uncheck();
  await page.getByRole('checkbox', { name: 'No emails during these hours' }).check();
  await page.getByLabel('Until').fill('22:00');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose an end that differs from the start.')).toBeVisible();
  await expect(page.getByLabel('Until')).toBeFocused();
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-notices/notices-390-dark');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await shoot(page, 'desk-notices/notices-1280-light');
  await page.getByLabel('Until').fill('07:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const { body } = await manager.call('GET /api/notices');
  expect(body.quiet).toEqual({ from: '22:00', until: '07:30', timeZone: 'Asia/Tokyo' });
  expect(body.events.filter(({ isEmailed }) => isEmailed).map(({ event }) => event)).toEqual([
    'mentioned',
    'workAssigned',
    'changesRequested',
    'quoteAccepted',
    'quoteDeclined',
    'orderPaid',
  ]);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Overdue pieces' })).not.toBeChecked();
  await expect(page.getByLabel('From')).toHaveValue('22:00');
});

test('mention: typed by keyboard in a note, on the colleague’s pages at once, gone when the piece is opened', async ({
  page,
  browser,
  shop,
}) => {
  const [manager, maker] = [await operating(shop, 'manager', { name: 'Noor' }), await operating(shop, 'maker', { name: 'Mira Sample' })];
  const { pieceId } = await orderedPiece(shop);
  const colleague = await browser.newPage();
  await logInToDesk(colleague, shop, maker.email, '/account/notices');
  await logInToDesk(page, shop, manager.email, `/queue/${pieceId}`);
  const note = page.getByLabel('Note', { exact: true });
  await note.pressSequentially('@mi');
  await expect(page.getByRole('option', { name: 'Mira Sample' })).toHaveAttribute('aria-selected', 'true');
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-notices/mention-390-dark');
  await expectAccessible(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await shoot(page, 'desk-notices/mention-1280-light');
  await note.press('Enter');
  await expect(note).toHaveValue('@Mira Sample ');
  await note.pressSequentially('the client called.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Earlier notes' }).getByText('@Mira Sample')).toBeVisible();
  await expect(colleague.getByText('Noor mentioned you in F-')).toBeVisible();
  await look(colleague, { width: 390, colorScheme: 'light' });
  await shoot(colleague, 'desk-notices/mentioned-390-light');
  await expectAccessible(colleague);
  await colleague.getByRole('status').getByRole('link').click();
  await expect(colleague.getByText('the client called.')).toBeVisible();
  await expect(colleague.getByText('Noor mentioned you in F-')).toHaveCount(0);
  await colleague.close();
});

test('chat webhook: added after a mistake, tested, its failure shown, edited without its address, removed', async ({ page, shop }) => {
  await using chat = await chatProgram();
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/chat-webhooks');
  await expect(page.getByText('No chat webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://hooks.slack.com/services/x');
  await expect(dialog.getByText('Recognized by its address.')).toBeVisible();
  await dialog.getByLabel('Address').fill(chat.address);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(owner.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('#orders');
  await look(page, { width: 390, colorScheme: 'light' });
  await shoot(page, 'desk-notices/webhook-form-390-light');
  await expectAccessible(page);
  await look(page, { width: 1280, colorScheme: 'dark' });
  await shoot(page, 'desk-notices/webhook-form-1280-dark');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test arrived at #orders.')).toBeVisible();
  chat.answerWith(404);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test didn’t arrive at #orders.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Failed' })).toContainText('The chat program answered with status 404.');
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-notices/webhooks-390-dark');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await shoot(page, 'desk-notices/webhooks-1280-light');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByText(/…9k3q stays\./)).toBeVisible();
  await dialog.getByLabel('Name').fill('#sales');
  await dialog.getByRole('button', { name: 'Save' }).click();
  chat.answerWith(200);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test arrived at #sales.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No chat webhooks yet')).toBeVisible();
  expect(chat.received).toHaveLength(3);
});
