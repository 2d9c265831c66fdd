import { describe, expect, test } from 'vitest'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { login } from '#contract/user/login.ts'
import { userData } from '#contract/user/userData.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { cedula } from '#db/demo/fakeIds.ts'
import type { Mail } from '#db/messaging/mailOutbox.ts'
import { codesIn, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()

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

const confirm = async (user: string, code: string) =>
  (await server.stranger.call(confirmAddUser, { user, code })).responseHeader
const enter = async (user: string, typed: string) => {
  const answer = await server.stranger.call(login, { user, password: typed })
  return answer.user?.firstName ?? answer.responseHeader.responseCode
}
const newestOf = async (email: string) => (await server.mailsTo(email))[0] as Mail
const OWNER_PASSWORD = 'la verdadera de hugo'

/** Registers gabi and confirms the account. */
async function createGabi() {
  await ask()
  expect((await confirm(GABI, codesIn(await newestOf(GABI)).code)).responseCode).toBe('00')
}

describe('addUser', () => {
  test('sends one code, whose confirmation makes the account', async () => {
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
    const me = server.session(session.user.userSessionToken)
    expect((await me.call(userData, {})).roles.map(({ code: role }) => role)).toEqual(['2'])
    const row = await personByEmail(server.context.db, GABI)
    expect(row?.consentAt).toEqual(server.context.now())
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('answers 00 for a taken email, changes nothing and notifies the owner once a day', async () => {
    await createGabi()
    const before = await personByEmail(server.context.db, GABI)
    for (let i = 0; i < 3; i++) {
      const answer = await ask({ firstName: 'Otra', documentNumber: cedula(2_000_000) })
      expect(answer.responseHeader.responseCode).toBe('00')
    }
    expect(await personByEmail(server.context.db, GABI)).toEqual(before)
    const notices = (await server.mailsTo(GABI)).filter(({ subject }) =>
      /quiso registrarse/.test(subject),
    )
    expect(notices).toHaveLength(1)
    expect(codesIn(notices[0] as never)).toEqual({ code: '', token: '' })
  })

  test('answers 00 for a taken document, notifies its owner, and reveals nothing to the new email', async () => {
    await createGabi()
    const answer = await ask({ email: 'otro@correo.example' })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect(await personByEmail(server.context.db, 'otro@correo.example')).toBeUndefined()
    const [notice] = await server.mailsTo(GABI)
    expect(notice?.subject).toBe('Alguien quiso registrarse con tu cédula')
    expect(notice?.text).not.toContain('otro@')
    const [stranger] = await server.mailsTo('otro@correo.example')
    expect(`${stranger?.subject} ${stranger?.text}`).not.toMatch(/gabi|cédula de|1\.?234\.?567/i)
  })

  test('a code confirms the registration for which it was sent, not a later one with the same email', async () => {
    const email = 'hugo@correo.example'
    const documentNumber = cedula(3_111_111)
    await ask({ email, documentNumber, firstName: 'Hugo' }, { password: OWNER_PASSWORD })
    const owner = codesIn(await newestOf(email))
    await ask({ email, documentNumber: cedula(3_111_112), firstName: 'Impostor' })
    const other = codesIn(await newestOf(email))
    expect((await confirm(email, owner.token)).responseCode).toBe('00')
    expect([await enter(email, OWNER_PASSWORD), await enter(email, password)]).toEqual([
      'Hugo',
      '05',
    ])
    expect(await personByEmail(server.context.db, email)).toMatchObject({ documentNumber })
    for (const code of [other.code, other.token])
      expect((await confirm(email, code)).responseCode).toBe('05')
    // The code that was redeemed by its link is the same confirmation again.
    expect((await confirm(email, owner.token)).responseCode).toBe('00')
    expect(await enter(email, OWNER_PASSWORD)).toBe('Hugo')
  })

  test('the email shows the registered name, and that there is another registration', async () => {
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

  test('a requested code is for the newest registration and ends only the older code of that one', async () => {
    const email = 'hector@correo.example'
    await ask(
      { email, documentNumber: cedula(3_111_115), firstName: 'Héctor' },
      { password: OWNER_PASSWORD },
    )
    const first = codesIn(await newestOf(email))
    await ask({ email, documentNumber: cedula(3_111_116), firstName: 'Otro' })
    const second = codesIn(await newestOf(email))
    server.wait(1000)
    await confirm(email, '')
    const third = await newestOf(email)
    expect(third.text).toContain('a nombre de Otro')
    expect((await confirm(email, second.token)).responseCode).toBe('05')
    expect((await confirm(email, first.code)).responseCode).toBe('00')
    expect(await enter(email, OWNER_PASSWORD)).toBe('Héctor')
  })

  test('a code cannot take a document that another account has confirmed since', async () => {
    const [email, owner] = ['irma@correo.example', 'iris@correo.example']
    const documentNumber = cedula(3_111_117)
    await ask({ email, documentNumber, firstName: 'Irma' })
    const older = codesIn(await newestOf(email))
    await ask(
      { email, documentNumber: cedula(3_111_118), firstName: 'Irma' },
      { password: OWNER_PASSWORD },
    )
    const newer = codesIn(await newestOf(email))
    await ask({ email: owner, documentNumber })
    await confirm(owner, codesIn(await newestOf(owner)).token)
    expect(await confirm(email, older.token)).toMatchObject({
      responseCode: '05',
      responseDescription: expect.stringMatching(/registrate de nuevo/),
    })
    expect(await enter(email, OWNER_PASSWORD)).toBe('86')
    expect((await confirm(email, newer.token)).responseCode).toBe('00')
    expect(await enter(owner, password)).toBe('Gabriela')
  })

  test('a registration replaces an unconfirmed one with the same email and document', async () => {
    const hugo = { email: 'hugo2@correo.example', documentNumber: cedula(3_111_119) }
    await ask({ ...hugo, firstName: 'Impostor' })
    const old = codesIn(await newestOf(hugo.email))
    await ask({ ...hugo, firstName: 'Hugo' }, { password: OWNER_PASSWORD })
    await confirm(hugo.email, codesIn(await newestOf(hugo.email)).token)
    for (const code of [old.code, old.token])
      expect((await confirm(hugo.email, code)).responseCode).toBe('05')
    expect([await enter(hugo.email, password), await enter(hugo.email, OWNER_PASSWORD)]).toEqual([
      '05',
      'Hugo',
    ])
  })

  test('a registration takes the document of another unconfirmed account', async () => {
    const documentNumber = cedula(3_222_222)
    await ask({ email: 'ines1@correo.example', documentNumber })
    await ask({ email: 'ines2@correo.example', documentNumber })
    expect(await personByEmail(server.context.db, 'ines1@correo.example')).toBeUndefined()
    expect(await personByEmail(server.context.db, 'ines2@correo.example')).toMatchObject({
      documentNumber,
    })
  })

  test('sends at most three codes at once to an email, also when its registration is replaced', async () => {
    const victim = 'victima@correo.example'
    const documentNumber = cedula(4_200_001)
    for (let round = 0; round < 8; round++) {
      await ask({ email: victim, documentNumber })
      await ask({ email: `otro${round}@correo.example`, documentNumber })
    }
    expect(await server.mailsTo(victim)).toHaveLength(3)
  })

  test('stores no registration for which no code is sent', async () => {
    const email = 'apurada@correo.example'
    const draft = { email, documentNumber: cedula(4_200_002) }
    for (let round = 0; round < 3; round++) await ask(draft)
    await ask({ ...draft, firstName: 'Intrusa' }, { password: 'la clave de otra persona' })
    const [newest] = await server.mailsTo(email)
    const { code } = codesIn(newest as never)
    const confirmed = await server.stranger.call(confirmAddUser, { user: email, code })
    expect(confirmed.responseHeader.responseCode).toBe('00')
    const session = await server.stranger.call(login, { user: email, password })
    expect(session.responseHeader.responseCode).toBe('00')
    expect(session.user.firstName).toBe('Gabriela')
  })

  test('sends a new code when the last one of a used-up limit has expired', async () => {
    const email = 'paciente@correo.example'
    for (let round = 0; round < 5; round++)
      await ask({ email, documentNumber: cedula(4_200_003), firstName: 'Intrusa' })
    server.wait(11 * 60_000)
    await ask({ email, documentNumber: cedula(4_200_004) }, { password: OWNER_PASSWORD })
    expect((await confirm(email, codesIn(await newestOf(email)).code)).responseCode).toBe('00')
    expect(await enter(email, OWNER_PASSWORD)).toBe('Gabriela')
  })

  test('concurrent registrations with one document make one account, and all get HTTP 200', async () => {
    const documentNumber = cedula(3_333_333)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        ask({ email: place % 2 ? 'juan@correo.example' : 'juan2@correo.example', documentNumber }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const both = ['juan@correo.example', 'juan2@correo.example']
    const stored = await Promise.all(both.map((email) => personByEmail(server.context.db, email)))
    expect(stored.filter(Boolean)).toHaveLength(1)
  })
})

describe('addUser with invalid fields', () => {
  test('rejects each with 05 and a sentence', async () => {
    const cases = [
      ['an invalid email', { email: 'gabi arroba correo' }, /correo no es válido/],
      ['two emails', { email: 'a@b.uy,c@d.uy' }, /correo no es válido/],
      ['a header in the email', { email: 'a@b.uy\nBcc: c@d.uy' }, /correo no es válido/],
      ['no name', { firstName: '  ' }, /Escribí tu nombre/],
      ['a name with a link', { firstName: 'Premio http://x.uy' }, /nombre lleva solo letras/],
      ['a document with a wrong digit', { documentNumber: '1.234.567-3' }, /cédula no es válida/],
      ['a day that does not exist', { birthdate: '1991-02-30' }, /no existe/],
      ['a future birthdate', { birthdate: '20990101' }, /futura/],
      ['an age below 16', { birthdate: '20200101' }, /16 años/],
      ['an age above 120', { birthdate: '18500101' }, /año/],
      ['an unknown sex', { sex: 'Z' }, /sexo/],
      ['a landline number', { mobile: '2400 1234' }, /099 123 456/],
      [
        'an address without its city',
        { address: 'Sarandí 1450, , Uruguay' },
        /calle, ciudad y país/,
      ],
    ] as const
    for (const [what, bent, sentence] of cases) {
      const answer = await ask(bent)
      expect.soft(answer.responseHeader.responseCode, what).toBe('05')
      expect.soft(answer.responseHeader.responseDescription, what).toMatch(sentence)
    }
  })

  test('rejects a password that is too weak', async () => {
    const cases = [
      ['too short', 'corta', /entre 8 y 128/],
      ['too long', 'x'.repeat(129), /entre 8 y 128/],
      ['common', 'Peñarol1891', /primeras/],
      ['one repeated letter', 'zzzzzzzzzzzz', /primeras/],
      ['the own email', GABI, /datos tuyos/],
    ] as const
    for (const [what, typed, sentence] of cases) {
      const answer = await ask({}, { password: typed })
      expect.soft(answer.responseHeader.responseDescription, what).toMatch(sentence)
    }
  })

  test('rejects a refused consent', async () => {
    const answer = await ask({ email: 'kari@correo.example' }, { consent: false })
    expect(answer.responseHeader.responseDescription).toMatch(/aceptar los términos/)
  })
})
