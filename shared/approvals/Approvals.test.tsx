// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DENIED, SECOND_FACTOR_NOT_SHOWN } from '#contract/responseCodes.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { NOON } from '#testing/browser/renderApp.tsx'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import type { Replies } from '#testing/browser/stubCalls.ts'
import { aPendingRequest, aRequest, listOf } from '#testing/fixtures/membershipRequests.ts'

const PATRICIA = aPendingRequest({ datetime: '20261117093000' })
const RAUL = aPendingRequest({ reference: 'SOL-2', holder: 'Raúl Techera' })
const TOO_LATE = 'Esta solicitud ya no espera tu decisión.'
const REASON = 'La matrícula no coincide.'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The requests as an operator sees them, by default a sponsor. */
const open = (replies: Replies, roles: RoleCode[] = [UBER], address = '/requests') =>
  renderConsole(address, { roles }, { membershipRequestList: listOf(PATRICIA, RAUL), ...replies })
type Opened = ReturnType<typeof open>

const openRequest = async ({ user }: Opened, name = 'Patricia Sosa') => {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  return await screen.findByRole('dialog', { name })
}
const sent = ({ sentCalls }: Opened) =>
  sentCalls.filter(({ name }) => name === 'validateMembershipRequest').map(({ params }) => params)
const press = async ({ user }: Opened, within_: HTMLElement, name: string | RegExp) =>
  await user.click(within(within_).getByRole('button', { name }))
const confirm = async (app: Opened) =>
  await press(app, await screen.findByRole('alertdialog'), 'Ok')
const selectBoth = async (app: Opened) =>
  await app.user.click(await screen.findByLabelText('Elegir las 2 que podés decidir'))
const textsOf = (items: HTMLElement[]) => items.map(({ textContent }) => textContent)
const observations = (sheet: HTMLElement) =>
  within(sheet).getByLabelText<HTMLTextAreaElement>('Observaciones')
const disabled = (sheet: HTMLElement, name: string) =>
  within(sheet).getByRole('button', { name }).getAttribute('aria-disabled')

describe('Approvals', () => {
  test('lists the requests that wait for the operator, the oldest first, with their age', async () => {
    const app = open({})
    const list = within(await screen.findByRole('list', { name: 'Solicitudes' }))
    expect(textsOf(list.getAllByRole('listitem'))).toEqual([
      'Patricia Sosahace 3 díasFiat SAA 1042 · Surtidor Uber',
      'Raúl TecheraanteayerFiat SAA 1042 · Surtidor Uber',
    ])
    expect(app.sentCalls.find(({ name }) => name === 'membershipRequestList')?.params).toEqual({
      state: 'PENDING',
      search: '',
      order: 'oldest',
      count: 50,
    })
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
        '/requests?search=Raúl&state=VOIDED&order=newest',
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

  test('shows all that a decision needs, and who decided, when and why', async () => {
    const request = aRequest({
      networkName: 'Diego Olivera',
      networkDatetime: '20261120090000',
      networkObservations: 'Falta la libreta.',
    })
    const app = open({ membershipRequestList: listOf(request) }, [PETROBRAS])
    const sheet = await openRequest(app)
    expect(app.address()).toBe('/requests?reference=SOL-1')
    expect(textsOf([...sheet.querySelectorAll<HTMLElement>('dl > div')])).toEqual([
      'ProgramaSurtidor Uber',
      'Quién decideAuspiciante y red',
      'Documento9.100.001-8',
      'Celular092 100 001',
      'Correopatricia@demo.surtidor.uy',
      'VehículoFiat SAA 1042',
      'CombustibleSuper',
      'BancoItaú',
      'Caja de ahorro0012345678',
      'ReferenciaSOL-1',
    ])
    expect(textsOf(within(sheet).getAllByRole('listitem'))).toEqual([
      'PedidaPatricia Sosa · 18/11/2026 09:30',
      'La autorizó el auspicianteCarla Núñez · 19/11/2026 10:15Conduce desde mayo.',
      'La rechazó la redDiego Olivera · 20/11/2026 09:00Falta la libreta.',
    ])
  })

  test('rejects with a reason, which it asks for at its field, after a dialog that states the consequence', async () => {
    const app = open({ validateMembershipRequest: {} })
    const sheet = await openRequest(app)
    await press(app, sheet, 'Rechazar')
    expect(within(sheet).getByText(/Contale por qué la rechazás/)).toBeTruthy()
    expect(document.activeElement).toBe(observations(sheet))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await app.user.type(observations(sheet), REASON)
    expect(within(sheet).queryByText(/Contale por qué la rechazás/)).toBeNull()
    await press(app, sheet, 'Rechazar')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toMatch(/queda cerrada.*Cancelar/s)
    expect(sent(app)).toEqual([])
    app.replies.membershipRequestList = listOf(RAUL)
    await confirm(app)
    await screen.findByText('Rechazaste la solicitud de Patricia Sosa.')
    expect(sent(app)).toEqual([{ reference: 'SOL-1', authorized: false, observations: REASON }])
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Patricia/ })).toBeNull())
  })

  test('keeps the draft of the observations after closing the sheet and after an expired session, for its author only', async () => {
    const app = open({ validateMembershipRequest: {} })
    await app.user.type(observations(await openRequest(app)), REASON)
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(observations(await openRequest(app)).value).toBe(REASON)
    // Signing out removes the entries of this name.
    expect(sessionStorage.getItem('own diego@demo.surtidor.uy observations SOL-1')).toContain(
      REASON,
    )

    const carla = app.session.current()
    if (!carla) throw new Error('There is no session')
    app.session.expire(carla.userSessionToken)
    await screen.findByText(/^Tu sesión venció/)
    app.session.start({ ...carla, email: 'dora@demo.surtidor.uy', userSessionToken: 'hers' })
    const hers = await screen.findByRole('dialog', { name: 'Patricia Sosa' })
    expect(observations(hers).value).toBe('')
    app.session.expire('hers')
    await screen.findByText(/^Tu sesión venció/)

    app.session.start({ ...carla, userSessionToken: 'another' })
    const again = await screen.findByRole('dialog', { name: 'Patricia Sosa' })
    expect(observations(again).value).toBe(REASON)
    await press(app, again, 'Autorizar')
    await confirm(app)
    await screen.findByText('Autorizaste la solicitud de Patricia Sosa.')
    expect(sent(app)).toMatchObject([{ observations: REASON }])
    expect(JSON.stringify(sessionStorage)).not.toContain(REASON)
  })

  test('tells the later of two operators what the other one decided, and keeps what was typed', async () => {
    const app = open({ validateMembershipRequest: new ApiError(DENIED, TOO_LATE) })
    const sheet = await openRequest(app)
    await app.user.type(observations(sheet), REASON)
    await press(app, sheet, 'Autorizar')
    app.replies.membershipRequestList = listOf(RAUL, {
      ...PATRICIA,
      state: 'STATE_UBER_REJECTED',
      sponsorName: 'Clara Méndez',
      sponsorDatetime: '20261120115900',
      sponsorObservations: 'No es su auto.',
    })
    await confirm(app)
    await within(sheet).findByText(TOO_LATE)
    await within(sheet).findByText('La rechazó Clara Méndez el 20/11/2026 11:59.')
    within(sheet).getByText('No es su auto.')
    expect(observations(sheet).value).toBe(REASON)
    for (const name of ['Autorizar', 'Rechazar']) expect(disabled(sheet, name)).toBe('true')
    // The list behind the sheet was refetched as well.
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Patricia Sosa')).toBeNull())
    screen.getByText('Raúl Techera')
  })

  test("disables the buttons after the operator's own decision with the reason, and shows none to a reader", async () => {
    const replies = { membershipRequestList: listOf(aRequest()) }
    const sheet = await openRequest(open(replies, [UBER], '/requests?state=all'))
    expect(disabled(sheet, 'Autorizar')).toBe('true')
    expect(within(sheet).getByText(/ahora decide la red/)).toBeTruthy()
    const readers = await openRequest(open(replies, [ADMINISTRADOR]))
    expect(within(readers).queryByRole('button', { name: 'Autorizar' })).toBeNull()
    expect(within(readers).getByText(/La mirás nomás/)).toBeTruthy()
  })

  test('opens for an administrator on the requests that wait for somebody, not on decided ones', async () => {
    const omar = aRequest({ reference: 'SOL-2', holder: 'Omar Vega', state: 'VOIDED' })
    const app = open({ membershipRequestList: listOf(omar, aRequest()) }, [ADMINISTRADOR])
    await screen.findByRole('button', { name: /Patricia Sosa/ })
    expect(screen.getByText('Ninguna espera una decisión.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Omar Vega/ })).toBeNull()
    expect(app.sentCalls.filter(({ name }) => name === 'membershipRequestList')).toMatchObject([
      { params: { state: 'PENDING', order: 'oldest' } },
      { params: { state: 'STATE_UBER_AUTHORIZED', order: 'oldest' } },
    ])
    await app.user.selectOptions(screen.getByLabelText('Ver'), 'Todas')
    await screen.findByRole('button', { name: /Omar Vega/ })
  })

  test('has an empty state, and an offline state that keeps the filter and tries again', async () => {
    const app = open({ membershipRequestList: listOf() })
    await screen.findByText('Estás al día')
    await app.user.selectOptions(screen.getByLabelText('Ver'), 'Rechazado por Disa')
    await screen.findByText('Sin solicitudes')
    app.replies.membershipRequestList = noAnswer('offline')
    await app.user.selectOptions(screen.getByLabelText('Ver'), 'Retirado')
    await screen.findByText('Estás sin conexión')
    // The console stores nothing for offline use and must not say that it does.
    expect(screen.getByRole('alert').textContent).not.toMatch(/guardado/)
    app.replies.membershipRequestList = listOf(aRequest({ state: 'VOIDED' }))
    await app.user.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    await screen.findByRole('button', { name: /Patricia Sosa/ })
    expect(app.address()).toBe('/requests?state=VOIDED')
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

  test('asks for a reason before rejecting several, tells a partial failure per request, and sends only the rest again', async () => {
    let failure: Error | object = noAnswer('offline')
    const app = open({
      validateMembershipRequest: ({ reference }: { reference: string }) =>
        reference === 'SOL-1' ? new ApiError(DENIED, TOO_LATE) : failure,
    })
    await selectBoth(app)
    await press(app, screen.getByRole('region', { name: 'Solicitudes elegidas' }), 'Rechazar')
    const sheet = await screen.findByRole('dialog', { name: '¿Rechazar 2 solicitudes?' })
    const field = () => within(sheet).getByLabelText<HTMLTextAreaElement>('Observaciones')
    await press(app, sheet, 'Rechazar 2')
    within(sheet).getByText(/Contale por qué la rechazás/)
    expect(sent(app)).toEqual([])
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
})
