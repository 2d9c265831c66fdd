import { beforeAll, describe, expect, test } from 'vitest'
import { contact } from '#contract/user/contact.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

let onSecond: (token: string) => Person
const server = testServerForFile()
beforeAll(async () => {
  onSecond = (await server.second()).session
})

const ANA = 'ana@demo.surtidor.uy'

describe('delays and limits across servers', () => {
  test('counts wrong passwords of all servers together, and those of before a start', async () => {
    const guess = async (person: Person, password: string) =>
      (await person.call(login, { user: ANA, password })).status
    const callers = [server.stranger, onSecond('')] as const
    const statuses: number[] = []
    for (const password of ['1', '2', '3', '4', '5'])
      statuses.push(await guess(callers[Number(password) % 2 ? 0 : 1], password))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    for (const caller of callers) expect(await guess(caller, PASSWORD)).toBe(429)
    const late = (await server.second()).session('')
    expect(await guess(late, PASSWORD)).toBe(429)
  })

  test('counts messages and sent codes of all servers together', async () => {
    const fede = await server.as('fede')
    const fields = { text: 'No imprime.', title: 'Ticket', type: 'Reclamo', branchCode: '' }
    const write = async (person: Person) => (await person.call(contact, fields)).status
    const second = onSecond(fede.token)
    const statuses = [
      await write(fede),
      await write(second),
      await write(fede),
      await write(second),
    ]
    expect([...statuses, await write(fede)]).toEqual([200, 200, 200, 200, 200])
    expect([await write(fede), await write(second)]).toEqual([429, 429])

    for (let times = 0; times < 4; times++)
      for (const person of [server.stranger, onSecond('')])
        expect((await person.call(resetPassword, { user: ANA, link: '' })).status).toBe(200)
    expect(await server.mailsTo(ANA)).toHaveLength(3)
  })
})
