import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, SECOND_FACTOR_REQUIRED } from '#contract/user/login.ts'
import { userData } from '#contract/user/userData.ts'
import { freshCode, type TestServer, startTestServer, PASSWORD } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('ana logs in and is told who she is, with her current loyalty first', async () => {
  const answer = await server.stranger.call(login, {
    user: ' ANA@demo.surtidor.uy ',
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

test('a phone that is behind is brought the lists of banks and makes; one that is up to date is not', async () => {
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

test('a wrong password and an unknown address get the same bytes', async () => {
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

test('beto, who never confirmed, gets 86 only after his right password', async () => {
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

test('guessing gets slower, is never locked, and is forgotten by the right password', async () => {
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

test('guesses sent all together are no more than a few, and the right one among them looks like the rest', async () => {
  const user = 'elena@demo.surtidor.uy'
  const passwords = [...Array.from({ length: 30 }, (_, i) => `tanda ${i}`), PASSWORD]
  const answers = await Promise.all(
    passwords.map((password) => server.stranger.call(login, { user, password })),
  )
  const looked = answers.filter(({ status }) => status === 200)
  expect(looked.length).toBeGreaterThanOrEqual(5)
  // A guess is counted after its turn: on a busy machine a few more are looked at meanwhile.
  expect(looked.length).toBeLessThanOrEqual(20)
  expect(answers.at(-1)?.status).toBe(429)
  server.wait(60_000)
})

test('a password without letters typed is refused with a sentence that says what is missing', async () => {
  const answer = await server.stranger.call(login, { user: 'ana@demo.surtidor.uy', password: '' })
  expect(answer.responseHeader).toMatchObject({
    responseCode: '05',
    responseDescription: 'Escribí tu contraseña.',
  })
})

test('a session lives 30 days after its last use, not more', async () => {
  const ana = await server.as('ana')
  server.wait(29 * 86_400_000)
  expect((await ana.call(userData, {})).responseHeader.responseCode).toBe('00')
  server.wait(29 * 86_400_000)
  expect((await ana.call(userData, {})).responseHeader.responseCode).toBe('00')
  server.wait(31 * 86_400_000)
  expect((await ana.call(userData, {})).responseHeader).toMatchObject({
    responseCode: '88',
    responseDescription: 'Tu sesión venció. Ingresá de nuevo.',
  })
})

test('a session that is used every day is over 90 days after its login', async () => {
  const ana = await server.as('ana')
  for (let day = 1; day < 90; day += 8) {
    server.wait(8 * 86_400_000)
    const code = (await ana.call(userData, {})).responseHeader.responseCode
    expect(`${day + 7} ${code}`).toBe(`${day + 7} ${day + 7 < 90 ? '00' : '88'}`)
  }
})

const carla = { user: 'carla@demo.surtidor.uy', password: PASSWORD }

test('carla, who decides over drivers, is asked for her second factor only after her right password', async () => {
  const without = await server.stranger.call(login, carla)
  expect(without.responseHeader).toMatchObject({
    responseCode: '05',
    responseDescription: SECOND_FACTOR_REQUIRED,
  })
  expect(without).not.toHaveProperty('user')
  const secondFactor = await freshCode(server.context, carla.user)
  const wrong = await server.stranger.call(login, { ...carla, password: 'otra-cosa', secondFactor })
  expect(wrong.responseHeader.responseDescription).toMatch(/contraseña/)
  const shown = `${secondFactor.slice(0, 3)} ${secondFactor.slice(3)}`
  const right = await server.stranger.call(login, { ...carla, secondFactor: shown })
  expect(right.responseHeader.responseCode).toBe('00')
})

test('a code counts once, and neither an older one nor one of tomorrow counts at all', async () => {
  const secondFactor = await freshCode(server.context, carla.user)
  const log = (code: string) => server.stranger.call(login, { ...carla, secondFactor: code })
  const twice = [await log(secondFactor), await log(secondFactor)]
  expect(twice.map(({ responseHeader }) => responseHeader.responseCode)).toEqual(['00', '05'])
  server.wait(120_000)
  expect((await log(secondFactor)).responseHeader.responseCode).toBe('05')
  server.wait(86_400_000)
  const tomorrows = await freshCode(server.context, carla.user)
  server.wait(-86_400_000)
  expect((await log(tomorrows)).responseHeader.responseCode).toBe('05')
})

test('of many logins with one code, sent together, one gets in', async () => {
  server.wait(600_000)
  const secondFactor = await freshCode(server.context, carla.user)
  const all = await Promise.all(
    Array.from({ length: 4 }, () => server.stranger.call(login, { ...carla, secondFactor })),
  )
  expect(all.filter(({ responseHeader }) => responseHeader?.responseCode === '00')).toHaveLength(1)
})

test('who knows the password and guesses codes is slowed down, and asking without one does not help', async () => {
  server.wait(600_000)
  await server.as('elena')
  const elena = { user: 'elena@demo.surtidor.uy', password: PASSWORD }
  for (let i = 0; i < 5; i++) {
    const answer = await server.stranger.call(login, { ...elena, secondFactor: `00000${i}` })
    expect(answer.responseHeader.responseCode).toBe('05')
    await server.stranger.call(login, elena)
  }
  expect((await server.stranger.call(login, { ...elena, secondFactor: '123456' })).status).toBe(429)
})
