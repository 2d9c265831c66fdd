// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SentMessage } from '#contract/entities/contactMessage.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { showMenu } from '#testing/browser/stubCalls.ts'
import { aBranch } from '#testing/fixtures/entities.ts'

const aMessage = (fields: Partial<SentMessage> = {}): SentMessage => ({
  id: 'm-1',
  datetime: '20261119142200',
  type: 'Reclamo',
  title: 'Me faltan puntos',
  text: 'Cargué el martes.\n¿Qué hago?',
  branchCode: '',
  branchName: '',
  state: 'RECEIVED',
  answer: '',
  answeredAt: '',
  ...fields,
})
const DRAFT = 'own ana@demo.surtidor.uy comment'
const answered = aMessage({
  id: 'm-2',
  title: 'El aire',
  state: 'ANSWERED',
  answer: 'Anda el lunes.',
  answeredAt: '20261120100000',
  branchName: 'Estación Ombú',
})
const closed = aMessage({
  id: 'm-3',
  title: 'Gracias',
  state: 'CLOSED',
  answeredAt: '20261120100000',
})
const renderScreen = (replies: Replies = {}, address = '/commnents', name = 'Ana') =>
  renderApp(address, {
    name,
    replies: {
      sentMessages: { messages: [], next: '' },
      branches: { branches: [aBranch(), aBranch({ code: 'E002', name: 'Estación Tero' })] },
      contact: {},
      ...replies,
    },
  })
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)
type User = ReturnType<typeof renderScreen>['user']
async function fill(user: User) {
  await user.selectOptions(await field(/De qué/), 'Reclamo')
  await user.type(await field(/Título/), 'El aire')
  await user.type(await field(/^Mensaje/), 'No anda.')
}
const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Enviar' }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('commnents', () => {
  test('begins an objection to a purchase on account', async () => {
    renderScreen({}, '/commnents?about=account&ticket=X-12')
    expect(await screen.findByDisplayValue('No reconozco una compra a cuenta')).toBeDefined()
    screen.getByDisplayValue('No hice la compra a cuenta del ticket X-12.')
  })

  test('sends the message, thanks, and shows it in the list', async () => {
    const sent: SentMessage[] = []
    const { sentCalls, user } = renderScreen({
      sentMessages: () => ({ messages: [...sent], next: '' }),
      contact: () => {
        sent.push(aMessage({ title: 'El aire' }))
        return {}
      },
    })
    await screen.findByText('Todavía no nos escribiste')
    await fill(user)
    await user.type(await field(/Sobre qué estación/), 'montevideo TÉR')
    await user.click(await screen.findByRole('option', { name: /Estación Tero/ }))
    await submit(user)
    await screen.findByText('¡Gracias por escribirnos!')
    expect(sentCalls.find(({ name }) => name === 'contact')?.params).toEqual({
      title: 'El aire',
      text: 'No anda.',
      type: 'Reclamo',
      branchCode: 'E002',
      clientMessageId: expect.stringMatching(/^[\w-]{16,64}$/),
    })
    const row = await screen.findByRole('button', { name: /El aire/ })
    expect(row.textContent).toContain('Recibido')
    expect((await field(/Título/)).value).toBe('')
    expect(sessionStorage.getItem(DRAFT)).toBeNull()
  })

  test('says at each field what is missing, and how much is too much', async () => {
    const { sentCalls, user } = renderScreen()
    await field(/Título/)
    await submit(user)
    for (const sentence of ['Elegí de qué se trata.', 'Escribí un título.', 'Escribí tu mensaje.'])
      await screen.findByText(sentence)
    expect(document.activeElement).toBe(await field(/De qué/))
    await user.click(await field(/Título/))
    await user.paste('x'.repeat(101))
    await screen.findByText('Te pasaste por 1 caracteres: entran 100.')
    await screen.findByText('101 de 100 caracteres')
    await submit(user)
    expect((await field(/Título/)).value).toHaveLength(101)
    expect(sentCalls.some(({ name }) => name === 'contact')).toBe(false)
  })

  test.each([
    ['too many messages', transportError(429), /muchos intentos/],
    ['a refusal', new ApiError('05', 'Esa estación no existe.'), /Esa estación no existe/],
  ])('%s keeps what was typed', async (_name, error, sentence) => {
    const { user } = renderScreen({ contact: error })
    await fill(user)
    await submit(user)
    await screen.findByText(sentence)
    expect((await field(/^Mensaje/)).value).toBe('No anda.')
  })

  test.each([noAnswer('offline'), noAnswer('timeout'), transportError(503)])(
    'keeps a message without an answer on the device (%s)',
    async (error) => {
      const { user } = renderScreen({ contact: error })
      await fill(user)
      await submit(user)
      await screen.findByText('Lo guardamos en este dispositivo')
      expect((await field(/Título/)).value).toBe('')
      const list = screen.getByRole('list', { name: 'Mensajes sin mandar' })
      expect(list.textContent).toContain('El aire')
      expect(list.textContent).toContain('Sale cuando vuelva la conexión')
      // It may have arrived: correcting it could send it twice.
      expect(within(list).queryByRole('button', { name: /Corregir/ })).toBeNull()
    },
  )

  test('says that a message waits only until it is sent', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = renderScreen({ contact: {} })
    await fill(user)
    await submit(user)
    await screen.findByText('Lo guardamos en este dispositivo')
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText('Sale cuando vuelva la conexión')).toBeNull())
    expect(screen.queryByText('Lo guardamos en este dispositivo')).toBeNull()
  })

  test('a message that waits is corrected or discarded, and what is being written stays', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { sentCalls, user } = renderScreen()
    await fill(user)
    await submit(user)
    await user.click(await screen.findByRole('button', { name: 'Corregir: El aire' }))
    await waitFor(async () => expect((await field(/^Mensaje/)).value).toBe('No anda.'))
    expect(document.activeElement).toBe(await field(/Título/))
    expect(screen.queryByText('Sale cuando vuelva la conexión')).toBeNull()
    await user.type(await field(/Título/), ' de E001')
    await submit(user)
    await user.type(await field(/Título/), 'Otra cosa')
    await user.click(await screen.findByRole('button', { name: 'Corregir: El aire de E001' }))
    await screen.findByText(/Mandá o borrá primero lo que estás escribiendo/)
    expect((await field(/Título/)).value).toBe('Otra cosa')
    await user.click(screen.getByRole('button', { name: 'Descartar: El aire de E001' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Descartar el mensaje?' })
    expect(dialog.textContent).toContain('se borra de este dispositivo y no nos llega')
    await user.click(within(dialog).getByRole('button', { name: 'Descartar el mensaje' }))
    await waitFor(() => expect(screen.queryByText('Sale cuando vuelva la conexión')).toBeNull())
    expect(sentCalls.some(({ name }) => name === 'contact')).toBe(false)
  })

  test('a second message without a network is not taken, and stays in the form', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = renderScreen()
    await fill(user)
    await submit(user)
    await screen.findByText('Lo guardamos en este dispositivo')
    await user.selectOptions(await field(/De qué/), 'Consulta')
    await user.type(await field(/Título/), 'Otra cosa')
    const text = screen.getByRole<HTMLInputElement>('textbox', { name: /^Mensaje/ })
    await user.type(text, '¿Abren hoy?')
    await submit(user)
    await screen.findByText('Hay otro mensaje que espera')
    expect((await field(/Título/)).value).toBe('Otra cosa')
    expect(text.value).toBe('¿Abren hoy?')
    expect(sessionStorage.getItem(DRAFT)).toContain('¿Abren hoy?')
  })

  test('signing out says that a message is lost, and removes it', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = renderScreen({ logout: {} })
    await fill(user)
    await submit(user)
    await screen.findByText('Sale cuando vuelva la conexión')
    await showMenu(user)
    await user.click(screen.getByRole('button', { name: /Cerrar sesión/ }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar sesión?' })
    expect(dialog.textContent).toContain('Tenés un mensaje que todavía no salió')
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }))
    await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain('El aire'))
  })

  test('the draft outlasts the way to another screen, for its author only', async () => {
    const { user, open } = renderScreen()
    await fill(user)
    open('/notification')
    await screen.findByRole('heading', { name: 'Notificaciones' })
    open('/commnents')
    expect((await field(/Título/)).value).toBe('El aire')
    const sessionEntries = { [DRAFT]: sessionStorage.getItem(DRAFT) ?? '' }
    const replies = { sentMessages: { messages: [], next: '' }, branches: { branches: [] } }
    renderApp('/commnents', { name: 'Ana', sessionEntries, replies })
    expect((await field(/^Mensaje/)).value).toBe('No anda.')
    renderApp('/commnents', { name: 'Fede', sessionEntries, replies })
    expect((await field(/^Mensaje/)).value).toBe('')
  })

  test.each([
    [aMessage(), 'Recibido', /Te avisamos acá y por correo/],
    [answered, 'Respondido', /Anda el lunes\./],
    [closed, 'Cerrado', /no necesita una respuesta/],
  ])('shows what became of a message, by its address', async (message, label, sentence) => {
    renderScreen({ sentMessages: { messages: [message], next: '' } }, `/commnents?id=${message.id}`)
    const sheet = await screen.findByRole('dialog', { name: message.title })
    expect(within(sheet).getAllByText(label)[0]).toBeTruthy()
    expect(sheet.textContent).toMatch(sentence)
    expect(sheet.textContent).toContain('¿Qué hago?')
  })

  test('the form works while list and stations have no connection', async () => {
    const { user } = renderScreen({
      sentMessages: noAnswer('offline'),
      branches: noAnswer('offline'),
    })
    await screen.findByText('Estás sin conexión')
    await screen.findByText('No pudimos traer las estaciones. Podés mandarlo sin elegir una.')
    await fill(user)
    await submit(user)
    await screen.findByText('¡Gracias por escribirnos!')
  })
})
