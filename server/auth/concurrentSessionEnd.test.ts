import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import {
  codesIn,
  type TestServer,
  startTestServer,
  PASSWORD,
  type Person,
} from '#testing/testServer.ts'
import { openLockHolder, pausablePasswordHasher } from '#testing/lockHolder.ts'
import { createPersonLike } from '#testing/createPerson.ts'

/** A reset, a change of password and a deletion end what was on its way as well. */
const { passwords, stop } = pausablePasswordHasher()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ given: { passwords } })
})
afterAll(() => server.close())

const HERS = 'la nueva de la dueña'
const THIEFS = 'la nueva del ladrón'
const at = (name: string) => `${name}@demo.surtidor.uy`
const codeOf = async (call: ReturnType<Person['call']>) => (await call).responseHeader.responseCode
const enter = (name: string, password: string) =>
  codeOf(server.stranger.call(login, { user: at(name), password }))
async function reset(name: string) {
  const user = at(name)
  await server.stranger.call(resetPassword, { user })
  const { token } = codesIn((await server.mailsTo(user))[0] as never)
  return await codeOf(
    server.stranger.call(confirmResetPassword, { user, password: HERS, code: token }),
  )
}

test.each([
  ['reset', (name: string) => reset(name)],
  [
    'changed',
    (name: string, owner: Person) =>
      codeOf(owner.call(updatePassword, { user: at(name), password: HERS })),
  ],
  [
    'deleted with its account',
    (_name: string, owner: Person) => codeOf(owner.call(deleteAccount, { password: PASSWORD })),
  ],
])('a login with a password that was %s while it was checked opens nothing', async (how, end) => {
  const name = how.slice(0, 7)
  const owner = await createPersonLike(server, name, 'fede')
  const check = stop(PASSWORD)
  const entering = enter(name, PASSWORD)
  await check.reached
  expect(await end(name, owner)).toBe('00')
  check.release()
  expect(await entering).toBe('05')
})

test('a login waits for the change that is being written, and finds it', async () => {
  await createPersonLike(server, 'waiting', 'fede')
  const gate = await openLockHolder(server)
  await gate.hold('select from person where email = $1 for update', [at('waiting')])
  await gate.hold(`update person set password_hash = 'another' where email = $1`, [at('waiting')])
  const entering = enter('waiting', PASSWORD)
  await gate.queued(1)
  await gate.open('commit')
  expect(await entering).toBe('05')
})

test('a session that was ended while it chose a password has chosen none', async () => {
  const thief = await createPersonLike(server, 'chooser', 'fede')
  const hashing = stop(THIEFS)
  const changing = codeOf(thief.call(updatePassword, { user: at('chooser'), password: THIEFS }))
  await hashing.reached
  expect(await reset('chooser')).toBe('00')
  hashing.release()
  expect(await changing).toBe('88')
  expect([await enter('chooser', THIEFS), await enter('chooser', HERS)]).toEqual(['05', '00'])
})

test('a session that was ended while it showed its password deletes nothing', async () => {
  const thief = await createPersonLike(server, 'deleter', 'fede')
  const check = stop(PASSWORD)
  const deleting = codeOf(thief.call(deleteAccount, { password: PASSWORD }))
  await check.reached
  expect(await reset('deleter')).toBe('00')
  check.release()
  expect(await deleting).toBe('88')
  expect(await enter('deleter', HERS)).toBe('00')
})
