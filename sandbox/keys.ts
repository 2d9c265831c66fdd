import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FatalError, toFileError } from '#sandbox/fatalError.ts'

const generatePair = promisify(generateKeyPair)

/** An RSA key pair with its key id. */
export interface KeyPair {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}
/** The gateway's pair for answers and returns, its pair for webhooks, and the merchant's pair. */
export type Keys = Record<'gateway' | 'webhook' | 'merchant', KeyPair>

/** A key's id: the first 16 characters (base64url) of the SHA-256 of its public half in DER. */
export function kidOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64url').slice(0, 16)
}

/**
 * Reads the key pairs of a folder and creates the missing ones: `gateway.pem`, `webhook.pem`,
 * `merchant.pem` (private, mode 0600) and their public keys as `*.pub.pem`. Of concurrent
 * processes, the first to link a private key wins; public keys are derived from it.
 * @throws FatalError when the folder cannot be used or a file is no private key
 */
export async function loadKeys(dir: string): Promise<Keys> {
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw toFileError(dir, error)
  })
  const [gateway, webhook, merchant] = await Promise.all([
    openPair(dir, 'gateway'),
    openPair(dir, 'webhook'),
    openPair(dir, 'merchant'),
  ])
  return { gateway, webhook, merchant }
}

async function openPair(dir: string, name: string): Promise<KeyPair> {
  const path = join(dir, `${name}.pem`)
  try {
    if (!existsSync(path)) await create(path)
    const privateKey = readPrivate(path, await readFile(path, 'utf8'))
    const publicKey = createPublicKey(privateKey)
    await publish(join(dir, `${name}.pub.pem`), publicKey)
    return { kid: kidOf(publicKey), privateKey, publicKey }
  } catch (error) {
    throw toFileError(path, error)
  }
}

function readPrivate(path: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new FatalError(`${path} no tiene una clave privada: borralo y la pasarela hace otra.`)
  }
}

async function create(path: string): Promise<void> {
  const { privateKey } = await generatePair('rsa', { modulusLength: 2048 })
  const temporary = `${path}.${randomUUID()}`
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeFile(temporary, pem, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
  }
}

async function publish(path: string, publicKey: KeyObject): Promise<void> {
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  if (existsSync(path) && (await readFile(path, 'utf8')) === pem) return
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, pem, { mode: 0o644, flush: true })
  await rename(temporary, path)
}
