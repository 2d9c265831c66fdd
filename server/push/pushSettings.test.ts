import { describe, expect, test } from 'vitest'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'

const server = testServerForFile()

describe('pushSettings', () => {
  test('answers one key to everybody, and what this session registered', async () => {
    const [ana, again, fede] = [
      await server.as('ana'),
      await server.as('ana'),
      await server.as('fede'),
    ]
    const { device } = pushDevice('https://fcm.googleapis.com/fcm/send/one')
    const { id } = await ana.call(registerPush, { device, detail: true })
    const answers = [
      await ana.call(pushSettings, {}),
      await again.call(pushSettings, {}),
      await fede.call(pushSettings, {}),
    ]
    expect(answers.map(({ subscription }) => subscription)).toEqual([
      { id, detail: true },
      null,
      null,
    ])
    expect(new Set(answers.map(({ publicKey }) => publicKey))).toHaveLength(1)
    expect(answers[0]?.publicKey).toMatch(/^B[\w-]{86}$/)
  })

  test('is refused to operators', async () => {
    const diego = await server.as('diego')
    expect((await diego.call(pushSettings, {})).responseHeader.responseCode).toBe('05')
  })
})
