import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import type { TestServer } from '#testing/harness/testServer.ts'

/**
 * Sends the link of an undo to two servers, each with another password, which both wait for the lock
 * on the person's row. @returns the code of each answer with its password, the accepted one first
 */
export async function undoTwice(server: TestServer, link: { user: string; code: string }) {
  const other = await server.second()
  const lockHolder = await createLockHolder(server)
  await lockHolder.lock('select from person where email = $1 for update', [link.user])
  const answers = [server.stranger, other.session('')].map(async (client, index) => {
    const password = `una de dos contraseñas, la ${index}`
    const { responseHeader } = await client.call(confirmResetPassword, { ...link, password })
    return [responseHeader.responseCode, password] as const
  })
  await lockHolder.waitForBlocked(2)
  await lockHolder.release('commit')
  return (await Promise.all(answers)).toSorted()
}
