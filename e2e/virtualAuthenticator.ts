import type { Page } from 'playwright-core'

/**
 * Adds a platform authenticator with discoverable passkeys and user verification to a page of Chromium.
 * It answers at once as if the person had used a finger.
 */
export async function addVirtualAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the person is recognised at the next uses. */
    verifies: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    passkeys: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
