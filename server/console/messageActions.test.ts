import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { toStamp } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { notifications } from '#contract/user/notifications.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))
let elena: ReturnType<typeof objectSteps>
let second: ReturnType<typeof objectSteps>
let diego: ReturnType<typeof objectSteps>
beforeAll(async () => {
  elena = objectSteps(await server.as('elena'), 'message')
  second = objectSteps(await createPersonLike(server, 'second', 'elena'), 'message')
  diego = objectSteps(await server.as('diego'), 'message')
})

const ANA = 'ana@demo.surtidor.uy'
/** Stores a message, of which a driver may send five an hour, and returns its id. */
async function send(title: string, { sender = ANA, branchCode = '' } = {}): Promise<string> {
  const id = randomUUID()
  await server.owner.query(
    `insert into contact_message (id, person_id, type, title, text, branch_code, at)
     select $1, id, 'Reclamo', $2, 'No anda.', $3, $4 from person where email = $5`,
    [id, title, branchCode, server.context.now(), sender],
  )
  server.wait(1_000)
  return id
}
const newest = async () => (await ana.call(sentMessages, {})).messages[0]
const messagesAboutAnswers = async () =>
  (await ana.call(notifications, { type: NOTIFICATION_TYPES.Message })).notifications
const heard = async () => [
  (await messagesAboutAnswers()).length,
  (await server.mailsTo(ANA)).length,
]
const more = (counts: (number | undefined)[]) => counts.map((count = 0) => count + 1)
/** A request that the projects of repeats do not repeat: its locks are counted. */
const ONCE = { header: {} }
const actionsOf = async (who: typeof elena, id: string) =>
  (await who.page(id)).actions.map(({ name }) => name)

describe('the answer to a message', () => {
  test('is stored, and the sender gets a notification and an email', async () => {
    const id = await send('Aire <b>')
    const answer = 'Anda el lunes.\nGracias.'
    accepted(await elena.act(id, 'answer', { answer, template: '' }))
    expect(await newest()).toMatchObject({
      id,
      state: 'ANSWERED',
      answer,
      answeredAt: toStamp(server.context.now()),
    })
    expect((await messagesAboutAnswers())[0]).toMatchObject({
      type: NOTIFICATION_TYPES.Message,
      title: 'Contestamos tu mensaje',
      text: `Sobre «Aire <b>»: ${answer}`,
      read: 'false',
      url: `/#/commnents?id=${id}`,
    })
    const [mail] = await server.mailsTo(ANA)
    expect(mail?.subject).toBe('Contestamos tu mensaje')
    expect(mail?.text).toContain('Anda el lunes.')
    expect(mail?.text).toContain(`/#/commnents?id=${id}`)
    expect(mail?.html).toContain('Aire &lt;b&gt;')
    const page = await elena.page(id)
    expect(page.conversation?.at(-1)).toMatchObject({
      side: 'network',
      by: 'Elena Rodríguez',
      text: answer,
    })
    expect(page.timeline[0]?.title).toBe('Mensaje contestado')
    expect(page.actions.map(({ name }) => name)).toEqual(['note'])
  })

  test('is none when the message is closed, and the sender is told so', async () => {
    const id = await send('Gracias')
    accepted(await elena.act(id, 'close'))
    expect(await newest()).toMatchObject({ id, state: 'CLOSED', answer: '' })
    expect((await messagesAboutAnswers())[0]).toMatchObject({
      title: 'Leímos tu mensaje',
      text: 'Cerramos «Gracias»: no necesita una respuesta.',
    })
    expect((await server.mailsTo(ANA))[0]?.subject).toBe('Leímos tu mensaje')
    expect((await second.act(id, 'answer', { answer: 'No.' })).responseHeader).toMatchObject({
      responseDescription: expect.stringMatching(/^Ese mensaje ya lo cerró Elena /),
    })
  })

  test('is the first of two at the same moment, and the second operator is told whose', async () => {
    const id = await send('Dos personas')
    const before = await heard()
    const lockHolder = await createLockHolder(server)
    // Both have read the page by then, and neither has written.
    await lockHolder.lock(`select from contact_message where id = '${id}' for update`)
    const first = elena.act(id, 'answer', { answer: 'Sí.' }, ONCE)
    await lockHolder.waitForBlocked(1)
    const late = second.act(id, 'answer', { answer: 'No.' }, ONCE)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('commit')
    accepted(await first)
    expect((await late).responseHeader).toMatchObject({
      responseCode: '05',
      reason: 'action_gone',
      responseDescription: expect.stringMatching(/^Ese mensaje ya lo contestó Elena /),
    })
    expect((await newest())?.answer).toBe('Sí.')
    expect(await heard()).toEqual(more(before))
  })

  test.each([
    ['an unknown message', '5d0ca5e0-0000-8000-8000-00000000ffff', 'Sí.', 'not_found'],
    ['an id that is none', "' or 1=1", 'Sí.', 'not_found'],
    ['no text', '', ' ', 'invalid_request'],
    ['2001 characters', '', 'x'.repeat(2001), 'invalid_request'],
  ])('is refused for %s', async (_name, unknown, answer, reason) => {
    const id = unknown || (await send('Rechazada'))
    expect((await elena.act(id, 'answer', { answer })).responseHeader.reason).toBe(reason)
  })

  test('is in the export of the sender, without the operators', async () => {
    const id = await send('Para exportar')
    accepted(await elena.act(id, 'take'))
    accepted(await elena.act(id, 'answer', { answer: 'Exportada.' }))
    const [message] = (await ana.call(exportData, {})).data.mensajes
    expect(message).toMatchObject({ id, state: 'ANSWERED', answer: 'Exportada.' })
    for (const name of ['answeredBy', 'assignedTo']) expect(message).not.toHaveProperty(name)
  })

  test('is deleted with the account', async () => {
    const gabi = await createPersonLike(server, 'gabi', 'fede')
    const id = await send('Adiós', { sender: 'gabi@demo.surtidor.uy' })
    accepted(await elena.act(id, 'answer', { answer: 'Que te vaya bien.' }))
    accepted(await gabi.call(deleteAccount, { password: PASSWORD }))
    expect(await elena.reasonOf(id)).toBe('not_found')
  })
})

describe('the operator who is to answer a message', () => {
  test('is named by themselves or by others, and can be released', async () => {
    const id = await send('A quién', { branchCode: 'E004' })
    const mine = async (who: typeof elena) =>
      (await who.list({ assigned: 'me', state: 'RECEIVED' })).map((row) => row.id)
    expect(await actionsOf(elena, id)).toEqual(
      expect.arrayContaining(['answer', 'take', 'assign', 'close', 'note']),
    )
    accepted(await elena.act(id, 'take'))
    expect(await mine(elena)).toEqual([id])
    expect(await mine(diego)).toEqual([])
    expect((await second.act(id, 'take')).responseHeader.responseDescription).toMatch(
      /^Ese mensaje lo tiene Elena /,
    )
    const choices = (await elena.page(id)).actions.find(({ name }) => name === 'assign')?.fields[0]
    const toDiego = choices?.options.find(({ label }) => label.startsWith('Diego'))
    expect(choices?.options.map(({ label }) => label.split(' ')[0])).toEqual([
      'Diego',
      'Guido',
      'second',
    ])
    accepted(await elena.act(id, 'assign', { operator: toDiego?.value ?? '' }))
    expect(await mine(elena)).toEqual([])
    expect(await mine(diego)).toEqual([id])
    expect(factOf(await elena.page(id), 'Asignado a')?.text).toMatch(/^Diego /)
    accepted(await diego.act(id, 'release'))
    expect((await diego.list({ assigned: 'none' })).map((row) => row.id)).toContain(id)
    const done = (await elena.page(id)).timeline.map(({ title }) => title)
    expect(done.slice(0, 3)).toEqual(['Mensaje soltado', 'Mensaje asignado', 'Mensaje tomado'])
  })

  test('is one who sees the message', async () => {
    const inside = await send('De la E004', { branchCode: 'E004' })
    const about = async (id: string) =>
      (await elena.page(id)).actions
        .find(({ name }) => name === 'assign')
        ?.fields[0]?.options.find(({ label }) => label.startsWith('Diego'))?.value
    const ofDiego = (await about(inside)) ?? ''
    expect(ofDiego).not.toBe('')
    const ofNetwork = await send('De la red')
    expect(await about(ofNetwork)).toBeUndefined()
    for (const operator of [ofDiego, 'x', ''])
      expect((await elena.act(ofNetwork, 'assign', { operator })).responseHeader.reason).toBe(
        'invalid_request',
      )
    await server.owner.query(
      `insert into operator_station select id, 'E005' from person where email = 'diego@demo.surtidor.uy'`,
    )
    expect(await about(inside)).toBeUndefined()
    await server.owner.query('delete from operator_station')
  })

  test('is the first of two who take it at the same moment', async () => {
    const id = await send('Los dos')
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock(`select from contact_message where id = '${id}' for update`)
    const first = elena.act(id, 'take', {}, ONCE)
    await lockHolder.waitForBlocked(1)
    const late = second.act(id, 'take', {}, ONCE)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('commit')
    accepted(await first)
    expect((await late).responseHeader).toMatchObject({
      reason: 'action_gone',
      responseDescription: expect.stringMatching(/^Ese mensaje lo tiene Elena /),
    })
  })
})
