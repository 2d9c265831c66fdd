import type { CDPSession, Page } from 'playwright-core'

/** A platform authenticator of Chromium, which answers at once as if the person had used a finger. */
export interface VirtualAuthenticator {
  /** Whether the person is recognised at the next uses. */
  verifies(isVerified: boolean): Promise<void>
  /** The number of passkeys that it has. */
  passkeys(): Promise<number>
  /** Forgets its passkeys, as a new device has none. */
  clear(): Promise<void>
}

/** Adds a platform authenticator with discoverable passkeys and user verification to a page. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const client: CDPSession = await page.context().newCDPSession(page)
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
    verifies: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    passkeys: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    clear: async () => {
      await client.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}
