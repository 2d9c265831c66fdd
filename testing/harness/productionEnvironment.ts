import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVapidKey } from '#server/push/vapidKeys.ts'

/** The folders and settings of a server in production, and of the gateway that it pays through. */
export type ProductionFolders = ReturnType<typeof createProductionFolders>

/** Writes keys of both sides, each in a folder of its own, as the operators of each would have. */
export function createProductionFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'surtidor-production-'))
  const gatewayDir = join(folder, 'gateway')
  const ownKeys = join(folder, 'keys')
  const gatewayKeys = join(gatewayDir, 'keys')
  for (const dir of [ownKeys, gatewayKeys]) mkdirSync(dir, { recursive: true })
  for (const name of ['merchant', 'gateway', 'webhook']) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(join(gatewayKeys, `${name}.pem`), pem, { mode: 0o600 })
    if (name === 'merchant') writeFileSync(join(ownKeys, 'merchant.pem'), pem, { mode: 0o600 })
    else
      writeFileSync(
        join(ownKeys, `${name}.pub.pem`),
        publicKey.export({ type: 'spki', format: 'pem' }),
      )
  }
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
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
