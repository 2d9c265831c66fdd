import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { BIRTHDATE_CROSSES_AGE } from '#contract/fields/birthdate.ts'
import { MAX_PICTURE_BYTES } from '#contract/fields/documentPicture.ts'
import { messagePicture } from '#contract/operator/messagePicture.ts'
import { contact } from '#contract/user/contact.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { userData } from '#contract/user/userData.ts'
import { purgeExpired } from '#db/retention.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const desk = () => objectSteps(elena, 'message')

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(60, 'cedula')])
const picture = JPEG.toString('base64')
const wish = {
  title: 'Corregir mi fecha de nacimiento',
  type: 'Corrección',
  text: 'Va la foto.',
  birthdate: '20/05/1985',
  picture,
}
const rowsOf = async (query: ReturnType<typeof sql>) =>
  (await server.context.db.execute(query)).rows
const pictures = async () => await rowsOf(sql`select 1 from contact_picture`)
const sentenceOf = async (call: ReturnType<Person['call']>) => {
  const { status, responseHeader } = await call
  return [status, responseHeader.responseCode, responseHeader.responseDescription]
}

/** A driver who has used the correction of the profile. */
async function corrected(name: string) {
  const person = await createPersonLike(server, name, 'fede')
  await person.call(updateUser, { user: { birthdate: '15/03/1987' } })
  return person
}
/** Sends the wish. @returns the id of its message */
async function send(person: Person, fields: object = {}) {
  server.wait(60_000)
  expect(await sentenceOf(person.call(contact, { ...wish, ...fields }))).toContain('00')
  return (await desk().list())[0]?.id ?? ''
}

describe('a birthdate with a photo', () => {
  test('is seen by an operator, set with the answer, and the photo is deleted', async () => {
    const gabi = await corrected('gabi')
    const messageId = await send(gabi)
    const wished = 'Nacimiento que pide'
    const page = await desk().page(messageId)
    expect([page.picture, factOf(page, wished)]).toEqual([messageId, { text: '•••' }])
    expect(factOf(await desk().page(messageId, true), wished)).toEqual({ day: '19850520' })
    const { data } = await gabi.call(exportData, {})
    expect(data.mensajes[0]).toMatchObject({ id: messageId, wishedBirthdate: '1985-05-20' })
    expect(JSON.stringify(data)).not.toContain(picture)

    const seen = await elena.call(messagePicture, { messageId })
    expect([seen.picture, seen.mediaType]).toEqual([picture, 'image/jpeg'])
    await elena.call(messagePicture, { messageId })
    expect(
      await rowsOf(
        sql`select detail from audit where action = 'messagePicture' and subject = ${messageId}
          and actor_id = (select id from person where email like 'elena@%')`,
      ),
    ).toEqual([{ detail: {} }, { detail: {} }])
    const keptAnswers = sql`select 1 from idempotent_request where answer::text like ${`%${picture}%`}`
    expect(await rowsOf(keptAnswers)).toEqual([])

    accepted(await desk().act(messageId, 'correct', { answer: 'Gracias.' }))
    expect((await gabi.call(userData, {})).user.birthdate).toBe('19850520')
    expect(await pictures()).toEqual([])
    const decided = await desk().page(messageId)
    expect(decided.picture).toBeUndefined()
    expect(decided.conversation?.at(-1)).toMatchObject({
      side: 'network',
      text: 'Corregimos tu fecha de nacimiento.\nGracias.',
    })
    expect(
      await rowsOf(
        sql`select detail from audit where action = 'correctBirthdate' and subject = ${messageId}`,
      ),
    ).toEqual([{ detail: {} }])
    // The photo is gone for good.
    expect(await sentenceOf(elena.call(messagePicture, { messageId }))).toContain('05')
  })

  test.each([
    ['answered', 'answer'],
    ['closed', 'close'],
  ])('is kept as it was when the message is %s, and the photo is deleted', async (name, action) => {
    const person = await corrected(name)
    const messageId = await send(person)
    accepted(await desk().act(messageId, action, { answer: 'No se lee.' }))
    expect((await person.call(userData, {})).user.birthdate).toBe('19870315')
    expect(await pictures()).toEqual([])
    // The next photo is accepted, and the decided message cannot be corrected after all.
    expect(await sentenceOf(desk().act(messageId, 'correct'))).toContain('05')
    accepted(await desk().act(await send(person), 'close'))
  })

  test('of an operator is corrected by another one', async () => {
    const second = await createPersonLike(server, 'second', 'elena')
    const messageId = await send(await corrected('dario'))
    await server.owner.query(
      `update contact_message set person_id = (select id from person where email like 'second@%') where id = $1`,
      [messageId],
    )
    const own = await objectSteps(second, 'message').act(messageId, 'correct')
    expect(own.responseHeader.reason).toBe('own_request')
    expect(await pictures()).toHaveLength(1)
    accepted(await desk().act(messageId, 'correct'))
    expect(await pictures()).toEqual([])
  })

  test('S6: is for those only whose correction the profile does not take', async () => {
    const inProfile = await createPersonLike(server, 'nueva', 'fede')
    expect(await sentenceOf(inProfile.call(contact, wish))).toEqual([
      200,
      '05',
      'Esa corrección la podés hacer vos en Mis Datos: no hace falta una foto.',
    ])
    // A date that changes who may pay is refused there, and that refusal leads here.
    const year = server.context.now().getFullYear() - 17
    const birthdate = `${year}0101`
    expect(await sentenceOf(inProfile.call(updateUser, { user: { birthdate } }))).toContain(
      BIRTHDATE_CROSSES_AGE,
    )
    accepted(await desk().act(await send(inProfile, { birthdate }), 'close'))
    const child = { ...wish, birthdate: `${year + 5}0101` }
    expect((await sentenceOf(inProfile.call(contact, child)))[2]).toMatch(/16 años o más/)
    expect(await pictures()).toEqual([])
  })

  test('waits once: of two photos sent at once the second is refused and stores no message', async () => {
    const dora = await corrected('dora')
    const answers = await Promise.all([dora.call(contact, wish), dora.call(contact, wish)])
    expect(
      answers.map(({ responseHeader }) => responseHeader.responseDescription).toSorted()[1],
    ).toBe('Ya tenemos una foto tuya: esperá a que te contestemos.')
    expect(await pictures()).toHaveLength(1)
    expect((await dora.call(exportData, {})).data.mensajes).toHaveLength(1)
    expect(await sentenceOf(dora.call(deleteAccount, { password: PASSWORD }))).toContain('00')
    expect(await pictures()).toEqual([])
  })

  test.each([
    ['a file that is no picture', { picture: Buffer.from('<svg/>').toString('base64') }, /JPEG/],
    ['no base64', { picture: 'no es base64' }, /No pudimos leer esa foto/],
    [
      'a photo over 400 kB',
      { picture: Buffer.alloc(MAX_PICTURE_BYTES + 3, JPEG).toString('base64') },
      /como mucho 400 kB/,
    ],
    ['a photo without a date', { birthdate: undefined }, /van juntas/],
    ['a date without a photo', { picture: undefined }, /van juntas/],
    ['a date that does not exist', { birthdate: '31/02/1990' }, /no existe/],
  ])('refuses %s', async (_name, bent, sentence) => {
    const ana = await server.as('ana')
    const [status, code, text] = await sentenceOf(ana.call(contact, { ...wish, ...bent }))
    expect([status, code]).toEqual([200, '05'])
    expect(text).toMatch(sentence)
    expect(await pictures()).toEqual([])
  })

  test('accepts a photo of 400 kB, and a larger body gets 413', async () => {
    const tito = await corrected('tito')
    const largest = Buffer.alloc(MAX_PICTURE_BYTES, JPEG).toString('base64')
    const tooLarge = await tito.call(contact, { ...wish, picture: largest.repeat(2) })
    expect(tooLarge.status).toBe(413)
    expect(await sentenceOf(tito.call(contact, { ...wish, picture: largest }))).toContain('00')
    await tito.call(deleteAccount, { password: PASSWORD })
  })

  test('shows no photo to other roles, or before the second factor', async () => {
    const rosa = await corrected('rosa')
    const messageId = await send(rosa)
    for (const name of ['ana', 'carla', 'diego'])
      expect(
        await sentenceOf((await server.as(name)).call(messagePicture, { messageId })),
      ).toContain('05')
    expect(await sentenceOf(rosa.call(messagePicture, { messageId }))).toContain('05')
    const { rows } = await server.context.db.execute(
      sql`update session set second_factor_at = null where person_id =
        (select id from person where email like 'elena@%') returning second_factor_at`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(await sentenceOf(elena.call(messagePicture, { messageId }))).toContain('05')
    expect(
      await rowsOf(
        sql`select 1 from audit where action = 'messagePicture' and subject = ${messageId}`,
      ),
    ).toEqual([])

    // Nobody has decided within 30 days.
    const after = (days: number) => new Date(server.context.now().getTime() + days * DAY_MS)
    await purgeExpired(server.context.db, after(29))
    expect(await pictures()).toHaveLength(1)
    await purgeExpired(server.context.db, after(31))
    expect(await pictures()).toEqual([])
  })
})
