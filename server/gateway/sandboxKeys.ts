import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryOrUndefined } from '#server/tryOrUndefined.ts'

/** The keys that the server needs: its own, and those that verify the gateway's messages. */
const KEY_FILES = ['merchant.pem', 'gateway.pub.pem', 'webhook.pub.pem']

/**
 * Why the keys of a folder cannot be those of a real gateway. The contents decide, not the path: a
 * real gateway gives out neither its private keys nor those of the sandbox.
 * @param sandboxDir folder of the sandbox's keys on this machine; it may be missing
 * @returns the reasons in Spanish, each without its subject; empty when the keys may be used
 */
export function keyFaults(keysDir: string, sandboxDir: string): string[] {
  const publicKeys = KEY_FILES.map((file) => ({ file, key: publicKeyOf(keysDir, file) }))
  const missing = publicKeys.filter(({ key }) => key === undefined).map(({ file }) => file)
  const own = publicKeys.flatMap(({ key }) => (key === undefined ? [] : [key]))
  const ofGateway = publicKeys.flatMap(({ file, key }) =>
    key !== undefined && file !== 'merchant.pem' ? [key] : [],
  )
  const privateOfGateway = filesOf(keysDir).filter((file) =>
    ofGateway.includes(publicKeyOf(keysDir, file, createPrivateKey) ?? ''),
  )
  const ofSandbox = new Set(filesOf(sandboxDir).map((file) => publicKeyOf(sandboxDir, file)))
  return [
    missing.length > 0 && `no tiene una clave que se pueda leer en ${missing.join(', ')}`,
    privateOfGateway.length > 0 &&
      `tiene una clave privada de la pasarela (${privateOfGateway.join(', ')}): es la de pruebas`,
    own.some((key) => ofSandbox.has(key)) &&
      `tiene claves de la pasarela de pruebas de ${sandboxDir}`,
  ].filter((fault) => fault !== false)
}

/** The public half of a key file, as text to compare; undefined when the file holds no such key. */
const publicKeyOf = (
  folder: string,
  file: string,
  read: (pem: string) => KeyObject = createPublicKey,
): string | undefined =>
  tryOrUndefined(() => {
    const pem = readFileSync(join(folder, file), 'utf8')
    const key = file === 'merchant.pem' ? createPrivateKey(pem) : read(pem)
    const half = key.type === 'private' ? createPublicKey(key) : key
    return half.export({ type: 'spki', format: 'der' }).toString('base64')
  })

const filesOf = (folder: string): string[] => tryOrUndefined(() => readdirSync(folder)) ?? []
