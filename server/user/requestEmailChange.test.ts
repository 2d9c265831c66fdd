import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { codesIn, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

const ANA = 'ana@demo.surtidor.uy'
const NEW = 'ana.pereira@correo.example'
const server = testServerForEachTest()
const ana = startForEachTest(() => server.as('ana'))

const request = (email: string, password = PASSWORD) =>
  ana.call(requestEmailChange, { email, password })
async function newestTo(email: string) {
  // The newest of two emails is the one with the later time.
  server.wait(1000)
  const [mail] = await server.mailsTo(email)
  return mail ? { ...codesIn(mail), ...mail } : undefined
}
const comparable = ({ responseHeader, status }: Awaited<ReturnType<typeof request>>) => ({
  status,
  responseHeader: { ...responseHeader, rrn: '' },
})

describe('requestEmailChange', () => {
  test('sends a code to each address, names the new one in part only, and changes nothing yet', async () => {
    const answer = await request(' Ana.Pereira@Correo.example ')
    expect(answer.responseHeader.responseCode).toBe('00')
    const [old, fresh] = [await newestTo(ANA), await newestTo(NEW)]
    expect(old?.subject).toBe('Código para cambiar tu correo')
    expect(old?.text).toContain('an•••@correo.example')
    expect(old?.text).toContain(`/#/resetPwdWeb?user=${encodeURIComponent(ANA)}&code=${old?.token}`)
    expect(fresh?.subject).toBe('Confirmá tu correo nuevo')
    expect(fresh?.text).not.toContain(ANA)
    expect(old?.code).not.toBe(fresh?.code)
    expect((await server.as('ana')).token).not.toBe('')
  })

  test('answers the same for an address with an account, whose owner is told, and no code confirms it', async () => {
    const free = await request('libre@correo.example')
    const [older] = await server.mailsTo(ANA)
    const taken = await request('fede@demo.surtidor.uy')
    expect(comparable(taken)).toEqual(comparable(free))
    const mail = await newestTo('fede@demo.surtidor.uy')
    expect(mail?.subject).toBe('Alguien quiso usar tu correo en otra cuenta')
    expect([mail?.code, mail?.text.includes('ana')]).toEqual(['', false])
    const old = (await server.mailsTo(ANA)).find(({ id }) => id !== older?.id)
    const wording = (text = '') => text.replaceAll(/\S+•••\S+|code=\S+|Tu código: \S+/g, '')
    expect(wording(old?.text)).toBe(wording(older?.text))
    const { code } = codesIn(old as never)
    const confirmed = await ana.call(confirmEmailChange, { oldCode: code, newCode: code })
    expect(confirmed.responseHeader.responseCode).toBe('05')
  })

  test('refuses a wrong password and the same address, and sends nothing', async () => {
    for (const [email, password, sentence] of [
      [NEW, 'no es', /contraseña actual no es correcta/],
      [ANA, PASSWORD, /ya es el correo/],
      ['no es un correo', PASSWORD, /no es válido/],
    ] as const) {
      const { responseHeader } = await request(email, password)
      expect(responseHeader.responseCode).toBe('05')
      expect(responseHeader.responseDescription).toMatch(sentence)
    }
    expect(await newestTo(ANA)).toBeUndefined()
    expect(await newestTo(NEW)).toBeUndefined()
  })

  test('does not flood the account’s own address, nor one that several people ask for', async () => {
    const codes: number[] = []
    for (let times = 0; times < 4; times++) codes.push((await request(NEW)).status)
    expect(codes).toEqual([200, 200, 200, 429])
    const gabi = await createPersonLike(server, 'gabi', 'fede')
    const answer = await gabi.call(requestEmailChange, { email: NEW, password: PASSWORD })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect(await server.mailsTo(NEW)).toHaveLength(3)
    server.wait(HOUR_MS)
    expect((await request(NEW)).status).toBe(200)
    expect(await server.mailsTo(NEW)).toHaveLength(4)
  })

  test('the address that an account has left is its own for seven days: nobody registers it', async () => {
    await request(NEW)
    const [oldCode, newCode] = [
      (await newestTo(ANA))?.code ?? '',
      (await newestTo(NEW))?.code ?? '',
    ]
    await ana.call(confirmEmailChange, { oldCode, newCode })
    server.wait(1000)
    const registration = {
      user: {
        email: ANA,
        firstName: 'Otra',
        firstSurname: 'Persona',
        documentNumber: '1.234.567-2',
        birthdate: '01/02/1990',
        sex: 'F' as const,
        mobile: '099 123 456',
        address: 'Rivera 2020, Salto, Uruguay',
      },
      password: 'pan con membrillo',
    }
    const register = async () => {
      expect((await server.stranger.call(addUser, registration)).responseHeader.responseCode).toBe(
        '00',
      )
      return (await newestTo(ANA))?.subject
    }
    expect(await register()).toBe('Alguien quiso registrarse con tu correo')
    server.wait(8 * DAY_MS)
    expect(await register()).toBe('Confirmá tu cuenta')
  })

  test('a deleted account leaves no trace of its changes, in emails neither', async () => {
    const gabi = await createPersonLike(server, 'gabi', 'fede')
    const gabis = 'gabi@demo.surtidor.uy'
    const fresh = 'gabriela@correo.example'
    await gabi.call(requestEmailChange, { email: fresh, password: PASSWORD })
    const [oldCode, newCode] = [
      (await newestTo(gabis))?.code ?? '',
      (await newestTo(fresh))?.code ?? '',
    ]
    await gabi.call(confirmEmailChange, { oldCode, newCode })
    server.wait(1000)
    await gabi.call(requestEmailChange, { email: 'otra@correo.example', password: PASSWORD })
    const { data } = await gabi.call(exportData, {})
    expect(data.cambiosDeCorreo).toMatchObject([
      { newEmail: 'otra@correo.example', confirmedAt: null },
      { oldEmail: gabis, newEmail: fresh },
    ])
    const gone = await gabi.call(deleteAccount, { password: PASSWORD })
    expect(gone.responseHeader.responseCode).toBe('00')
    for (const email of [gabis, fresh, 'otra@correo.example'])
      expect(await server.mailsTo(email)).toEqual([])
    const { rows } = await server.context.db.execute(
      `select 1 from email_change where old_email like 'gabi%' or new_email like 'gabriela%'`,
    )
    expect(rows).toEqual([])
  })
})
