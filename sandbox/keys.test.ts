import { createPublicKey } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFolder } from '#testing/testSandbox.ts'
import { kidOf, loadKeys } from '#sandbox/keys.ts'

describe('openKeys', () => {
  test('gives concurrent first starts the same keys and leaves no other file', async () => {
    const dir = await openFolder()
    const racers = await Promise.all([loadKeys(dir), loadKeys(dir), loadKeys(dir)])
    const kids = racers.map(({ gateway, webhook, merchant }) => [
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

  test('loads the same keys at a later start; the public file determines the key id', async () => {
    const dir = await openFolder()
    const first = await loadKeys(dir)
    const again = await loadKeys(dir)
    expect(again.gateway.kid).toBe(first.gateway.kid)
    const published = createPublicKey(await readFile(join(dir, 'webhook.pub.pem'), 'utf8'))
    expect(kidOf(published)).toBe(first.webhook.kid)
  })

  test('names a file that holds no key', async () => {
    const dir = await openFolder()
    await writeFile(join(dir, 'gateway.pem'), 'nada')
    await expect(loadKeys(dir)).rejects.toThrow(/gateway\.pem no tiene una clave privada/)
  })
})
