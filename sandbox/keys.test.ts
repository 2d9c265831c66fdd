import { createPublicKey } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kidOf, loadKeys } from '#sandbox/keys.ts'
import { createTempFolder } from '#testing/harness/testSandbox.ts'

describe('loadKeys', () => {
  test('gives concurrent first calls the same keys and leaves no temporary file', async () => {
    const dir = await createTempFolder()
    const concurrent = await Promise.all([loadKeys(dir), loadKeys(dir), loadKeys(dir)])
    const kids = concurrent.map(({ gateway, webhook, merchant }) => [
      gateway.kid,
      webhook.kid,
      merchant.kid,
    ])
    expect(kids[1]).toEqual(kids[0])
    expect(kids[2]).toEqual(kids[0])
    expect(new Set(kids[0]).size).toBe(3)
    expect((await readdir(dir)).sort()).toEqual([
      'gateway.pem',
      'gateway.pub.pem',
      'merchant.pem',
      'merchant.pub.pem',
      'webhook.pem',
      'webhook.pub.pem',
    ])
    for (const name of ['gateway.pem', 'webhook.pem', 'merchant.pem'])
      expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600)
  })

  test('reads the same keys later, and writes public keys with the same key id', async () => {
    const dir = await createTempFolder()
    const first = await loadKeys(dir)
    const again = await loadKeys(dir)
    expect(again.gateway.kid).toBe(first.gateway.kid)
    const published = createPublicKey(await readFile(join(dir, 'webhook.pub.pem'), 'utf8'))
    expect(kidOf(published)).toBe(first.webhook.kid)
  })

  test('names a file that holds no private key', async () => {
    const dir = await createTempFolder()
    await writeFile(join(dir, 'gateway.pem'), 'nada')
    await expect(loadKeys(dir)).rejects.toThrow(/gateway\.pem no tiene una clave privada/)
  })
})
