// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { ContactMessage } from '#contract/operator/contactMessages.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'

const message: ContactMessage = {
  id: 'm-1',
  datetime: '20261119142200',
  type: 'Reclamo',
  title: 'Me faltan puntos',
  text: 'Cargué el martes.\n¿Qué hago?',
  name: 'Ana Pereira',
  email: 'ana@demo.surtidor.uy',
  branchCode: '',
  branchName: '',
  state: 'RECEIVED',
  answer: '',
  answeredAt: '',
}
const elena = { roles: ['1' as const] }
afterEach(cleanup)

/** The messages screen over a list that answers and filters as the server does. */
function renderMessages(address = '/messages', fields: Partial<ContactMessage> = {}) {
  const list = [{ ...message, ...fields }]
  return renderConsole(address, elena, {
    contactMessages: ({ state = '' }) => ({
      messages: list.filter((one) => state === '' || one.state === state),
      next: '',
    }),
    messagePicture: { picture: '/9j/', mediaType: 'image/jpeg' },
    answerMessage: ({ answer }: { answer: string }) => {
      list[0] = {
        ...message,
        state: answer === '' ? 'CLOSED' : 'ANSWERED',
        answer,
        answeredAt: '20261120100000',
      }
      return {}
    },
  })
}
const sheet = () => screen.findByRole('dialog', { name: 'Me faltan puntos' })

describe('messages', () => {
  test('opens a message with the address of its sender as a link', async () => {
    const desk = renderMessages()
    await desk.user.click(await screen.findByRole('button', { name: /Me faltan puntos/ }))
    expect((await sheet()).textContent).toMatch(/Cargué el martes\.\n¿Qué hago\?/)
    expect(
      within(await sheet())
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('mailto:ana%40demo.surtidor.uy?subject=Re%3A%20Me%20faltan%20puntos')
    expect(desk.address()).toBe('/messages?id=m-1')
    expect(desk.sentCalls[0]?.params).toMatchObject({ state: 'RECEIVED' })
  })

  test('sends the answer after a question, and the message leaves the list', async () => {
    const desk = renderMessages('/messages?id=m-1')
    await desk.user.type(within(await sheet()).getByLabelText('Respuesta'), 'Ya están.')
    await desk.user.click(within(await sheet()).getByRole('button', { name: 'Responder' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Contestarle a Ana Pereira?' })
    await desk.user.click(within(dialog).getByRole('button', { name: 'Ok' }))
    await screen.findByText('Estás al día')
    expect(desk.sentCalls.find(({ name }) => name === 'answerMessage')?.params).toEqual({
      messageId: 'm-1',
      answer: 'Ya están.',
    })
    await desk.user.click(screen.getByRole('radio', { name: 'Todos' }))
    await desk.user.click(await screen.findByRole('button', { name: /Me faltan puntos/ }))
    expect((await sheet()).textContent).toContain('Ya están.')
    expect(within(await sheet()).queryByRole('button', { name: 'Responder' })).toBeNull()
  })

  test('closes a message without an answer', async () => {
    const desk = renderMessages('/messages?id=m-1')
    await desk.user.click(
      within(await sheet()).getByRole('button', { name: 'Cerrar sin responder' }),
    )
    const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar sin responder?' })
    await desk.user.click(within(dialog).getByRole('button', { name: 'Ok' }))
    await screen.findByText('Estás al día')
    expect(desk.sentCalls.find(({ name }) => name === 'answerMessage')?.params).toEqual({
      messageId: 'm-1',
      answer: '',
    })
  })

  test('an answer that another operator gave first is refused, and the text stays', async () => {
    const desk = renderMessages('/messages?id=m-1')
    desk.replies.answerMessage = new ApiError('05', 'Ese mensaje ya está contestado o cerrado.')
    await desk.user.type(within(await sheet()).getByLabelText('Respuesta'), 'Tarde.')
    await desk.user.click(within(await sheet()).getByRole('button', { name: 'Responder' }))
    await desk.user.click(await screen.findByRole('button', { name: 'Ok' }))
    await waitFor(async () =>
      expect((await sheet()).textContent).toContain('ya está contestado o cerrado'),
    )
    expect(within(await sheet()).getByLabelText<HTMLTextAreaElement>('Respuesta').value).toBe(
      'Tarde.',
    )
    await desk.user.type(within(await sheet()).getByLabelText('Respuesta'), ' Perdón.')
    expect((await sheet()).textContent).not.toContain('ya está contestado o cerrado')
  })

  test('shows the photo of a message when asked, and corrects the birthdate', async () => {
    const desk = renderMessages('/messages?id=m-1', { wishedBirthdate: '19850520' })
    expect((await sheet()).textContent).toContain('nacimiento 20/05/1985')
    const correct = () => within(screen.getByRole('dialog')).queryByText('Corregir la fecha')
    expect(correct()).toBeNull()
    expect(desk.sentCalls.some(({ name }) => name === 'messagePicture')).toBe(false)
    await desk.user.click(within(await sheet()).getByRole('button', { name: 'Ver la foto' }))
    const photo = await screen.findByRole<HTMLImageElement>('img', {
      name: 'Cédula de Ana Pereira',
    })
    expect(photo.src).toBe('data:image/jpeg;base64,/9j/')
    await desk.user.click(within(await sheet()).getByRole('button', { name: 'Corregir la fecha' }))
    const dialog = await screen.findByRole('alertdialog', {
      name: '¿Corregir la fecha de Ana Pereira?',
    })
    await desk.user.click(within(dialog).getByRole('button', { name: 'Ok' }))
    await screen.findByText('Estás al día')
    expect(desk.sentCalls.find(({ name }) => name === 'answerMessage')?.params).toEqual({
      messageId: 'm-1',
      answer: '',
      correctBirthdate: true,
    })
  })

  test('a photo that was decided on meanwhile is a sentence, and the message stays open', async () => {
    const desk = renderMessages('/messages?id=m-1', { wishedBirthdate: '19850520' })
    desk.replies.messagePicture = new ApiError('05', 'No encontramos lo que pediste.')
    await desk.user.click(within(await sheet()).getByRole('button', { name: 'Ver la foto' }))
    await screen.findByText('No encontramos lo que pediste.')
    expect(within(await sheet()).queryByRole('button', { name: 'Corregir la fecha' })).toBeNull()
  })
})
