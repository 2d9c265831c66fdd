import { describe, expect, test } from 'vitest'
import { HOSTED_PAGE, MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { PHONE_PAYMENT_PATH } from '#contract/phoneApp.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile({ config: { appLink: 'uy.prueba://open"<' } })

const openPage = () => fetch(server.url + PHONE_PAYMENT_PATH)
const returnFrom = (data: string, cookie: string) =>
  fetch(server.url + MERCHANT_ENDPOINTS.return, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ data }),
  })

describe('the page through which the installed app pays', () => {
  test('posts to the gateway only, and names no token', async () => {
    const answer = await openPage()
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain(`<form method="post" action="http://localhost:3100${HOSTED_PAGE}"`)
    expect(answer.headers.get('content-security-policy')).toContain(
      'form-action http://localhost:3100;',
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('marks the browser with a cookie that only the return receives, for twenty minutes', async () => {
    const [cookie] = (await openPage()).headers.getSetCookie()
    expect(cookie).toBe(
      'phoneReturn=1; Max-Age=1200; Path=/geopay/return; HttpOnly; Secure; SameSite=None',
    )
  })
})

describe('the return of the gateway', () => {
  test('leads a marked browser to the app, with the message and without executing anything', async () => {
    const answer = await returnFrom('{"token":"t"}', 'phoneReturn=1')
    const page = await answer.text()
    const route = `/#/payment?geopayResponse=${Buffer.from('{"token":"t"}').toString('base64url')}`
    expect(answer.status).toBe(200)
    expect(page).toContain(`content="0;url=uy.prueba://open&quot;&lt;${route}"`)
    expect(page).toContain(`href="uy.prueba://open&quot;&lt;${route}"`)
    expect(page).toContain(`href="${route}"`)
    expect(page).not.toContain('<script>')
    expect(answer.headers.getSetCookie()[0]).toMatch(/^phoneReturn=; .*Expires=Thu, 01 Jan 1970/)
  })

  test('leads a marked browser to the payments of the app without a message', async () => {
    const answer = await returnFrom('not JSON', 'phoneReturn=1')
    expect(await answer.text()).toContain('/#/listPayment"')
  })

  test('redirects every other browser to the page of the payment', async () => {
    const answer = await returnFrom('{}', '')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/#/payment?geopayResponse=e30',
    ])
  })
})
