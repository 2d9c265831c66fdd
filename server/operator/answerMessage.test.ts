import { describe, expect, test } from 'vitest'
import { toStamp } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { answerMessage } from '#contract/operator/answerMessage.ts'
import { contact } from '#contract/user/contact.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { notifications } from '#contract/user/notifications.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))
const elena = startForFile(() => server.as('elena'))

const ANA = 'ana@demo.surtidor.uy'
/** Sends a message and returns its id. */
async function send(title: string, sender = ana): Promise<string> {
  server.wait(3_600_001)
  await sender.call(contact, { title, text: 'No anda.', type: 'Reclamo', branchCode: '' })
  server.wait(60_000)
  return (await sender.call(sentMessages, {})).messages[0]?.id ?? ''
}
const newest = async () => (await ana.call(sentMessages, {})).messages[0]
const messagesAboutAnswers = async () =>
  (await ana.call(notifications, { type: NOTIFICATION_TYPES.Message })).notifications

describe('answerMessage', () => {
  test('stores the answer and sends the sender a notification and an email', async () => {
    const messageId = await send('Aire <b>')
    const answer = await elena.call(answerMessage, {
      messageId,
      answer: 'Anda el lunes.\nGracias.',
    })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect(await newest()).toMatchObject({
      id: messageId,
      state: 'ANSWERED',
      answer: 'Anda el lunes.\nGracias.',
      answeredAt: toStamp(server.context.now()),
    })
    expect((await messagesAboutAnswers())[0]).toMatchObject({
      type: NOTIFICATION_TYPES.Message,
      title: 'Contestamos tu mensaje',
      text: 'Sobre «Aire <b>»: Anda el lunes.\nGracias.',
      read: 'false',
      url: `/#/commnents?id=${messageId}`,
    })
    const [mail] = await server.mailsTo(ANA)
    expect(mail?.subject).toBe('Contestamos tu mensaje')
    expect(mail?.text).toContain('Anda el lunes.')
    expect(mail?.text).toContain(`/#/commnents?id=${messageId}`)
    expect(mail?.html).toContain('Aire &lt;b&gt;')
  })

  test('an answer without a text closes the message and says so to the sender', async () => {
    const messageId = await send('Gracias')
    await elena.call(answerMessage, { messageId })
    expect(await newest()).toMatchObject({ id: messageId, state: 'CLOSED', answer: '' })
    expect((await messagesAboutAnswers())[0]).toMatchObject({
      title: 'Leímos tu mensaje',
      text: 'Cerramos «Gracias»: no necesita una respuesta.',
    })
    expect((await server.mailsTo(ANA))[0]?.subject).toBe('Leímos tu mensaje')
  })

  test('one of several concurrent answers counts, and the sender hears of one', async () => {
    const messageId = await send('Dos personas')
    const before = [(await messagesAboutAnswers()).length, (await server.mailsTo(ANA)).length]
    const answers = await Promise.all(
      ['Sí.', 'No.', '', 'Quizás.'].map((answer) =>
        elena.call(answerMessage, { messageId, answer }),
      ),
    )
    const codes = answers.map(({ responseHeader }) => responseHeader.responseCode)
    expect(codes.toSorted()).toEqual(['00', '05', '05', '05'])
    const refused = answers.find(({ responseHeader }) => responseHeader.responseCode === '05')
    expect(refused?.responseHeader.responseDescription).toBe(
      'Ese mensaje ya está contestado o cerrado.',
    )
    expect([(await messagesAboutAnswers()).length, (await server.mailsTo(ANA)).length]).toEqual(
      before.map((count) => count + 1),
    )
  })

  test('the same answer again is 00 and changes nothing', async () => {
    const messageId = await send('Repetida')
    const fields = { messageId, answer: 'Listo.' }
    await elena.call(answerMessage, fields)
    const before = [await newest(), (await server.mailsTo(ANA)).length]
    server.wait(60_000)
    expect((await elena.call(answerMessage, fields)).responseHeader.responseCode).toBe('00')
    expect([await newest(), (await server.mailsTo(ANA)).length]).toEqual(before)
  })

  test.each([
    ['an unknown message', { messageId: '5d0ca5e0-0000-8000-8000-00000000ffff' }],
    ['an id that is none', { messageId: "' or 1=1" }],
    ['an answer of 2001 characters', { messageId: 'x', answer: 'x'.repeat(2001) }],
  ])('rejects %s', async (_name, fields) => {
    const answer = await elena.call(answerMessage, fields)
    expect([answer.status, answer.responseHeader.responseCode]).toEqual([200, '05'])
  })

  test('the export of the sender has the answer, without the operator', async () => {
    const messageId = await send('Para exportar')
    await elena.call(answerMessage, { messageId, answer: 'Exportada.' })
    const { data } = await ana.call(exportData, {})
    const [message] = data.mensajes
    expect(message).toMatchObject({ id: messageId, state: 'ANSWERED', answer: 'Exportada.' })
    expect(message).not.toHaveProperty('answeredBy')
  })

  test('the deletion of the account deletes messages and answers', async () => {
    const gabi = await createPersonLike(server, 'gabi', 'fede')
    const messageId = await send('Adiós', gabi)
    await elena.call(answerMessage, { messageId, answer: 'Que te vaya bien.' })
    const deleted = await gabi.call(deleteAccount, { password: PASSWORD })
    expect(deleted.responseHeader.responseCode).toBe('00')
    const { rows } = await server.context.db.execute(
      `select 1 from contact_message where id = '${messageId}'`,
    )
    expect(rows).toEqual([])
  })
})
