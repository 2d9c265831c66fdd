import { createPublicKey } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kidOf, loadKeys } from '#sandbox/keys.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

describe('loadKeys', () => {
  test('gives concurrent first calls the same keys and leaves no temporary file', async () => {
    const dir = tempFolder()
    const concurrent = await Promise.all([loadKeys(dir), loadKeys(dir), loadKeys(dir)])
    const kids = concurrent.map((keys) => Object.values(keys).map(({ kid }) => kid))
    expect(kids).toEqual(Array(3).fill(kids[0]))
    expect(new Set(kids[0]).size).toBe(3)
    const names = ['gateway', 'merchant', 'webhook']
    const files = names.flatMap((name) => [`${name}.pem`, `${name}.pub.pem`])
    expect((await readdir(dir)).sort()).toEqual(files)
    for (const name of names)
      expect((await stat(join(dir, `${name}.pem`))).mode & 0o777).toBe(0o600)
  })

  test('reads the same keys later, and writes public keys with the same key id', async () => {
    const dir = tempFolder()
    const first = await loadKeys(dir)
    const again = await loadKeys(dir)
    expect(again.gateway.kid).toBe(first.gateway.kid)
    const published = createPublicKey(await readFile(join(dir, 'webhook.pub.pem'), 'utf8'))
    expect(kidOf(published)).toBe(first.webhook.kid)
  })

  test('names a file that holds no private key', async () => {
    const dir = tempFolder()
    // The other keys exist: a failed call does not wait for those that it makes.
    await loadKeys(dir)
    await writeFile(join(dir, 'gateway.pem'), 'nada')
    await expect(loadKeys(dir)).rejects.toThrow(/gateway\.pem no tiene una clave privada/)
  })
})
