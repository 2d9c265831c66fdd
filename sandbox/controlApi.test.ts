import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestSandbox } from '#testing/testSandbox.ts'
import { startTestSandbox } from '#testing/testSandbox.ts'

/**
 * The control API answers requests to this machine's own names only, which excludes pages of other
 * sites.
 */
let testSandbox: TestSandbox
beforeAll(async () => {
  testSandbox = await startTestSandbox({ SANDBOX_PUBLIC_URL: 'https://Pasarela.Example:8443' })
})
afterAll(() => testSandbox.close())

/** Status of a request with a chosen Host header, which fetch cannot set. */
function ask(host: string, path: string, method = 'GET'): Promise<number> {
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
    'answers requests to the host %s',
    async (host) => {
      expect(await ask(host, '/sandbox/log')).toBe(200)
    },
  )

  test.each([
    'rebound.example',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    '0.0.0.0',
    'x',
  ])('refuses requests to %j, whatever the spelling of the path', async (host) => {
    for (const path of ['/sandbox/log', '/%73andbox/log', '/sandbox/log?x'])
      expect(await ask(host, path)).toBe(403)
    expect(await ask(host, '/sandbox/pay', 'POST')).toBe(403)
    expect(await ask(host, '/healthz')).toBe(200)
  })
})
