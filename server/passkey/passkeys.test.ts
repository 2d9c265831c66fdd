import { describe, expect, test } from 'vitest'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { exportData } from '#contract/user/exportData.ts'
import { addPasskey, signInBy } from '#testing/harness/passkeySteps.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('passkeys', () => {
  test('lists the own passkeys, the newest first, with their last use', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    await addPasskey(fede)
    const first = await addPasskey(ana)
    server.wait(60_000)
    const second = await addPasskey(ana)
    await signInBy(server, first.passkey)
    const { passkeys: listed } = await ana.call(passkeys, {})
    expect(listed).toEqual([
      { ...second.listed, lastUse: '' },
      { ...first.listed, lastUse: second.listed.since },
    ])
  })

  test('the export of the personal data has the passkeys, without keys and ids', async () => {
    const { data } = await (await server.as('ana')).call(exportData, {})
    expect(data.llavesDeAcceso).toHaveLength(2)
    expect(Object.keys(data.llavesDeAcceso[0] ?? {}).toSorted()).toEqual([
      'aaguid',
      'backedUp',
      'createdAt',
      'lastUsedAt',
      'name',
    ])
  })
})
