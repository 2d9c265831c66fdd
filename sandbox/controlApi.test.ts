import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startTestSandbox } from '#testing/harness/testSandbox.ts'

const testSandbox = startForFile(() =>
  startTestSandbox({ SANDBOX_PUBLIC_URL: 'https://Pasarela.Example:8443' }),
)

/** The status of a request with a `host` header, which fetch cannot set. */
function statusFor(host: string, path: string, method = 'GET'): Promise<number> {
  const { hostname, port } = new URL(testSandbox.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: { host } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

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
