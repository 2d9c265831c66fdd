import { beforeAll, describe, expect, test } from 'vitest'
import { contact } from '#contract/user/contact.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { codesIn, startTestServer, testServerForFile } from '#testing/harness/testServer.ts'
import { sendRaw } from '#testing/http/rawRequest.ts'

const server = testServerForFile()
beforeAll(async () => {
  await server.stranger.call(resetPassword, { user: 'ana@demo.surtidor.uy' })
  server.wait(60_000)
  const fede = await server.as('fede')
  await fede.call(contact, { text: 'x', title: '<img src=x onerror=alert(1)>', type: 'Otro' })
})

const get = async (path: string, host = 'localhost:3000', at = server.url) => {
  const { headers, ...answer } = await sendRaw(at, { method: 'GET', path, headers: { host } })
  return { ...answer, policy: String(headers['content-security-policy']) }
}

const inMailbox = (path: string) => `/mailbox/${path}`

describe('development mailbox', () => {
  test('lists the newest email first, each with its page', async () => {
    const { status, body, policy } = await get('/mailbox')
    expect(status).toBe(200)
    expect(policy).toContain("default-src 'none'")
    const subjects = [...body.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, subject]) => subject)
    expect(subjects).toEqual(['Recibimos tu mensaje', 'Elegí una contraseña nueva'])
    expect(body).toContain('07/09/2026 12:01')
    const [, path = ''] = /href="(\/mailbox\/[\w-]{36})"/.exec(body) ?? []
    expect((await get(path)).body).toContain('fede@demo.surtidor.uy')
  })

  test('shows a code and its link, and escapes what a person wrote', async () => {
    const [reset] = await server.mailsTo('ana@demo.surtidor.uy')
    const { code, token } = codesIn(reset as never)
    const { body, policy } = await get(`/mailbox/${reset?.id}`)
    expect(body).toContain(code)
    expect(body).toMatch(new RegExp(`<a href="http://localhost:3000/#/resetPwdWeb[^"]+${token}">`))
    const [message] = await server.mailsTo('fede@demo.surtidor.uy')
    const text = await get(`/mailbox/${message?.id}`)
    expect(text.body).toContain('«&lt;img src=x onerror=alert(1)&gt;»')
    const html = await get(`/mailbox/${message?.id}/html`)
    expect(html.body).not.toContain('<img src=x')
    expect(html.policy).toMatch(/sandbox allow-popups/)
    expect(html.policy).not.toMatch(/script-src|unsafe-inline|allow-scripts|allow-same-origin/)
    for (const page of [policy, html.policy])
      expect(page).toContain("require-trusted-types-for 'script';trusted-types 'none'")
  })

  test('answers 404 for an id without an email', async () => {
    for (const path of ['x', "'%20or%201=1", 'x/html', '%00', '%00/html', 'a%00b'].map(inMailbox))
      expect((await get(path)).status).toBe(404)
  })

  test('answers 404 under a foreign host name that resolves to this machine', async () => {
    expect((await get('/mailbox', 'evil.example')).status).toBe(404)
    expect((await get('/mailbox', 'localhost.evil.example:3000')).status).toBe(404)
  })

  test('does not exist in production, with an SMTP server, or under a public name', async () => {
    const from = 'Surtidor <avisos@surtidor.uy>'
    for (const config of [
      { production: true },
      { mail: { smtpUrl: 'smtp://127.0.0.1:9', from, requireTls: false } },
      { publicUrl: 'https://surtidor.uy' },
      { publicUrl: 'http://localhost.surtidor.uy:3000' },
    ]) {
      const other = await startTestServer({ config })
      expect((await get('/mailbox', 'localhost', other.url)).status).toBe(404)
      await other.close()
    }
  })
})
