// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DENIED, SECOND_FACTOR_NOT_SHOWN } from '#contract/responseCodes.ts'
import { UBER } from '#contract/roles.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { NOON, type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aPendingRequest, listOf } from '#testing/fixtures/membershipRequests.ts'

const PATRICIA = aPendingRequest({ datetime: '20261117093000' })
const RAUL = aPendingRequest({
  reference: 'SOL-2',
  holder: 'Raúl Techera',
  datetime: '20261119093000',
})
const TOO_LATE = 'Esta solicitud ya no espera tu decisión.'
const REASON = 'La matrícula no coincide.'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The screen of Carla, a sponsor. */
const open = (replies: Replies, address = '/listDrivers') =>
  renderApp(address, {
    name: 'Carla',
    roles: [UBER],
    replies: {
      userData: { secondFactor: 'shown' },
      membershipRequestList: listOf(PATRICIA, RAUL),
      ...replies,
    },
  })
type Opened = ReturnType<typeof open>

const openRequest = async ({ user }: Opened, name = 'Patricia Sosa') => {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  return await screen.findByRole('dialog', { name })
}
const sent = ({ sentCalls }: Opened) =>
  sentCalls.filter(({ name }) => name === 'validateMembershipRequest').map(({ params }) => params)
const press = async ({ user }: Opened, within_: HTMLElement, name: string | RegExp) =>
  await user.click(within(within_).getByRole('button', { name }))
const selectBoth = async (app: Opened) =>
  await app.user.click(await screen.findByLabelText('Elegir las 2 que podés decidir'))

describe('listDrivers', () => {
  test('lists the pending requests, the oldest first, with their age', async () => {
    const app = open({})
    const items = within(await screen.findByRole('list', { name: 'Solicitudes' })).getAllByRole(
      'listitem',
    )
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Patricia Sosahace 3 díasFiat SAA 1042 · Surtidor Uber',
      'Raúl TecheraayerFiat SAA 1042 · Surtidor Uber',
    ])
    expect(app.sentCalls.find(({ name }) => name === 'membershipRequestList')?.params).toEqual({
      state: 'PENDING',
      search: '',
      order: 'oldest',
      count: 50,
    })
    expect(screen.getByRole('link', { name: 'Abrir la consola' }).getAttribute('href')).toBe(
      '/consola/',
    )
  })

  test('searches when the typing pauses, and keeps search, state and order in the address', async () => {
    const app = open({})
    await app.user.type(await screen.findByLabelText('Buscar'), 'Raúl')
    await waitFor(() => expect(screen.queryByText('Patricia Sosa')).toBeNull())
    await screen.findByText('Raúl Techera')
    await app.user.selectOptions(screen.getByLabelText('Ver'), 'Retirado')
    await screen.findByText('Nada con «Raúl»')
    await app.user.selectOptions(screen.getByLabelText('Orden'), 'Más nuevas')
    await waitFor(() =>
      expect(decodeURIComponent(app.address())).toBe(
        '/listDrivers?search=Raúl&state=VOIDED&order=newest',
      ),
    )
    expect(document.activeElement).toBe(screen.getByLabelText('Orden'))
  })

  test('keeps a request open that was opened before the search started', async () => {
    const app = open({})
    await app.user.type(await screen.findByLabelText('Buscar'), 'Patricia')
    await openRequest(app)
    await waitFor(() => expect(app.address()).toContain('search=Patricia'))
    expect(app.address()).toContain('reference=SOL-1')
    expect(screen.getByRole('dialog', { name: 'Patricia Sosa' })).toBeTruthy()
  })

  test('shows document, contact, vehicle and history of a request', async () => {
    const sheet = await openRequest(open({}))
    const facts = [...sheet.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
    expect(facts).toEqual([
      'ProgramaSurtidor Uber',
      'Quién decideAuspiciante y red',
      'Documento9.100.001-8',
      'Celular092 100 001',
      'Correopatricia@demo.surtidor.uy',
      'VehículoFiat SAA 1042',
      'CombustibleSuper',
      'ReferenciaSOL-1',
    ])
    expect(
      within(sheet)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['PedidaPatricia Sosa · 17/11/2026 09:30', 'Espera al auspiciante'])
  })

  test('asks for a reason before a rejection, at its field', async () => {
    const app = open({ validateMembershipRequest: {} })
    const sheet = await openRequest(app)
    await press(app, sheet, 'Rechazar')
    const field = within(sheet).getByLabelText('Observaciones')
    expect(within(sheet).getByText(/Contale por qué la rechazás/)).toBeTruthy()
    expect(document.activeElement).toBe(field)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await app.user.type(field, REASON)
    expect(within(sheet).queryByText(/Contale por qué la rechazás/)).toBeNull()
    await press(app, sheet, 'Rechazar')
    await press(app, await screen.findByRole('alertdialog'), 'Ok')
    await waitFor(() =>
      expect(sent(app)).toEqual([{ reference: 'SOL-1', authorized: false, observations: REASON }]),
    )
  })

  test('tells the later of two operators what the other one decided, and keeps what was typed', async () => {
    const app = open({ validateMembershipRequest: new ApiError(DENIED, TOO_LATE) })
    const sheet = await openRequest(app)
    await app.user.type(within(sheet).getByLabelText('Observaciones'), REASON)
    await press(app, sheet, 'Autorizar')
    app.replies.membershipRequestList = listOf(
      { ...RAUL },
      {
        ...PATRICIA,
        state: 'STATE_UBER_REJECTED',
        sponsorName: 'Clara Méndez',
        sponsorDatetime: '20261120115900',
        sponsorObservations: 'No es su auto.',
      },
    )
    await press(app, await screen.findByRole('alertdialog'), 'Ok')
    await within(sheet).findByText(TOO_LATE)
    await within(sheet).findByText('La rechazó Clara Méndez el 20/11/2026 11:59.')
    within(sheet).getByText('No es su auto.')
    expect(within(sheet).getByLabelText<HTMLTextAreaElement>('Observaciones').value).toBe(REASON)
    // The list behind the sheet was refetched as well.
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Patricia Sosa')).toBeNull())
    screen.getByText('Raúl Techera')
  })

  test('decides on several with one question, one call each', async () => {
    const app = open({ validateMembershipRequest: {} })
    await selectBoth(app)
    await press(app, screen.getByRole('region', { name: 'Solicitudes elegidas' }), 'Autorizar')
    const sheet = await screen.findByRole('dialog', { name: '¿Autorizar 2 solicitudes?' })
    within(sheet).getByText(/^Pasan a la red/)
    expect(sent(app)).toEqual([])
    app.replies.membershipRequestList = listOf()
    await press(app, sheet, 'Autorizar 2')
    await screen.findByText('Estás al día')
    expect(sent(app)).toEqual([
      { reference: 'SOL-1', authorized: true, observations: '' },
      { reference: 'SOL-2', authorized: true, observations: '' },
    ])
    expect(screen.queryByRole('region', { name: 'Solicitudes elegidas' })).toBeNull()
  })

  test('asks for a reason before rejecting several', async () => {
    const app = open({ validateMembershipRequest: {} })
    await app.user.click(await screen.findByLabelText('Elegir la de Raúl Techera'))
    await press(app, screen.getByRole('region', { name: 'Solicitudes elegidas' }), 'Rechazar')
    const sheet = await screen.findByRole('dialog', { name: '¿Rechazar una solicitud?' })
    await press(app, sheet, 'Rechazar 1')
    within(sheet).getByText(/Contale por qué la rechazás/)
    expect(sent(app)).toEqual([])
  })

  test('tells a partial failure per request, keeps the text, and sends only the rest again', async () => {
    let failure: Error | object = noAnswer('offline')
    const app = open({
      validateMembershipRequest: ({ reference }: { reference: string }) =>
        reference === 'SOL-1' ? new ApiError(DENIED, TOO_LATE) : failure,
    })
    await selectBoth(app)
    await press(app, screen.getByRole('region', { name: 'Solicitudes elegidas' }), 'Rechazar')
    const sheet = await screen.findByRole('dialog', { name: '¿Rechazar 2 solicitudes?' })
    const field = () => within(sheet).getByLabelText<HTMLTextAreaElement>('Observaciones')
    await app.user.type(field(), REASON)
    await press(app, sheet, 'Rechazar 2')
    await within(sheet).findByText('No salió ninguna')
    const outcomes = within(sheet)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(outcomes).toEqual([
      `Patricia Sosa${TOO_LATE}`,
      'Raúl TecheraNecesitás conexión para decidir. Si llegó a salir, no se decide dos veces.',
    ])
    expect(field().value).toBe(REASON)
    failure = {}
    await press(app, sheet, 'Probar de nuevo 1')
    await within(sheet).findByText('Salió una solicitud')
    expect(sent(app).map(({ reference, observations }) => [reference, observations])).toEqual([
      ['SOL-1', REASON],
      ['SOL-2', REASON],
      ['SOL-2', REASON],
    ])
    await press(app, sheet, 'Volver')
    await waitFor(() => expect(screen.queryByText(/elegida/)).toBeNull())
  })

  test('sends nothing more after an answer that the other calls would get too', async () => {
    const app = open({
      validateMembershipRequest: new ApiError(DENIED, SECOND_FACTOR_NOT_SHOWN, {
        reason: 'second_factor_missing',
      }),
    })
    await selectBoth(app)
    await press(app, screen.getByRole('region', { name: 'Solicitudes elegidas' }), 'Autorizar')
    const sheet = await screen.findByRole('dialog', { name: '¿Autorizar 2 solicitudes?' })
    await press(app, sheet, 'Autorizar 2')
    await within(sheet).findByText('No se envió.')
    expect(sent(app)).toHaveLength(1)
    await press(app, sheet, 'Volver')
    await screen.findByText('2 elegidas')
  })

  test('a session without its second factor shows it here, and then sees the list', async () => {
    const app = open({ userData: { secondFactor: 'notShown' }, confirmSecondFactor: {} })
    const code = await screen.findByLabelText('Código que muestra la app')
    expect(app.sentCalls.some(({ name }) => name === 'membershipRequestList')).toBe(false)
    await app.user.type(code, '12{Enter}')
    await screen.findByText('El código del segundo factor son 6 números.')
    await app.user.clear(code)
    app.replies.userData = { secondFactor: 'shown' }
    await app.user.type(code, '123 456{Enter}')
    await screen.findByText('Patricia Sosa')
    expect(app.sentCalls.find(({ name }) => name === 'confirmSecondFactor')?.params).toEqual({
      code: '123456',
    })
  })

  test('an account without a second factor enrols one here, with a QR code and the key as text', async () => {
    const app = open({
      userData: { secondFactor: 'none' },
      enrolSecondFactor: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Surtidor:carla?secret=ABC' },
      confirmSecondFactor: {},
    })
    await app.user.type(await screen.findByLabelText('Código de activación'), '7KD2MVX97KD2MVX9')
    await app.user.type(screen.getByLabelText('Tu contraseña, otra vez'), 'secreto{Enter}')
    await screen.findByRole('img', { name: 'Código QR de tu segundo factor' })
    screen.getByText('ABCD EFGH IJ')
    app.replies.userData = { secondFactor: 'shown' }
    await app.user.type(screen.getByLabelText('Código que muestra la app'), '123456{Enter}')
    await screen.findByText('Patricia Sosa')
  })

  test('replaces the second factor from the top bar', async () => {
    const app = open({
      enrolSecondFactor: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Surtidor:carla?secret=ABC' },
      confirmSecondFactor: { userSessionToken: 'raised' },
    })
    await app.user.click(await screen.findByRole('button', { name: 'Cambiar tu segundo factor' }))
    const sheet = await screen.findByRole('dialog', { name: 'Cambiar tu segundo factor' })
    await app.user.type(within(sheet).getByLabelText('Tu contraseña, otra vez'), 'secreto')
    const current = within(sheet).getByLabelText('Código de tu factor de ahora')
    await app.user.type(current, '654321{Enter}')
    await app.user.type(
      await within(sheet).findByLabelText('Código que muestra la app'),
      '123456{Enter}',
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('has an offline state that keeps the filter, and tries again', async () => {
    const app = open({ membershipRequestList: noAnswer('offline') }, '/listDrivers?search=Ra')
    await screen.findByText('Estás sin conexión')
    app.replies.membershipRequestList = listOf(RAUL)
    await app.user.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    await screen.findByText('Raúl Techera')
    expect(screen.getByLabelText<HTMLInputElement>('Buscar').value).toBe('Ra')
  })
})
