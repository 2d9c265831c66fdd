import { describe, expect, test } from 'vitest'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startTestSandbox } from '#testing/harness/testSandbox.ts'
import { sendRaw } from '#testing/http/rawRequest.ts'

const testSandbox = startForFile(() =>
  startTestSandbox({ SANDBOX_PUBLIC_URL: 'https://Pasarela.Example:8443' }),
)

const statusFor = async (host: string, path: string, method = 'GET') =>
  (await sendRaw(testSandbox.url, { method, path, headers: { host } })).status

describe('control API', () => {
  test.each(['localhost', 'localhost:3100', '127.0.0.1:9', '[::1]:3100', 'pasarela.example'])(
    'answers to the host %s',
    async (host) => {
      expect(await statusFor(host, '/sandbox/log')).toBe(200)
    },
  )

  test.each([
    'rebound.example',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    '0.0.0.0',
    'x',
  ])('answers 403 to the host %j, for every spelling of the path', async (host) => {
    for (const path of ['/sandbox/log', '/%73andbox/log', '/sandbox/log?x'])
      expect(await statusFor(host, path)).toBe(403)
    expect(await statusFor(host, '/sandbox/pay', 'POST')).toBe(403)
    expect(await statusFor(host, '/healthz')).toBe(200)
  })
})
