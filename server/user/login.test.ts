import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { login } from '#contract/user/login.ts'
import { userData } from '#contract/user/userData.ts'
import { freshCode, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()

describe('login', () => {
  test('answers a token, the profile and the loyalties, the current one first', async () => {
    const answer = await server.stranger.call(login, {
      user: ' ANA\u200b@demo.surtidor.uy\u00a0',
      password: PASSWORD,
    })
    expect(answer.responseHeader).toMatchObject({
      responseCode: '00',
      responseDescription: 'AUTORIZADO',
    })
    expect(answer.responseHeader.rrn).toMatch(/^\d{12}$/)
    expect(answer.user).toMatchObject({
      email: 'ana@demo.surtidor.uy',
      documentNumber: expect.stringMatching(/^\d{8}$/),
    })
    expect(answer.user.userSessionToken).toMatch(/^[\w-]{43}$/)
    expect(answer.loyalties).toHaveLength(2)
    expect(answer.loyalties[0]?.programme).toBe('surtidor')
    expect(JSON.stringify(answer)).not.toContain('argon2')
  })

  test('answers the reference lists that changed since lastUpdateData', async () => {
    const behind = await server.stranger.call(login, {
      user: 'fede@demo.surtidor.uy',
      password: PASSWORD,
    })
    expect(behind.responseHeader.updatedData?.map(({ name }) => name)).toEqual(['banks', 'marks'])
    const current = await server.stranger.call(
      login,
      { user: 'fede@demo.surtidor.uy', password: PASSWORD },
      { header: { lastUpdateData: '20990101000000' } },
    )
    expect(current.responseHeader.updatedData).toBeNull()
    expect(current.loyalties).toEqual([])
  })

  test('answers the same for a wrong password and an unknown email', async () => {
    const wrong = await server.stranger.call(login, {
      user: 'ana@demo.surtidor.uy',
      password: 'otra-cosa',
    })
    const unknown = await server.stranger.call(login, {
      user: 'nadie@demo.surtidor.uy',
      password: 'otra-cosa',
    })
    expect(wrong.responseHeader.responseCode).toBe('05')
    expect({ ...wrong.responseHeader, rrn: '' }).toEqual({ ...unknown.responseHeader, rrn: '' })
    expect(wrong).not.toHaveProperty('user')
  })

  test('answers 86 for an unconfirmed account only with the right password', async () => {
    const right = await server.stranger.call(login, {
      user: 'beto@demo.surtidor.uy',
      password: PASSWORD,
    })
    expect(right.responseHeader.responseCode).toBe('86')
    expect(right).not.toHaveProperty('user')
    const wrong = await server.stranger.call(login, {
      user: 'beto@demo.surtidor.uy',
      password: 'otra-cosa',
    })
    expect(wrong.responseHeader.responseCode).toBe('05')
  })

  test('delays tries after wrong passwords up to 60 s, and resets after the right one', async () => {
    const guess = (password: string) =>
      server.stranger.call(login, { user: 'fede@demo.surtidor.uy', password })
    for (let i = 0; i < 5; i++)
      expect((await guess(`intento ${i}`)).responseHeader.responseCode).toBe('05')
    server.wait(1)
    const waits: number[] = []
    for (let i = 0; i < 10; i++) {
      const turned = await guess(PASSWORD)
      expect(turned.status).toBe(429)
      waits.push(Number(turned.headers.get('retry-after')))
      server.wait(Number(turned.headers.get('retry-after')) * 1000)
      expect((await guess('otro intento')).status).toBe(200)
      server.wait(1)
    }
    expect(waits.slice(0, 3)).toEqual([1, 2, 4])
    expect(Math.max(...waits)).toBe(60)
    server.wait(60_000)
    expect((await guess(PASSWORD)).responseHeader.responseCode).toBe('00')
    expect((await guess('otra vez mal')).status).toBe(200)
  })

  test('checks few of many concurrent tries, and answers 429 to the right password among them', async () => {
    const user = 'elena@demo.surtidor.uy'
    const passwords = [...Array.from({ length: 30 }, (_, i) => `tanda ${i}`), PASSWORD]
    const answers = await Promise.all(
      passwords.map((password) => server.stranger.call(login, { user, password })),
    )
    const checked = answers.filter(({ status }) => status === 200)
    expect(checked.length).toBeGreaterThanOrEqual(5)
    // A failure is counted after its check: on a busy machine a few more tries are checked meanwhile.
    expect(checked.length).toBeLessThanOrEqual(20)
    expect(answers.at(-1)?.status).toBe(429)
    server.wait(60_000)
  })

  test('rejects an empty password with a sentence', async () => {
    const answer = await server.stranger.call(login, { user: 'ana@demo.surtidor.uy', password: '' })
    expect(answer.responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: 'Escribí tu contraseña.',
    })
  })

  test('a session expires 30 days after its last use', async () => {
    const ana = await server.as('ana')
    server.wait(29 * DAY_MS)
    expect((await ana.call(userData, {})).responseHeader.responseCode).toBe('00')
    server.wait(29 * DAY_MS)
    expect((await ana.call(userData, {})).responseHeader.responseCode).toBe('00')
    server.wait(31 * DAY_MS)
    expect((await ana.call(userData, {})).responseHeader).toMatchObject({
      responseCode: '88',
      responseDescription: 'Tu sesión venció. Ingresá de nuevo.',
    })
  })

  test('a session in use expires 90 days after its login', async () => {
    const ana = await server.as('ana')
    for (let day = 1; day < 90; day += 8) {
      server.wait(8 * DAY_MS)
      const code = (await ana.call(userData, {})).responseHeader.responseCode
      expect(`${day + 7} ${code}`).toBe(`${day + 7} ${day + 7 < 90 ? '00' : '88'}`)
    }
  })

  const carla = { user: 'carla@demo.surtidor.uy', password: PASSWORD }

  test('a login to an account with a second factor answers 00 without its code, and the state of the factor', async () => {
    const without = await server.stranger.call(login, carla)
    expect(without.responseHeader.responseCode).toBe('00')
    expect(without.secondFactor).toBe('notShown')
    const ana = await server.stranger.call(login, { ...carla, user: 'ana@demo.surtidor.uy' })
    expect(ana.secondFactor).toBe('none')
  })

  test('shows the code of the second factor in one step, only after the right password', async () => {
    const secondFactor = await freshCode(server.context, carla.user)
    const wrong = await server.stranger.call(login, {
      ...carla,
      password: 'otra-cosa',
      secondFactor,
    })
    expect(wrong.responseHeader.responseDescription).toMatch(/contraseña/)
    const spaced = `${secondFactor.slice(0, 3)} ${secondFactor.slice(3)}`
    const right = await server.stranger.call(login, { ...carla, secondFactor: spaced })
    expect(right.responseHeader.responseCode).toBe('00')
    expect(right.secondFactor).toBe('shown')
  })

  test('accepts a code once, and neither an older nor a future one', async () => {
    const secondFactor = await freshCode(server.context, carla.user)
    const enter = (code: string) => server.stranger.call(login, { ...carla, secondFactor: code })
    const twice = [await enter(secondFactor), await enter(secondFactor)]
    expect(twice.map(({ responseHeader }) => responseHeader.responseCode)).toEqual(['00', '05'])
    server.wait(120_000)
    expect((await enter(secondFactor)).responseHeader.responseCode).toBe('05')
    server.wait(DAY_MS)
    const futureCode = await freshCode(server.context, carla.user)
    server.wait(-DAY_MS)
    expect((await enter(futureCode)).responseHeader.responseCode).toBe('05')
  })

  test('accepts one of many concurrent logins with the same code', async () => {
    server.wait(600_000)
    const secondFactor = await freshCode(server.context, carla.user)
    const all = await Promise.all(
      Array.from({ length: 4 }, () => server.stranger.call(login, { ...carla, secondFactor })),
    )
    expect(all.filter(({ responseHeader }) => responseHeader?.responseCode === '00')).toHaveLength(
      1,
    )
  })

  test('delays wrong codes, also when logins without a code come between', async () => {
    server.wait(600_000)
    await server.as('elena')
    const elena = { user: 'elena@demo.surtidor.uy', password: PASSWORD }
    for (let i = 0; i < 5; i++) {
      const answer = await server.stranger.call(login, { ...elena, secondFactor: `00000${i}` })
      expect(answer.responseHeader.responseCode).toBe('05')
      await server.stranger.call(login, elena)
    }
    expect((await server.stranger.call(login, { ...elena, secondFactor: '123456' })).status).toBe(
      429,
    )
  })
})
