import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { createPasswordHasher, type PasswordHasher } from '#server/auth/passwordHasher.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { codesIn, PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

/**
 * The real hasher with a breakpoint: after `stop(password)`, the next hash or comparison of that
 * password is computed, resolves `reached`, and returns its result after `release`.
 */
function pausablePasswordHasher() {
  const real = createPasswordHasher()
  const stops = new Map<string, () => Promise<void>>()
  const pauseIfStopped = async (password: string) => {
    const stop = stops.get(password)
    stops.delete(password)
    await stop?.()
  }
  const passwords: PasswordHasher = {
    withSlot: (work) =>
      real.withSlot(({ hash, matches }) =>
        work({
          hash: async (password) => {
            const hashed = await hash(password)
            await pauseIfStopped(password)
            return hashed
          },
          matches: async (password, stored) => {
            const result = await matches(password, stored)
            await pauseIfStopped(password)
            return result
          },
        }),
      ),
  }
  return {
    passwords,
    stop: (password: string) => {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      stops.set(password, async () => {
        reached.resolve()
        await released.promise
      })
      return { reached: reached.promise, release: released.resolve }
    },
  }
}

const { passwords, stop } = pausablePasswordHasher()
const server = testServerForFile({ given: { passwords } })

const OWNERS_PASSWORD = 'la nueva de la dueña'
const THIEFS_PASSWORD = 'la nueva del ladrón'
const at = (name: string) => `${name}@demo.surtidor.uy`
const codeOf = async (call: ReturnType<Person['call']>) => (await call).responseHeader.responseCode
const logIn = (name: string, password: string) =>
  codeOf(server.stranger.call(login, { user: at(name), password }))
async function reset(name: string) {
  const user = at(name)
  await server.stranger.call(resetPassword, { user })
  const { token } = codesIn((await server.mailsTo(user))[0] as never)
  return await codeOf(
    server.stranger.call(confirmResetPassword, { user, password: OWNERS_PASSWORD, code: token }),
  )
}

describe('concurrent end of a session', () => {
  test.each([
    ['reset', (name: string) => reset(name)],
    [
      'changed',
      (name: string, owner: Person) =>
        codeOf(owner.call(updatePassword, { user: at(name), password: OWNERS_PASSWORD })),
    ],
    [
      'deleted with its account',
      (_name: string, owner: Person) => codeOf(owner.call(deleteAccount, { password: PASSWORD })),
    ],
  ])('refuses a login whose password was %s during its check', async (how, end) => {
    const name = how.slice(0, 7)
    const owner = await createPersonLike(server, name, 'fede')
    const check = stop(PASSWORD)
    const signingIn = logIn(name, PASSWORD)
    await check.reached
    expect(await end(name, owner)).toBe('00')
    check.release()
    expect(await signingIn).toBe('05')
  })

  test('makes a login wait for a change of password that is being written', async () => {
    await createPersonLike(server, 'waiting', 'fede')
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock('select from person where email = $1 for update', [at('waiting')])
    await lockHolder.lock(`update person set password_hash = 'another' where email = $1`, [
      at('waiting'),
    ])
    const signingIn = logIn('waiting', PASSWORD)
    await lockHolder.waitForBlocked(1)
    await lockHolder.release('commit')
    expect(await signingIn).toBe('05')
  })

  test('refuses updatePassword of a session that ended meanwhile', async () => {
    const thief = await createPersonLike(server, 'chooser', 'fede')
    const hashing = stop(THIEFS_PASSWORD)
    const changing = codeOf(
      thief.call(updatePassword, { user: at('chooser'), password: THIEFS_PASSWORD }),
    )
    await hashing.reached
    expect(await reset('chooser')).toBe('00')
    hashing.release()
    expect(await changing).toBe('88')
    expect([
      await logIn('chooser', THIEFS_PASSWORD),
      await logIn('chooser', OWNERS_PASSWORD),
    ]).toEqual(['05', '00'])
  })

  test('refuses deleteAccount of a session that ended meanwhile', async () => {
    const thief = await createPersonLike(server, 'deleter', 'fede')
    const check = stop(PASSWORD)
    const deleting = codeOf(thief.call(deleteAccount, { password: PASSWORD }))
    await check.reached
    expect(await reset('deleter')).toBe('00')
    check.release()
    expect(await deleting).toBe('88')
    expect(await logIn('deleter', OWNERS_PASSWORD)).toBe('00')
  })

  test('S1: ends a session whose use is written while its end is not committed', async () => {
    const person = await createPersonLike(server, 'toucher', 'fede')
    const lockHolder = await createLockHolder(server)
    server.wait(2 * HOUR_MS)
    await lockHolder.lock(
      `update session set revoked_at = now() from person
        where person.id = person_id and email = $1 and revoked_at is null`,
      [at('toucher')],
    )
    const calling = codeOf(person.call(roles, {}))
    await lockHolder.waitForBlocked(1)
    await lockHolder.release('commit')
    expect([await calling, await codeOf(person.call(roles, {}))]).toEqual(['88', '88'])
  })
})
