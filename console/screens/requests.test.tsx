// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { aRequest, listOf } from '#testing/fixtures/membershipRequests.ts'

afterEach(cleanup)

const open = async ({ user }: ReturnType<typeof renderConsole>) => {
  await user.click(await screen.findByRole('button', { name: /Patricia Sosa/ }))
  return await screen.findByRole('dialog', { name: 'Patricia Sosa' })
}
const disabled = (sheet: HTMLElement, name: string) =>
  within(sheet).getByRole('button', { name }).getAttribute('aria-disabled')

describe('requests', () => {
  test('shows the requests that wait for the operator, and all that a decision needs', async () => {
    const desk = renderConsole('/requests', {}, { membershipRequestList: listOf(aRequest()) })
    const sheet = await open(desk)
    expect(desk.address()).toBe('/requests?reference=SOL-1')
    const facts = [...sheet.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
    expect(facts).toEqual([
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
    expect(within(sheet).getByText('Conduce desde mayo.')).toBeTruthy()
    expect(screen.getByText('Ninguna espera tu decisión.')).toBeTruthy()
  })

  test('shows who decided, when and why, also after the decision of the network', async () => {
    const request = aRequest({
      networkName: 'Diego Olivera',
      networkDatetime: '20261120090000',
      networkObservations: 'Falta la libreta.',
    })
    const desk = renderConsole('/requests', {}, { membershipRequestList: listOf(request) })
    const history = within(await open(desk)).getAllByRole('listitem')
    expect(history.map(({ textContent }) => textContent)).toEqual([
      'PedidaPatricia Sosa · 18/11/2026 09:30',
      'La autorizó el auspicianteCarla Núñez · 19/11/2026 10:15Conduce desde mayo.',
      'La rechazó la redDiego Olivera · 20/11/2026 09:00Falta la libreta.',
    ])
  })

  test('rejects with observations, after a dialog that states the consequence', async () => {
    const replies = { membershipRequestList: listOf(aRequest()), validateMembershipRequest: {} }
    const desk = renderConsole('/requests', {}, replies)
    const sheet = await open(desk)
    await desk.user.type(within(sheet).getByLabelText(/Observaciones/), 'Falta la libreta.')
    await desk.user.click(within(sheet).getByRole('button', { name: 'Rechazar' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toMatch(/queda cerrada.*Cancelar/s)
    expect(desk.sentCalls.some(({ name }) => name === 'validateMembershipRequest')).toBe(false)
    replies.membershipRequestList = listOf(aRequest({ state: 'STATE_PETROBRAS_REJECTED' }))
    await desk.user.click(within(question).getByRole('button', { name: 'Ok' }))
    await screen.findByText('Rechazaste la solicitud de Patricia Sosa.')
    expect(desk.sentCalls.find(({ name }) => name === 'validateMembershipRequest')?.params).toEqual(
      {
        reference: 'SOL-1',
        authorized: false,
        observations: 'Falta la libreta.',
      },
    )
    await waitFor(() => expect(screen.getAllByText('Ninguna espera tu decisión.')).toHaveLength(2))
  })

  test('keeps the draft of the observations after closing the sheet and after an expired session, for its author only', async () => {
    const reason = 'Falta la libreta.'
    const replies = { membershipRequestList: listOf(aRequest()), validateMembershipRequest: {} }
    const desk = renderConsole('/requests', {}, replies)
    const written = (sheet: HTMLElement) =>
      within(sheet).getByLabelText<HTMLTextAreaElement>(/Observaciones/)
    const first = await open(desk)
    await desk.user.type(written(first), reason)
    await desk.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(written(await open(desk)).value).toBe(reason)

    const diego = desk.session.current()
    if (!diego) throw new Error('There is no session')
    desk.session.expire(diego.userSessionToken)
    await screen.findByText(/^Tu sesión venció/)
    desk.session.start({ ...diego, email: 'dora@demo.surtidor.uy', userSessionToken: 'hers' })
    const hers = await screen.findByRole('dialog', { name: 'Patricia Sosa' })
    expect(written(hers).value).toBe('')
    desk.session.expire('hers')
    await screen.findByText(/^Tu sesión venció/)

    desk.session.start({ ...diego, userSessionToken: 'another' })
    const again = await screen.findByRole('dialog', { name: 'Patricia Sosa' })
    expect(written(again).value).toBe(reason)
    await desk.user.click(within(again).getByRole('button', { name: 'Autorizar' }))
    await desk.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ok' }),
    )
    await screen.findByText('Autorizaste la solicitud de Patricia Sosa.')
    expect(
      desk.sentCalls.find(({ name }) => name === 'validateMembershipRequest')?.params,
    ).toMatchObject({ observations: reason })
    expect(JSON.stringify(sessionStorage)).not.toContain(reason)
  })

  test('removes the drafts when the operator signs out', async () => {
    const reason = 'Falta la libreta.'
    const replies = { membershipRequestList: listOf(aRequest()), logout: {} }
    const desk = renderConsole('/requests', {}, replies)
    await desk.user.type(within(await open(desk)).getByLabelText(/Observaciones/), reason)
    await desk.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(JSON.stringify(sessionStorage)).toContain(reason)
    await desk.user.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
    await desk.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ok' }),
    )
    await waitFor(() => expect(desk.address()).toBe('/login'))
    expect(JSON.stringify(sessionStorage)).not.toContain(reason)
  })

  test("shows the server's refusal to the second of two operators, and disables the buttons", async () => {
    const over = 'Esta solicitud ya no espera tu decisión.'
    const replies = {
      membershipRequestList: listOf(aRequest()),
      validateMembershipRequest: new ApiError(DENIED, over),
    }
    const desk = renderConsole('/requests', {}, replies)
    const sheet = await open(desk)
    await desk.user.click(within(sheet).getByRole('button', { name: 'Autorizar' }))
    replies.membershipRequestList = listOf(aRequest({ state: 'STATE_PETROBRAS_AUTHORIZED' }))
    const question = await screen.findByRole('alertdialog')
    await desk.user.click(within(question).getByRole('button', { name: 'Ok' }))
    expect((await within(sheet).findByRole('alert')).textContent).toBe(over)
    await within(sheet).findByText('Autorizado por Disa')
    expect(disabled(sheet, 'Autorizar')).toBe('true')
    expect(disabled(sheet, 'Rechazar')).toBe('true')
  })

  test("disables the buttons after the operator's own decision with the reason, and shows none to a reader", async () => {
    const replies = { membershipRequestList: listOf(aRequest()) }
    const carla = renderConsole('/requests?state=all', { roles: ['3'] }, replies)
    const sheet = await open(carla)
    expect(disabled(sheet, 'Autorizar')).toBe('true')
    expect(within(sheet).getByText(/ahora decide la red/)).toBeTruthy()

    const elena = renderConsole('/requests', { roles: ['1'] }, replies)
    const hers = await open(elena)
    expect(within(hers).queryByRole('button', { name: 'Autorizar' })).toBeNull()
    expect(within(hers).getByText(/La mirás nomás/)).toBeTruthy()
  })

  test('opens for an administrator on the requests that wait for somebody, not on decided ones', async () => {
    const all = listOf(
      aRequest({ reference: 'SOL-2', holder: 'Omar Vega', state: 'VOIDED' }),
      aRequest(),
    )
    const desk = renderConsole('/requests', { roles: ['1'] }, { membershipRequestList: all })
    await screen.findByRole('button', { name: /Patricia Sosa/ })
    expect(screen.getByText('Ninguna espera una decisión.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Omar Vega/ })).toBeNull()
    expect(desk.sentCalls.filter(({ name }) => name === 'membershipRequestList')).toMatchObject([
      { params: { state: 'PENDING', order: 'oldest' } },
      { params: { state: 'STATE_UBER_AUTHORIZED', order: 'oldest' } },
    ])
    await desk.user.selectOptions(screen.getByLabelText('Ver'), 'Todas')
    await screen.findByRole('button', { name: /Omar Vega/ })
  })

  test('filters by state in the address, and has an empty and an offline state', async () => {
    const replies: Record<string, unknown> = { membershipRequestList: listOf() }
    const desk = renderConsole('/requests', { roles: ['3'] }, replies)
    await screen.findByText('Estás al día')
    await desk.user.selectOptions(screen.getByLabelText('Ver'), 'Rechazado por Disa')
    await screen.findByText('Sin solicitudes')
    expect(desk.address()).toBe('/requests?state=STATE_PETROBRAS_REJECTED')
    replies.membershipRequestList = noAnswer('offline')
    await desk.user.selectOptions(screen.getByLabelText('Ver'), 'Retirado')
    await screen.findByText('Estás sin conexión')
    // The console stores nothing for offline use and must not say that it does.
    expect(screen.getByRole('alert').textContent).not.toMatch(/guardado/)
    replies.membershipRequestList = listOf(aRequest({ state: 'VOIDED' }))
    await desk.user.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    await screen.findByRole('button', { name: /Patricia Sosa/ })
  })
})
