import { describe, expect, test } from 'vitest'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const get = (path: string, accept = '*/*', method = 'GET') =>
  fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { accept, 'sec-fetch-mode': 'navigate' },
  })

describe('/favicon.ico', () => {
  test('is the icon of the app', async () => {
    const answer = await get('/favicon.ico')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await answer.text()).toContain('<svg')
  })
})

describe('a page that nothing serves', () => {
  test.each([
    ['/login', '/#/login'],
    ['/main/', '/#/main/'],
    [
      '/%23/confirmAddUser?user=ana%40demo.surtidor.uy&code=1',
      '/#/confirmAddUser?user=ana%40demo.surtidor.uy&code=1',
    ],
    ['/%23confirmAddUser?code=1', '/#/confirmAddUser?code=1'],
    ['/consola/%23/payments', '/consola/#/payments'],
    ['/consola/payments', '/consola/#/payments'],
    ['/consolas', '/#/consolas'],
    ['/%2f/evil.example', '/#/%2f/evil.example'],
  ])('%s leads a browser to %s, and is 404 for a program', async (path, address) => {
    const answer = await get(path, 'text/html,*/*')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, address])
    expect((await get(path)).status).toBe(404)
  })
})

describe('/api/', () => {
  test('says to a program what it is for and where the calls are documented', async () => {
    const answer = await get('/api/')
    expect(answer.status).toBe(200)
    const json = (await answer.json()) as { description: string; docs: string }
    expect(json.description).toContain('POST')
    expect((await get(json.docs)).status).toBe(200)
  })

  test('is a page with links for a browser, also without its last slash', async () => {
    expect((await get('/api', 'text/html,*/*')).headers.get('location')).toBe('/api/')
    const answer = await get('/api/', 'text/html,*/*')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const page = await answer.text()
    for (const link of ['/docs/', '/', '/consola/']) expect(page).toContain(`href="${link}"`)
    expect(page).not.toMatch(/<script| style="/)
    expect(answer.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^']+'/)
  })

  test('answers an unknown call or method with 404 and a sentence', async () => {
    for (const [path, method] of [
      ['/api/user/process/nope', 'POST'],
      ['/api/user/process/login', 'GET'],
      ['/api/nope', 'GET'],
    ] as const) {
      const program = await get(path, 'application/json', method)
      expect([path, program.status]).toEqual([path, 404])
      expect(await program.json()).toMatchObject({
        statusCode: 404,
        error: expect.stringMatching(/^Esa llamada no existe\./),
        responseHeader: { responseCode: '05', reason: 'unknown_call', updatedData: null },
      })
      const browser = await get(path, 'text/html', method)
      expect(browser.status).toBe(404)
      expect(await browser.text()).toContain('<h1>Esa llamada no existe</h1>')
    }
  })
})
