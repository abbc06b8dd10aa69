// Chromium's virtual authenticator (the WebAuthn domain of its protocol).
import type { Page } from '@playwright/test';

export async function addVirtualAuthenticator(page: Page): Promise<{ remove(): Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { remove: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => undefined) };
}
