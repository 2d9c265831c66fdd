import { afterAll, beforeAll, expect, test } from 'vitest'
import { contact } from '#contract/user/contact.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import {
  type TestServer,
  startTestServer,
  PASSWORD,
  type Person,
  personAt,
} from '#testing/testServer.ts'

/** What protects an account is counted in the database: by all servers together, over every restart. */
let server: TestServer
let elsewhere: (token: string) => Person
beforeAll(async () => {
  server = await startTestServer()
  const { port } = await server.second()
  elsewhere = (token) => personAt(`http://127.0.0.1:${port}`, token, server.context.now)
})
afterAll(() => server.close())

const ANA = 'ana@demo.surtidor.uy'

test('wrong passwords are counted by two servers as by one', async () => {
  const guess = async (person: Person, password: string) =>
    (await person.call(login, { user: ANA, password })).status
  const doors = [server.stranger, elsewhere('')] as const
  const statuses: number[] = []
  for (const password of ['1', '2', '3', '4', '5'])
    statuses.push(await guess(doors[Number(password) % 2 ? 0 : 1], password))
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  for (const door of doors) expect(await guess(door, PASSWORD)).toBe(429)
  // A server that was started since knows of it too.
  const { port } = await server.second()
  const late = personAt(`http://127.0.0.1:${port}`, '', server.context.now)
  expect(await guess(late, PASSWORD)).toBe(429)
})

test('so are the messages of a person and the codes that a mailbox gets', async () => {
  const fede = await server.as('fede')
  const fields = { text: 'No imprime.', title: 'Ticket', type: 'Reclamo', branchCode: '' }
  const write = async (person: Person) => (await person.call(contact, fields)).status
  const there = elsewhere(fede.token)
  const statuses = [await write(fede), await write(there), await write(fede), await write(there)]
  expect([...statuses, await write(fede)]).toEqual([200, 200, 200, 200, 200])
  expect([await write(fede), await write(there)]).toEqual([429, 429])

  for (let times = 0; times < 4; times++)
    for (const person of [server.stranger, elsewhere('')])
      expect((await person.call(resetPassword, { user: ANA, link: '' })).status).toBe(200)
  expect(await server.mailsTo(ANA)).toHaveLength(3)
})
