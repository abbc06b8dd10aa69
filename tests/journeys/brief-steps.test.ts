// The brief on a phone: one group of questions at a time.
import { describe } from 'vitest';
import { expect, expectAccessible, expectNoSidewaysScroll, live, shoot, test } from '../support/journey.ts';
import { arriveToOrder, briefForm, nextButton, openService, putButton } from '../support/orders.ts';

const facts = 'The bakery is on the corner of our street, and we have been there for you from four in the morning since 2014.';

describe('phone', () => {
  test('brief: step by step, each is validated before the next, and a reload goes on where it was', async ({ page, context, shop }) => {
    await arriveToOrder(shop, context);
    await page.setViewportSize({ width: 390, height: 844 });
    await openService(page, '/services/brand-stories');
    const form = briefForm(page);
    const line = form.locator('p', { hasText: /^Step \d of 4/ });
    const told = page.getByRole('region', { name: 'Validation failed' });
    const back = page.getByRole('button', { name: 'Back' });
    await expect(line).toContainText('Step 1 of 4');
    await expect(back).toHaveCount(0);
    await expect(putButton(page)).toHaveCount(0);
    await expect(page.getByLabel('The facts')).toBeHidden();
    await expectAccessible(page);
    await form.getByRole('radio', { name: /600 words/ }).check();
    await nextButton(page).click();
    await expect(line).toBeFocused();
    await expect(line).toContainText('Step 2 of 4');

    // A missing answer is named at once, and only those of this step.
    await nextButton(page).click();
    await expect(told).toBeFocused();
    await expect(told.getByRole('link')).toHaveText(['Tell us the facts.']);
    await expect(page).toHaveTitle(/^Error: /);
    await told.getByRole('link').click();
    await expect(page.getByLabel('The facts')).toBeFocused();
    await page.getByLabel('The facts').fill(facts);
    await expectAccessible(page);
    await shoot(page, 'brief/step-2');
    await nextButton(page).click();
    await expect(line).toContainText('Step 3 of 4');
    await expect(line).toBeFocused();
    await expect(told).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^Error: /);

    // Enter in a field goes on too.
    await form.getByLabel('Brand name').fill('Loaf & Queue');
    await page.keyboard.press('Enter');
    await expect(told.getByRole('link')).toHaveText(['Choose the language of the text.', 'Choose a tone.']);
    await form.getByRole('radio', { name: 'English', exact: true }).check();
    await page.reload();
    await live(page);
    await expect(line).toContainText('Step 3 of 4');
    await back.click();
    await expect(page.getByLabel('The facts')).toHaveValue(facts);
    await nextButton(page).click();
    await form.getByRole('radio', { name: 'Warm', exact: true }).check();
    await nextButton(page).click();
    await expect(line).toContainText('Step 4 of 4');
    await expect(nextButton(page)).toHaveCount(0);
    await putButton(page).click();
    await expect(told.getByRole('link')).toHaveText([/Confirm this so we can start\.$/]);
    await expectNoSidewaysScroll(page);
    await form.getByRole('checkbox', { name: /I may use/ }).check();
    await putButton(page).click();
    await expect(page.getByRole('region', { name: 'Brand Stories is in your cart.' })).toBeFocused();

    // A line of the cart is saved in any step; an error in another step leads there.
    await openService(page, '/services/brand-stories?line=0');
    await expect(line).toContainText('Step 1 of 4');
    await nextButton(page).click();
    await nextButton(page).click();
    await form.getByLabel('Brand name').fill('');
    await back.click();
    await back.click();
    await expect(line).toContainText('Step 1 of 4');
    await putButton(page).click();
    await expect(told).toBeFocused();
    await expect(line).toContainText('Step 3 of 4');
    await back.click();
    await told.getByRole('link', { name: 'Enter your brand name.' }).click();
    await expect(form.getByLabel('Brand name')).toBeFocused();
    await form.getByLabel('Brand name').fill('Queue');
    await putButton(page).click();
    await expect(page.getByRole('heading', { name: 'Changes saved.' })).toBeVisible();
  });
});

describe('wide screen', () => {
  test('brief: whole, without steps; optional questions are folded, and an error opens them', async ({ page, context, shop }) => {
    await arriveToOrder(shop, context);
    await openService(page, '/services/brand-stories');
    const form = briefForm(page);
    const folds = form.locator('summary', { hasText: /optional questions?/ });
    await expect(page.getByText(/^Step \d/)).toBeHidden();
    await expect(nextButton(page)).toBeHidden();
    await expect(page.getByLabel('The facts')).toBeVisible();
    await expect(page.getByLabel('Year founded')).toBeHidden();
    await folds.first().press('Enter');
    await page.getByLabel('Year founded').fill('long ago');
    await folds.first().press('Enter');
    await expect(page.getByLabel('Year founded')).toBeHidden();
    await putButton(page).click();
    const link = page.getByRole('region', { name: 'Validation failed' }).getByRole('link', { name: /^Year founded/ });
    await expect(page.getByLabel('Year founded')).toBeVisible();
    await folds.first().press('Enter');
    await link.click();
    await expect(page.getByLabel('Year founded')).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await live(page);
    // Nothing that was typed is out of sight.
    await expect(page.getByLabel('Year founded')).toHaveValue('long ago');
    await expect(page.getByLabel('Year founded')).toBeVisible();
  });
});
