import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { login } from '#contract/user/login.ts'
import { userData } from '#contract/user/userData.ts'
import type { Mail } from '#db/messaging/mailOutbox.ts'
import { cedula } from '#db/demo/fakeIds.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { codesIn, type TestServer, startTestServer, personAt } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const gabi = {
  email: 'Gabi@correo.example',
  firstName: 'Gabriela',
  firstSurname: "D'Angelo Núñez",
  documentNumber: '1.234.567-2',
  birthdate: '1991-05-20',
  sex: 'F' as const,
  mobile: '099 123 456',
  address: 'Bulevar Artigas 1234 apto. 5, Montevideo, Uruguay',
}
const password = 'tres tristes tigres'
const GABI = 'gabi@correo.example'
const ask = (bent: object = {}, more: object = {}) => {
  server.wait(1000)
  return server.stranger.call(addUser, { user: { ...gabi, ...bent }, password, ...more })
}

test('gabi registers, gets one mail, confirms with its code and logs in as who she said she is', async () => {
  const answer = await ask({}, { consent: true, link: 'http://localhost:3000/' })
  expect(answer.responseHeader.responseCode).toBe('00')
  expect(Object.keys(answer).filter((key) => !/header|status/i.test(key))).toEqual([])
  const early = await server.stranger.call(login, { user: GABI, password })
  expect(early.responseHeader.responseCode).toBe('86')

  const [mail, ...more] = await server.mailsTo(GABI)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Confirmá tu cuenta')
  const { code } = codesIn(mail as never)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  const confirmed = await server.stranger.call(confirmAddUser, { user: GABI, code })
  expect(confirmed.responseHeader.responseCode).toBe('00')
  const session = await server.stranger.call(login, { user: GABI, password })
  expect(session.user).toMatchObject({
    ...gabi,
    email: GABI,
    documentNumber: '12345672',
    birthdate: '19910520',
    mobile: '+59899123456',
  })
  const me = personAt(server.url, session.user.userSessionToken, server.context.now)
  expect((await me.call(userData, {})).roles.map(({ code: role }) => role)).toEqual(['2'])
  const row = await personByEmail(server.context.db, GABI)
  expect(row?.consentAt).toEqual(server.context.now())
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('her e-mail again: the answer is the same, her account too, and she is told once a day', async () => {
  const before = await personByEmail(server.context.db, GABI)
  for (let i = 0; i < 3; i++) {
    const answer = await ask({ firstName: 'Otra', documentNumber: cedula(2_000_000) })
    expect(answer.responseHeader.responseCode).toBe('00')
  }
  expect(await personByEmail(server.context.db, GABI)).toEqual(before)
  const told = (await server.mailsTo(GABI)).filter(({ subject }) =>
    /quiso registrarse/.test(subject),
  )
  expect(told).toHaveLength(1)
  expect(codesIn(told[0] as never)).toEqual({ code: '', token: '' })
})

test('her document from another e-mail: nobody new, she is told, and the stranger learns no name nor e-mail', async () => {
  const answer = await ask({ email: 'otro@correo.example' })
  expect(answer.responseHeader.responseCode).toBe('00')
  expect(await personByEmail(server.context.db, 'otro@correo.example')).toBeUndefined()
  const [told] = await server.mailsTo(GABI)
  expect(told?.subject).toBe('Alguien quiso registrarse con tu cédula')
  expect(told?.text).not.toContain('otro@')
  const [stranger] = await server.mailsTo('otro@correo.example')
  expect(`${stranger?.subject} ${stranger?.text}`).not.toMatch(/gabi|cédula de|1\.?234\.?567/i)
})

const confirm = async (user: string, code: string) =>
  (await server.stranger.call(confirmAddUser, { user, code })).responseHeader
const enter = async (user: string, typed: string) => {
  const answer = await server.stranger.call(login, { user, password: typed })
  return answer.user?.firstName ?? answer.responseHeader.responseCode
}
const newestOf = async (email: string) => (await server.mailsTo(email))[0] as Mail
const HIS = 'la verdadera de hugo'

test('a code makes the account of the registration that it was mailed for, whatever a stranger wrote since', async () => {
  const email = 'hugo@correo.example'
  const documentNumber = cedula(3_111_111)
  await ask({ email, documentNumber, firstName: 'Hugo' }, { password: HIS })
  const his = codesIn(await newestOf(email))
  await ask({ email, documentNumber: cedula(3_111_112), firstName: 'Impostor' })
  const theirs = codesIn(await newestOf(email))
  expect((await confirm(email, his.token)).responseCode).toBe('00')
  expect([await enter(email, HIS), await enter(email, password)]).toEqual(['Hugo', '05'])
  expect(await personByEmail(server.context.db, email)).toMatchObject({ documentNumber })
  for (const code of [theirs.code, theirs.token, his.code])
    expect((await confirm(email, code)).responseCode).toBe('05')
  expect(await enter(email, HIS)).toBe('Hugo')
})

test('the mail says whose name was written, and that there was another registration', async () => {
  const email = 'hilda@correo.example'
  await ask({ email, documentNumber: cedula(3_111_113), firstName: 'Ma. Hilda' })
  const first = await newestOf(email)
  await ask({ email, documentNumber: cedula(3_111_114), firstName: 'Entra.a premio.uy' })
  const second = await newestOf(email)
  expect(first.text).toContain("a nombre de Ma Hilda D'Angelo Núñez")
  expect(first.html).toContain('a nombre de Ma Hilda D&#39;Angelo Núñez')
  expect(second.text).not.toMatch(/premio\.uy|Hilda/)
  expect([first, second].map(({ text }) => /otro registro/.test(text))).toEqual([false, true])
})

test('another code is for the newest registration; the older code of that one is over, and no other', async () => {
  const email = 'hector@correo.example'
  await ask({ email, documentNumber: cedula(3_111_115), firstName: 'Héctor' }, { password: HIS })
  const first = codesIn(await newestOf(email))
  await ask({ email, documentNumber: cedula(3_111_116), firstName: 'Otro' })
  const second = codesIn(await newestOf(email))
  server.wait(1000)
  await confirm(email, '')
  const third = await newestOf(email)
  expect(third.text).toContain('a nombre de Otro')
  expect((await confirm(email, second.token)).responseCode).toBe('05')
  expect((await confirm(email, first.code)).responseCode).toBe('00')
  expect(await enter(email, HIS)).toBe('Héctor')
})

test('a document that became somebody’s meanwhile is not taken from them by an older code', async () => {
  const [email, owner] = ['irma@correo.example', 'iris@correo.example']
  const documentNumber = cedula(3_111_117)
  await ask({ email, documentNumber, firstName: 'Irma' })
  const older = codesIn(await newestOf(email))
  await ask({ email, documentNumber: cedula(3_111_118), firstName: 'Irma' }, { password: HIS })
  const newer = codesIn(await newestOf(email))
  await ask({ email: owner, documentNumber })
  await confirm(owner, codesIn(await newestOf(owner)).token)
  expect(await confirm(email, older.token)).toMatchObject({
    responseCode: '05',
    responseDescription: expect.stringMatching(/registrate de nuevo/),
  })
  expect(await enter(email, HIS)).toBe('86')
  expect((await confirm(email, newer.token)).responseCode).toBe('00')
  expect(await enter(owner, password)).toBe('Gabriela')
})

test('an account that was never confirmed owns nothing: the newest registration takes its place', async () => {
  const hugo = { email: 'hugo2@correo.example', documentNumber: cedula(3_111_119) }
  await ask({ ...hugo, firstName: 'Impostor' })
  const old = codesIn(await newestOf(hugo.email))
  await ask({ ...hugo, firstName: 'Hugo' }, { password: HIS })
  await confirm(hugo.email, codesIn(await newestOf(hugo.email)).token)
  for (const code of [old.code, old.token])
    expect((await confirm(hugo.email, code)).responseCode).toBe('05')
  expect([await enter(hugo.email, password), await enter(hugo.email, HIS)]).toEqual(['05', 'Hugo'])
})

test('a document that waits under another e-mail goes to whoever asked last', async () => {
  const documentNumber = cedula(3_222_222)
  await ask({ email: 'ines1@correo.example', documentNumber })
  await ask({ email: 'ines2@correo.example', documentNumber })
  expect(await personByEmail(server.context.db, 'ines1@correo.example')).toBeUndefined()
  expect(await personByEmail(server.context.db, 'ines2@correo.example')).toMatchObject({
    documentNumber,
  })
})

test('an address gets three codes at once, also when its registration is taken away and made again', async () => {
  const victim = 'victima@correo.example'
  const documentNumber = cedula(4_200_001)
  for (let round = 0; round < 8; round++) {
    await ask({ email: victim, documentNumber })
    await ask({ email: `otro${round}@correo.example`, documentNumber })
  }
  expect(await server.mailsTo(victim)).toHaveLength(3)
})

test('who is mailed no more has their data and password changed no more: the last code confirms what it was mailed for', async () => {
  const email = 'apurada@correo.example'
  const hers = { email, documentNumber: cedula(4_200_002) }
  for (let round = 0; round < 3; round++) await ask(hers)
  await ask({ ...hers, firstName: 'Intrusa' }, { password: 'la clave de otra persona' })
  const [newest] = await server.mailsTo(email)
  const { code } = codesIn(newest as never)
  const confirmed = await server.stranger.call(confirmAddUser, { user: email, code })
  expect(confirmed.responseHeader.responseCode).toBe('00')
  const session = await server.stranger.call(login, { user: email, password })
  expect(session.responseHeader.responseCode).toBe('00')
  expect(session.user.firstName).toBe('Gabriela')
})

test('a stranger who used up her codes keeps her from registering no longer than the last one lives', async () => {
  const email = 'paciente@correo.example'
  for (let round = 0; round < 5; round++)
    await ask({ email, documentNumber: cedula(4_200_003), firstName: 'Intrusa' })
  server.wait(11 * 60_000)
  await ask({ email, documentNumber: cedula(4_200_004) }, { password: HIS })
  expect((await confirm(email, codesIn(await newestOf(email)).code)).responseCode).toBe('00')
  expect(await enter(email, HIS)).toBe('Gabriela')
})

test('many at once with one e-mail and one document make one account, and nobody hears of a failure', async () => {
  const documentNumber = cedula(3_333_333)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      ask({ email: place % 2 ? 'juan@correo.example' : 'juan2@correo.example', documentNumber }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const both = ['juan@correo.example', 'juan2@correo.example']
  const there = await Promise.all(both.map((email) => personByEmail(server.context.db, email)))
  expect(there.filter(Boolean)).toHaveLength(1)
})

test.each([
  ['an e-mail that is none', { email: 'gabi arroba correo' }, /correo no es válido/],
  ['two e-mails', { email: 'a@b.uy,c@d.uy' }, /correo no es válido/],
  ['a header in the e-mail', { email: 'a@b.uy\nBcc: c@d.uy' }, /correo no es válido/],
  ['no name', { firstName: '  ' }, /Escribí tu nombre/],
  ['a name with a link', { firstName: 'Premio http://x.uy' }, /nombre lleva solo letras/],
  ['a document with a wrong digit', { documentNumber: '1.234.567-3' }, /cédula no es válida/],
  ['a day of no calendar', { birthdate: '1991-02-30' }, /no existe/],
  ['a day to come', { birthdate: '20990101' }, /futura/],
  ['a child', { birthdate: '20200101' }, /16 años/],
  ['somebody of 1850', { birthdate: '18500101' }, /año/],
  ['another sex', { sex: 'Z' }, /sexo/],
  ['a number that no mobile has', { mobile: '2400 1234' }, /099 123 456/],
  ['an address without its city', { address: 'Sarandí 1450, , Uruguay' }, /calle, ciudad y país/],
])('a draft with %s is refused with what to mend', async (_what, bent, sentence) => {
  const answer = await ask(bent)
  expect(answer.responseHeader.responseCode).toBe('05')
  expect(answer.responseHeader.responseDescription).toMatch(sentence)
})

test.each([
  ['short', 'corta', /entre 8 y 128/],
  ['endless', 'x'.repeat(129), /entre 8 y 128/],
  ['everybody’s', 'Peñarol1891', /primeras/],
  ['one letter', 'zzzzzzzzzzzz', /primeras/],
  ['her own e-mail', GABI, /primeras/],
])('a password that is %s is refused', async (_what, typed, sentence) => {
  const answer = await ask({}, { password: typed })
  expect(answer.responseHeader.responseDescription).toMatch(sentence)
})

test('who says no to the terms is not registered', async () => {
  const answer = await ask({ email: 'kari@correo.example' }, { consent: false })
  expect(answer.responseHeader.responseDescription).toMatch(/aceptar los términos/)
})
