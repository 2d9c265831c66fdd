// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { ApiError, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty } from '#testing/fixtures/entities.ts'
import { aPendingRequest } from '#testing/fixtures/membershipRequests.ts'

afterEach(cleanup)

const club = { code: 'surtidor', name: 'Surtidor Club', sponsored: false }
const ride = { code: 'uber', name: 'Surtidor Uber', sponsored: true }
const none = { retainedPoints: 0, retainedUntil: '' }
const programmes = [
  { ...club, ...none },
  { ...ride, ...none },
]
const aRequest = (fields: Partial<MembershipRequest> = {}) =>
  aPendingRequest({
    own: true,
    datetime: '20261118101500',
    vehicle: { mark: 'Great Wall', plate: 'SBA1234', fuel: 'super' },
    ...fields,
  })
const requests = (list: MembershipRequest[], of = programmes) => ({
  membershipRequests: list,
  reference: list[0]?.reference ?? '',
  programmes: of,
  next: '',
})
const renderScreen = (replies: Replies, address = '/listLoyalty') =>
  renderApp(address, {
    replies: { loyalties: { loyalties: [] }, membershipRequestList: requests([]), ...replies },
  })
const steps = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const next = (app: ReturnType<typeof renderScreen>) =>
  app.user.click(screen.getByRole('button', { name: 'Seguir' }))

describe('listLoyalty', () => {
  test('shows a new person the programmes, and those who left how many points wait', async () => {
    renderScreen({
      membershipRequestList: requests(
        [],
        [
          { ...club, retainedPoints: 3862, retainedUntil: '20271122' },
          { ...ride, ...none },
        ],
      ),
    })
    await screen.findByText('Te guardamos 3.862 puntos hasta el 22 de noviembre de 2027.')
    expect(screen.getByRole('link', { name: 'Volver a afiliarme' }).getAttribute('href')).toBe(
      '/listLoyalty?programme=surtidor',
    )
    expect(screen.getByRole('link', { name: 'Afiliarme' }).getAttribute('href')).toBe(
      '/listLoyalty?programme=uber',
    )
  })

  test('shows loyalties with their points, and no programme that is joined or asked for', async () => {
    renderScreen({
      loyalties: { loyalties: [aLoyalty({ points: 1 })] },
      membershipRequestList: requests([aRequest()]),
    })
    const link = await screen.findByRole('link', { name: /Surtidor Club/ })
    expect(link.getAttribute('href')).toBe('/loyalty?loyaltyCode=CLUB')
    expect(link.textContent).toContain('1 punto')
    await screen.findByText('Great Wall SBA 1234')
    expect(screen.queryByText(/Afiliarme/)).toBeNull()
  })

  test.each([
    [
      aRequest(),
      'Pendiente de aprobación',
      [/^Vos18\/11\/2026 10:15Mandaste/, /^AuspicianteEstá mirando/, /^DisaDecide después/],
    ],
    [
      aRequest({
        state: 'STATE_UBER_AUTHORIZED',
        sponsorDatetime: '20261119090000',
        sponsorObservations: 'Buen viaje.',
      }),
      'Autorizado por Auspiciante',
      [/^Vos/, /^Auspiciante19\/11\/2026 09:00Autorizó tu solicitud\.Buen viaje\./, /^DisaEstá/],
    ],
    [
      aRequest({ state: 'STATE_UBER_REJECTED', sponsorObservations: 'La matrícula no es tuya.' }),
      'Rechazado por Auspiciante',
      [/^Vos/, /^AuspicianteRechazó tu solicitud\.La matrícula no es tuya\./],
    ],
    [
      aRequest({ state: 'STATE_PETROBRAS_REJECTED', sponsored: false }),
      'Rechazado por Disa',
      [/^Vos/, /^DisaRechazó/],
    ],
  ])('tracks a request: %#', async (request, label, expected) => {
    renderScreen({ membershipRequestList: requests([request]) })
    const tracker = await screen.findByRole('list', { name: 'Cómo va tu solicitud' })
    expect(screen.getByText(label)).toBeTruthy()
    const shown = steps(tracker)
    expect(shown).toHaveLength(expected.length)
    expected.forEach((pattern, place) => expect(shown[place]).toMatch(pattern))
  })

  test('lists earlier requests apart: a withdrawn one, and a rejected one with a newer request', async () => {
    renderScreen({
      membershipRequestList: requests([
        aRequest({ reference: 'SOL-3' }),
        aRequest({ reference: 'SOL-2', state: 'STATE_UBER_REJECTED' }),
        aRequest({ reference: 'SOL-1', state: 'VOIDED', leavingObservations: 'Me arrepentí.' }),
      ]),
    })
    const earlier = await screen.findByRole('list', { name: 'Solicitudes anteriores' })
    expect(
      within(earlier).getByText('Surtidor Uber, 18/11/2026: Rechazado por Auspiciante'),
    ).toBeTruthy()
    expect(within(earlier).getByText('Surtidor Uber, 18/11/2026: Retirado')).toBeTruthy()
    expect(screen.getAllByRole('list', { name: 'Cómo va tu solicitud' })[2]?.textContent).toContain(
      'Me arrepentí.',
    )
  })

  test('withdraws a pending request after a question, and shows a refusal', async () => {
    const refusal = new ApiError('05', 'Esta solicitud ya no se puede retirar.')
    const app = renderScreen({
      membershipRequestList: requests([aRequest()]),
      removeMembership: refusal,
    })
    await app.user.click(await screen.findByRole('button', { name: 'Retirar la solicitud' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Retirar la solicitud?' })
    await app.user.click(within(dialog).getByRole('button', { name: 'Retirar la solicitud' }))
    expect((await screen.findByRole('alert')).textContent).toBe(refusal.message)
    app.replies.removeMembership = { retainedPoints: 0, retainedUntil: '' }
    app.replies.membershipRequestList = requests([aRequest({ state: 'VOIDED' })])
    await app.user.click(screen.getByRole('button', { name: 'Retirar la solicitud' }))
    const again = within(await screen.findByRole('alertdialog'))
    await app.user.click(again.getByRole('button', { name: 'Retirar la solicitud' }))
    await screen.findByText('Surtidor Uber, 18/11/2026: Retirado')
    expect(app.sentCalls.filter(({ name }) => name === 'removeMembership')[1]?.params).toEqual({
      loyaltyCode: 'SOL-1',
    })
  })

  test('asks to join in three steps, with errors at their fields, and loses nothing on the way', async () => {
    const app = renderScreen(
      { membershipRequest: new ApiError('05', 'Ya tenés una solicitud pendiente.') },
      '/listLoyalty?programme=uber',
    )
    await screen.findByText('Tu vehículo')
    await next(app)
    await screen.findByText('Elegí la marca o escribila.')
    await app.user.selectOptions(field('Marca'), 'Otra marca')
    await app.user.type(field('¿Qué marca es?'), 'Great Wall')
    await app.user.type(field('Matrícula'), 'sba 1234')
    await app.user.selectOptions(field('Combustible'), 'Gasoil')
    await next(app)
    await screen.findByText('RUT y tarjeta')
    await app.user.type(field(/^RUT/), '21 555 555 0019')
    await next(app)
    await screen.findByText('Ese RUT no es válido: revisá sus doce dígitos.')
    await app.user.clear(field(/^RUT/))
    await next(app)
    await screen.findByText('Cuenta bancaria')
    await app.user.type(field('Número de cuenta'), '12-34567')
    await app.user.click(screen.getByRole('button', { name: 'Mandar la solicitud' }))
    await screen.findByText('Elegí un banco de la lista.')
    await app.user.click(screen.getByRole('button', { name: 'Volver al paso anterior' }))
    await screen.findByText('RUT y tarjeta')
    await next(app)
    await app.user.selectOptions(field('Banco'), 'Brou')
    await app.user.selectOptions(field('Tipo de cuenta'), 'CA')
    await app.user.click(screen.getByRole('button', { name: 'Mandar la solicitud' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Ya tenés una solicitud pendiente.')
    app.replies.membershipRequest = { reference: 'SOL-1' }
    app.replies.membershipRequestList = requests([aRequest()])
    await app.user.click(screen.getByRole('button', { name: 'Mandar la solicitud' }))
    await screen.findByRole('list', { name: 'Cómo va tu solicitud' })
    expect(app.address()).toBe('/listLoyalty')
    expect(app.sentCalls.findLast(({ name }) => name === 'membershipRequest')?.params).toEqual({
      request: {
        programme: 'uber',
        vehicle: { mark: 'Great Wall', plate: 'SBA1234', fuel: 'gasoil' },
        clientRUT: '',
        clientCardNumber: '',
        accountBank: 'Brou',
        accountBankType: 'CA',
        accountBankNumber: '1234567',
        accountBankBranch: '',
        accountName: '',
      },
    })
    expect(Object.keys(sessionStorage).filter((key) => key.endsWith(' join'))).toEqual([])
  })

  test('restores the draft of the same person after a reload, without the account number', async () => {
    const app = renderScreen({}, '/listLoyalty?programme=uber')
    await screen.findByText('Surtidor Uber')
    for (const [name, value] of [
      ['accountBankNumber', '1234567'],
      ['plate', 'SBA1234'],
    ] as const) {
      const input = document.querySelector(`[name=${name}]`)
      if (input) fireEvent.input(input, { target: { value } })
    }
    const key = 'own ana@demo.surtidor.uy join'
    const draft = sessionStorage.getItem(key) ?? ''
    expect(draft).toContain('SBA1234')
    expect(draft).not.toContain('1234567')
    renderApp('/listLoyalty?programme=uber', {
      replies: app.replies,
      sessionEntries: { [key]: draft },
    })
    await screen.findByText('Surtidor Uber')
    expect(document.querySelector<HTMLInputElement>('[name=plate]')?.value).toBe('SBA1234')
    renderApp('/listLoyalty?programme=uber', {
      name: 'Beto',
      replies: app.replies,
      sessionEntries: { [key]: draft },
    })
    await screen.findByText('Surtidor Uber')
    expect(document.querySelector<HTMLInputElement>('[name=plate]')?.value).toBe('')
  })

  test('activates a loyalty by its code, with RUT and card only when given', async () => {
    const memberships = [{ loyaltyCode: 'CLUB', programme: 'surtidor' }]
    const app = renderScreen({
      loyalties: { loyalties: [aLoyalty({ loyaltyCode: 'UBER' }), aLoyalty()] },
      activeMembershipList: { memberships, next: '' },
    })
    await app.user.click(await screen.findByText('Activar una afiliación con su código'))
    const activate = () => app.user.click(screen.getByRole('button', { name: 'Activar' }))
    await activate()
    await screen.findByText('Escribí el código de tu afiliación.')
    await app.user.type(field('Código de la afiliación'), ' CLUB ')
    await activate()
    await screen.findByText('Quedó activada')
    expect(app.storage.getItem('movSelLoyalty')).toBe('{"data":{"code":"CLUB"}}')
    app.replies.activeMembershipList = { memberships: [], next: '' }
    await app.user.type(field(/^RUT/), '21.508055.0011')
    await activate()
    await screen.findByText(/La afiliación CLUB no tiene ese RUT/)
    const sent = app.sentCalls.filter(({ name }) => name === 'activeMembershipList')
    expect(sent.map(({ params }) => params)).toEqual([
      { loyaltyCode: 'CLUB' },
      { loyaltyCode: 'CLUB', clientRUT: '215080550011' },
    ])
  })

  test('shows that there is no connection, once, and retries on request', async () => {
    const app = renderScreen({
      loyalties: transportError(0),
      membershipRequestList: transportError(0),
    })
    const retry = await screen.findAllByRole('button', { name: 'Probar de nuevo' })
    expect(retry).toHaveLength(1)
    app.replies.loyalties = { loyalties: [aLoyalty()] }
    app.replies.membershipRequestList = requests([])
    if (retry[0]) await app.user.click(retry[0])
    await screen.findByRole('link', { name: /Surtidor Club/ })
    await waitFor(async () => {
      const again = screen.queryByRole('button', { name: 'Probar de nuevo' })
      if (again) await app.user.click(again)
      expect(screen.getByText('Surtidor Uber')).toBeTruthy()
    })
  })
})
