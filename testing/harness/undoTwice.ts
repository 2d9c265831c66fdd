import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { createConstantTimeQueue } from '#server/auth/constantTimeQueue.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { createTestClient, fetchFrom } from '#testing/harness/testClient.ts'
import type { TestServer } from '#testing/harness/testServer.ts'

/**
 * Sends the link of an undo to two servers, each with another password, which both wait for the lock
 * on the person's row. @returns the code of each answer with its password, the accepted one first
 */
export async function undoTwice(server: TestServer, link: { user: string; code: string }) {
  // Its own queue: one queue lets one request for an address run at a time.
  const { port } = await server.second({ constantTimeQueue: createConstantTimeQueue(0) })
  const lockHolder = await createLockHolder(server)
  await lockHolder.lock('select from person where email = $1 for update', [link.user])
  const urls = [server.url, `http://127.0.0.1:${port}`]
  const answers = urls.map(async (url, index) => {
    const client = createTestClient({ post: fetchFrom(url), now: server.context.now })
    const password = `una de dos contraseñas, la ${index}`
    const { responseHeader } = await client.call(confirmResetPassword, { ...link, password })
    return [responseHeader.responseCode, password] as const
  })
  await lockHolder.waitForBlocked(2)
  await lockHolder.release('commit')
  return (await Promise.all(answers)).toSorted()
}
