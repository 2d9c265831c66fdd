import { createPublicKey } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '#testing/testSandbox.ts'
import { kidOf, openKeys } from '#sandbox/keys.ts'

test('the racers of a first start end with the same keys, and leave nothing else behind', async () => {
  const dir = await openFolder()
  const racers = await Promise.all([openKeys(dir), openKeys(dir), openKeys(dir)])
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

test('a later start reads the same keys, and the public file tells the key id', async () => {
  const dir = await openFolder()
  const first = await openKeys(dir)
  const again = await openKeys(dir)
  expect(again.gateway.kid).toBe(first.gateway.kid)
  const published = createPublicKey(await readFile(join(dir, 'webhook.pub.pem'), 'utf8'))
  expect(kidOf(published)).toBe(first.webhook.kid)
})

test('a file that holds no key is named', async () => {
  const dir = await openFolder()
  await writeFile(join(dir, 'gateway.pem'), 'nada')
  await expect(openKeys(dir)).rejects.toThrow(/gateway\.pem no tiene una clave privada/)
})
