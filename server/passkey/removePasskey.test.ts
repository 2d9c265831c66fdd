import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { ONLY_SECOND_FACTOR, removePasskey } from '#contract/passkey/removePasskey.ts'
import { notifications } from '#contract/user/notifications.ts'
import { addPasskey } from '#testing/harness/passkeySteps.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('removePasskey', () => {
  test('removes the own passkey and tells its owner', async () => {
    const ana = await server.as('ana')
    const { passkeyId } = (await addPasskey(ana)).listed
    accepted(await ana.call(removePasskey, { passkeyId }))
    expect((await ana.call(passkeys, {})).passkeys).toEqual([])
    const mails = await server.mailsTo('ana@demo.surtidor.uy')
    expect(mails.filter(({ subject }) => subject.startsWith('Quitaste'))).toHaveLength(1)
    const received = (await ana.call(notifications, {})).notifications
    expect(received.filter(({ title }) => title.startsWith('Quitaste'))).toHaveLength(1)
    const { rows } = await server.context.db.execute(
      sql`select action, subject from audit order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'removePasskey', subject: passkeyId }])
  })

  test('answers the credentials that are left, as the browser takes them', async () => {
    const carla = await server.as('carla')
    const [gone, left] = [await addPasskey(carla), await addPasskey(carla)]
    const answer = await carla.call(removePasskey, { passkeyId: gone.listed.passkeyId })
    const credentials = {
      rpId: 'localhost',
      userId: left.passkey.userHandle,
      allAcceptedCredentialIds: [left.passkey.id.toString('base64url')],
    }
    expect(answer.accepted).toEqual(credentials)
  })

  test('keeps the only second factor of an operator', async () => {
    const diego = await server.as('diego')
    const { passkeyId } = (await addPasskey(diego)).listed
    await server.context.db.execute(sql`delete from second_factor
      where person_id = (select id from person where email = 'diego@demo.surtidor.uy')`)
    const refused = await diego.call(removePasskey, { passkeyId })
    expect(refused.responseHeader.responseDescription).toBe(ONLY_SECOND_FACTOR)
    await addPasskey(diego)
    const { responseHeader } = await diego.call(removePasskey, { passkeyId })
    expect(responseHeader.responseCode).toBe('00')
  })
})
