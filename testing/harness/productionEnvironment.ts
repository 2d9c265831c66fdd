import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { loadKeys } from '#sandbox/keys.ts'
import { newVapidKey } from '#server/push/vapidKeys.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

/**
 * The folders and settings of a server in production, and of the gateway that it pays through, with keys of
 * both sides, each in a folder of its own, as the operators of each would have.
 * @param after the hook that removes them
 */
export async function createProductionFolders(after: Parameters<typeof tempFolder>[0] = afterAll) {
  const folder = tempFolder(after)
  const gatewayDir = join(folder, 'gateway')
  const ownKeys = join(folder, 'keys')
  await loadKeys(join(gatewayDir, 'keys'))
  mkdirSync(ownKeys)
  for (const name of ['merchant.pem', 'gateway.pub.pem', 'webhook.pub.pem'])
    copyFileSync(join(gatewayDir, 'keys', name), join(ownKeys, name))
  return {
    folder,
    /** The gateway's private keys, in the form of the sandbox's folder (`SANDBOX_DIR`). */
    gatewayDir,
    /** The least that production requires; nothing listens at its addresses. */
    env: {
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: 'https://app.example.com',
      GEOPAY_URL: 'https://gateway.example.com',
      GEOPAY_PAGES_URL: 'https://pages.example.com',
      GEOPAY_KEYS: ownKeys,
      SMTP_URL: 'smtp://mail.example.com',
      SECRET: randomBytes(32).toString('base64url'),
      VAPID_PRIVATE_KEY: newVapidKey(),
    },
  }
}
