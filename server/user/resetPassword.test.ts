import { describe, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { addUser } from '#contract/user/addUser.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { readConfig } from '#server/config.ts'
import { emailedLink } from '#server/mail/links.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { codesIn, NO_PUSH, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'
import { sendRaw } from '#testing/http/rawRequest.ts'

const { linkBases } = readConfig({
  APP_LINK: 'uy.surtidor.app://open',
  ORIGINS: 'capacitor://surtidor.uy,http://surtidor.uy,https://surtidor.uy',
  SECRET: TEST_SECRET,
  VAPID_PRIVATE_KEY: NO_PUSH.vapidPrivateKey,
})
const server = testServerForEachTest({ config: { linkBases } })

const ANA = 'ana@demo.surtidor.uy'
const ask = (user: string, link = '') => server.stranger.call(resetPassword, { user, link })
const linkIn = (text = '') => /^(\S+#\/\S+)$/m.exec(text)?.[1] ?? ''

describe('resetPassword', () => {
  test('sends a code and a link to the page, and does not change the password', async () => {
    expect((await ask(ANA)).responseHeader.responseCode).toBe('00')
    const [mail] = await server.mailsTo(ANA)
    const { code, token } = codesIn(mail as never)
    expect(code).toMatch(/^\w{4}-\w{4}$/)
    expect(linkIn(mail?.text)).toBe(
      `http://localhost:3000/#/resetPwdWeb?user=ana%40demo.surtidor.uy&code=${token}`,
    )
    expect(mail?.html).toContain(`code=${token}`)
    const stays = await server.stranger.call(login, { user: ANA, password: PASSWORD })
    expect(stays.responseHeader.responseCode).toBe('00')
  })

  test('answers 00 for an unknown email and sends nothing', async () => {
    expect((await ask('nadie@demo.surtidor.uy')).responseHeader.responseCode).toBe('00')
    expect(await server.mailsTo('nadie@demo.surtidor.uy')).toEqual([])
  })

  test.each(['uy.surtidor.app://open', 'capacitor://surtidor.uy', 'http://surtidor.uy'])(
    'puts no code into a link of %s, which another app or the network could read',
    async (base) => {
      await ask(ANA, base)
      const [mail] = await server.mailsTo(ANA)
      expect(linkIn(mail?.text)).toMatch(/^http:\/\/localhost:3000\/#\/resetPwdWeb\?user=/)
      expect(`${mail?.text}${mail?.html}`).not.toContain(base)
    },
  )

  test('links into the console for its own base, which registers no users', async () => {
    server.wait(1000)
    await ask(ANA, 'http://localhost:3000/consola')
    const [mail] = await server.mailsTo(ANA)
    expect(linkIn(mail?.text)).toMatch(
      /^http:\/\/localhost:3000\/consola\/#\/confirmResetPassword\?user=/,
    )
    const { config } = server.context
    const values = { user: ANA, code: 'x' }
    expect(emailedLink(config, `${config.publicUrl}/consola`, 'confirmAddUser', values)).toMatch(
      /^http:\/\/localhost:3000\/#\/confirmAddUser/,
    )
  })

  const FEDE = 'fede@demo.surtidor.uy'

  test('sends three codes within an hour, then one when the last has expired, with the same answer', async () => {
    const mailed: number[] = []
    for (const minutes of [0, 0, 0, 0, 9, 1, 1, 9, 10, 10, 10]) {
      server.wait(minutes * 60_000)
      expect((await ask(FEDE)).responseHeader.responseCode).toBe('00')
      mailed.push((await server.mailsTo(FEDE)).length)
    }
    expect(mailed).toEqual([1, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8])
  })

  /** Link bases of an attacker that must not appear in an email. */
  const TRICKS = [
    'https://evil.example',
    'http://localhost:3000.evil.example',
    'http://localhost:3000@evil.example',
    'http://localhost:3000\\@evil.example',
    'http://localhost:3000//evil.example',
    'http://localhost:3000/consola/../evil.example',
    'http://localhost:3000/consola@evil.example',
    'http://localhost:3000/?x=https://evil.example',
    'http://localhost:3000/#/evil.example',
    'http://localhost:30000',
    'HTTP://LOCALHOST:3000',
    '//evil.example',
    'javascript:alert(1)//http://localhost:3000',
    'data:text/html,evil.example',
    'http://localhost:3000\nhttps://evil.example',
    ' http://localhost:3000',
    'http://localhost:3000\u2028evil.example',
    'http://evil.example#http://localhost:3000',
    'http://ⓛocalhost:3000',
    'capacitor://localhost',
    'https://localhost',
    'uy.surtidor.app://open.evil.example',
    '"><script src=https://evil.example>',
  ]

  async function askAs(host: string, link: string): Promise<string> {
    const header = headerOf('', server.context.now())
    const headers = {
      host,
      'x-forwarded-host': host,
      forwarded: `host=${host}`,
      'content-type': 'text/plain; charset=utf-8',
    }
    const body = JSON.stringify({ requestHeader: header, user: ANA, link })
    return (await sendRaw(`${server.url}/api/${pathOf(resetPassword)}`, { headers, body })).body
  }

  test('emails contain only our addresses, whatever the link base and the Host header are', async () => {
    for (const link of TRICKS) {
      server.wait(3_700_000)
      expect(await askAs('evil.example', link)).toContain('"responseCode":"00"')
      const [mail] = await server.mailsTo(ANA)
      expect(linkIn(mail?.text)).toMatch(/^http:\/\/localhost:3000\/#\/resetPwdWeb\?user=/)
      for (const body of [mail?.text ?? '', mail?.html ?? '']) {
        expect(body).not.toMatch(/evil|<script|capacitor/i)
        const origins = body.match(/https?:\/\/[^/\s"<]+/g) ?? []
        const foreign = origins.filter((origin) => !/localhost:3000$|www\.w3\.org$/.test(origin))
        expect(foreign).toEqual([])
      }
    }
  })

  test('the email of a registration contains only our addresses too', async () => {
    const user = {
      email: 'lola@correo.example',
      firstName: 'Lola',
      firstSurname: 'Paz',
      documentNumber: '1.111.111-1',
      birthdate: '1980-01-01',
      sex: 'F' as const,
      mobile: '099123456',
      address: 'Uruguay 1, Salto, Uruguay',
    }
    const password = 'mi mate amargo'
    await server.stranger.call(addUser, { user, password, link: 'https://evil.example' })
    const [mail] = await server.mailsTo(user.email)
    expect(linkIn(mail?.text)).toMatch(/^http:\/\/localhost:3000\/#\/confirmAddUser\?user=lola%40/)
  })
})
