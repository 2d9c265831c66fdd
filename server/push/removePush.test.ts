import { describe, expect, test } from 'vitest'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { removePush } from '#contract/push/removePush.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'

const server = testServerForFile()

describe('removePush', () => {
  test('removes the device of this session only, and a repeat changes nothing', async () => {
    const [ana, again] = [await server.as('ana'), await server.as('ana')]
    for (const [person, name] of [
      [ana, 'one'],
      [again, 'two'],
    ] as const)
      await person.call(registerPush, {
        device: pushDevice(`https://fcm.googleapis.com/fcm/send/${name}`).device,
      })
    for (const _ of [1, 2])
      expect((await ana.call(removePush, {})).responseHeader.responseCode).toBe('00')
    expect((await ana.call(pushSettings, {})).subscription).toBeNull()
    expect((await again.call(pushSettings, {})).subscription).not.toBeNull()
  })
})
