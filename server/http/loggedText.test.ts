import { describe, expect, test } from 'vitest'
import { loggedText } from '#server/http/loggedText.ts'
import { createLogger } from '#server/log.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { sendRaw } from '#testing/http/rawRequest.ts'

const lines: string[] = []
const log = createLogger('trace', { write: (line) => lines.push(line) })
const server = testServerForFile({ given: { log } })

const post = async (path: string, headers: Record<string, string>) =>
  (await sendRaw(server.url, { path, headers, body: '{}' })).status

describe('loggedText', () => {
  test('keeps an honest origin as it is', () => {
    expect(loggedText('https://surtidor.uy:8443')).toBe('https://surtidor.uy:8443')
  })

  test('cuts a long text, and removes control, invisible and direction characters', () => {
    expect(loggedText('x'.repeat(16_000))).toBe(`${'x'.repeat(100)}…`)
    expect(loggedText('a\r\n\0\u001b[31m\u0085b\u202ec\u2028d\u200be')).toBe('a[31mbcde')
  })
})

describe('a refused request in the log', () => {
  test('is one short line, whatever its origin, path and browser name', async () => {
    const origin = `https://evil.example/${'o'.repeat(6_000)}`
    const path = `/api/user/process/roles?${'q'.repeat(3_000)}`
    const browser = `Mozilla\u0085${'u'.repeat(3_000)}`
    lines.length = 0
    expect(await post(path, { origin, 'user-agent': browser })).toBe(403)
    expect(await post(path.replace('roles', 'nope'), { 'user-agent': browser })).toBe(404)
    const [refused, ...others] = lines.filter((line) => line.includes('cross_site'))
    expect(others).toEqual([])
    expect(JSON.parse(refused ?? '')).toMatchObject({
      event: 'http.cross_site_refused',
      origin: `${origin.slice(0, 100)}…`,
      path: '/api/user/process/roles',
    })
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1_000)
    expect(lines.join('')).not.toMatch(/q{9}|u{9}|\u0085/)
  })
})
