import { describe, expect, test } from 'vitest'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { notifications } from '#contract/user/notifications.ts'
import { codesIn, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const BETO = 'beto@demo.surtidor.uy'
const GUILLERMO = {
  email: 'guillermo@correo.example',
  firstName: 'Guillermo',
  firstSurname: 'Vidal',
  documentNumber: '',
  birthdate: '12/05/1990',
  sex: 'M' as const,
  mobile: '099 123 456',
  address: 'Rivera 2020, Salto, Uruguay',
}
const confirm = (code: string, user: string | { email: string } = BETO) =>
  server.stranger.call(confirmAddUser, { user, code })
const codeOf = (answer: Awaited<ReturnType<typeof confirm>>) => answer.responseHeader?.responseCode
const newest = async () => codesIn((await server.mailsTo(BETO))[0] as never)

describe('confirmAddUser', () => {
  test('an empty code requests a new one, which confirms the account once, in every notation', async () => {
    expect(codeOf(await confirm(''))).toBe('00')
    const { code } = await newest()
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect(codeOf(await confirm(typed, { email: 'BETO@demo.surtidor.uy' }))).toBe('00')
    const beto = await server.enter(BETO)
    const [welcome] = (await beto.call(notifications, {})).notifications
    expect(welcome?.title).toBe('Te damos la bienvenida, Alberto')
  })

  test('the same confirmation sent twice is 00 twice, welcomes once and says nothing of other codes', async () => {
    const guillermo = { ...GUILLERMO, documentNumber: '1.234.567-2' }
    await server.stranger.call(addUser, { user: guillermo, password: 'pan con membrillo' })
    const { code, token } = codesIn((await server.mailsTo(guillermo.email))[0] as never)
    const at = (typed: string) => confirm(typed, guillermo.email)
    const both = await Promise.all([at(code), at(code)])
    expect(both.map(codeOf)).toEqual(['00', '00'])
    for (const typed of [code, token]) expect(codeOf(await at(typed))).toBe('00')
    const me = await server.enter(guillermo.email, 'pan con membrillo')
    expect((await me.call(notifications, {})).notifications).toHaveLength(1)
    const wrong = await at('AAAA-AAAA')
    expect(codeOf(wrong)).toBe('05')
    expect(wrong.responseHeader.responseDescription).toBe(
      (await confirm(code, 'nadie@demo.surtidor.uy')).responseHeader.responseDescription,
    )
  })

  test('requesting a code answers 00 and sends nothing for a confirmed and for an unknown account', async () => {
    const ana = 'ana@demo.surtidor.uy'
    for (const user of [ana, 'nadie@demo.surtidor.uy'])
      expect(codeOf(await confirm('', user))).toBe('00')
    expect(await server.mailsTo(ana)).toEqual([])
    expect(await server.mailsTo('nadie@demo.surtidor.uy')).toEqual([])
  })
})
