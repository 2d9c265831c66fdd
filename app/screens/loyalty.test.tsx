// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty } from '#testing/fixtures/entities.ts'

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
})
afterEach(cleanup)

const car = { vehicleId: 'v-1', mark: 'fiat', plate: 'SBA1234', fuel: 'super' }
const club = aLoyalty({ loyaltyCode: '600000010001', vehicles: [car] })
const renderScreen = (replies: Replies = {}, tab = '') =>
  renderApp(`/loyalty?loyaltyCode=600000010001${tab}`, {
    replies: { loyalties: { loyalties: [club] }, companyDrivers: { drivers: [] }, ...replies },
  })
const confirm = async (app: ReturnType<typeof renderScreen>, name: string) =>
  app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

describe('loyalty', () => {
  test('shows the QR code, the code in groups and the points; the code also large', async () => {
    const { user } = renderScreen()
    const name = 'Código QR de tu afiliación a Surtidor Club'
    await screen.findByRole('img', { name })
    expect(screen.getByText('6000 0001 0001')).toBeTruthy()
    expect(screen.getByText('3.862')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ver el código en grande' }))
    const large = screen.getByRole('dialog', { name: 'Código de Surtidor Club' })
    expect(within(large).getByRole('img', { name })).toBeTruthy()
    await user.click(within(large).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('lists the points of today by what they are, and only those of an older server without it', async () => {
    const held = {
      ...club,
      spendablePoints: 3741,
      pendingPoints: 121,
      pendingUntil: '20261122000000',
      expiring: [
        { date: '20261120', points: 1 },
        { date: '20281130', points: 1200 },
      ],
      shortfall: 30,
    }
    const { replies, invalidateAll } = renderScreen({ loyalties: { loyalties: [held] } })
    const facts = async () =>
      [
        ...(await screen.findByRole('region', { name: 'Tus puntos hoy' })).querySelectorAll('dt'),
      ].map((name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`)
    expect(await facts()).toEqual([
      'Para usar hoy: 3.741',
      'Pendientes, desde el 22/11/2026: 121',
      'A descontar de próximas cargas: -30',
    ])
    // They add up to the balance of 3.862.
    const lots = within(screen.getByRole('list', { name: 'Cuándo vencen' }))
    expect(lots.getAllByText(/punto/).map((line) => line.textContent)).toEqual([
      '1 punto vence el\u00A020/11/2026',
      '1.200 puntos vencen el\u00A030/11/2028',
      'y más adelante, 2.661 puntos más',
    ])
    expect(
      screen.getByText('121 puntos pendientes: podés usarlos desde el 22/11/2026'),
    ).toBeTruthy()
    expect(screen.getByText('Vence 1 punto hoy')).toBeTruthy()
    replies.loyalties = { loyalties: [club] }
    invalidateAll()
    await waitFor(() => expect(screen.queryByText('Tus puntos hoy')).toBeNull())
    expect(screen.getByText('3.862')).toBeTruthy()
  })

  test('shows the bank by its name, also where a code is stored', async () => {
    const account = { accountBankType: 'CA', accountBankNumber: '0012345678' }
    renderScreen(
      { loyalties: { loyalties: [{ ...club, ...account, accountBank: '113' }] } },
      '&tab=datos',
    )
    expect(await screen.findByText('Itaú, caja de ahorro ····678')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Cambiar o quitar la cuenta' })
    expect(link.getAttribute('href')).toContain('/editUser?section=bank')
  })

  test('adds a vehicle; a refusal keeps what was typed', async () => {
    const app = renderScreen(
      { addVehicle: new ApiError('05', 'Esa matrícula ya está en esta afiliación.') },
      '&tab=datos',
    )
    await app.user.click(await screen.findByRole('button', { name: 'Agregar un vehículo' }))
    await app.user.selectOptions(screen.getByLabelText('Marca'), 'Nissan')
    await app.user.type(screen.getByLabelText('Matrícula'), 'sbc-4321')
    await app.user.selectOptions(screen.getByLabelText('Combustible'), 'Gasoil')
    await app.user.click(screen.getByRole('button', { name: 'Agregarlo' }))
    await screen.findByText('Esa matrícula ya está en esta afiliación.')
    expect(screen.getByLabelText<HTMLInputElement>('Matrícula').value).toBe('sbc-4321')
    const added = { vehicleId: 'v-2', mark: 'nissan', plate: 'SBC4321', fuel: 'gasoil' }
    app.replies.addVehicle = { vehicle: added }
    app.replies.loyalties = { loyalties: [{ ...club, vehicles: [car, added] }] }
    await app.user.click(screen.getByRole('button', { name: 'Agregarlo' }))
    await screen.findByRole('button', { name: 'Sacar el Nissan SBC 4321' })
    expect(app.sentCalls.findLast(({ name }) => name === 'addVehicle')?.params).toEqual({
      loyaltyCode: '600000010001',
      vehicle: { mark: 'nissan', plate: 'SBC4321', fuel: 'gasoil' },
    })
  })

  test('takes off the last vehicle after a question that says what remains', async () => {
    const app = renderScreen(
      { removeMembership: { retainedPoints: 0, retainedUntil: '' } },
      '&tab=datos',
    )
    await app.user.click(await screen.findByRole('button', { name: 'Sacar el Fiat SBA 1234' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Sacar el Fiat SBA 1234?' })
    expect(dialog.textContent).toContain('La afiliación y tus puntos siguen como están')
    app.replies.loyalties = { loyalties: [{ ...club, vehicles: [] }] }
    await confirm(app, 'Sacar el vehículo')
    await screen.findByText(/No tenés ninguno/)
    expect(app.sentCalls.find(({ name }) => name === 'removeMembership')?.params).toEqual({
      loyaltyCode: '600000010001',
      vehicleId: 'v-1',
    })
    expect(app.address()).toContain('/loyalty?')
  })

  test('leaves with a reason; question and answer tell the points and the last day', async () => {
    const app = renderScreen({
      removeMembership: { retainedPoints: 3862, retainedUntil: '20271120' },
      membershipRequestList: { membershipRequests: [], reference: '', programmes: [], next: '' },
    })
    await app.user.click(await screen.findByRole('tab', { name: 'Datos' }))
    expect(app.address()).toBe('/loyalty?loyaltyCode=600000010001&tab=datos')
    expect(app.sentCalls.map(({ name }) => name)).not.toContain('rewards')
    expect(screen.queryByRole('img', { name: /^Código QR/ })).toBeNull()
    await app.user.click(await screen.findByRole('button', { name: 'Dejar Surtidor Club' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Dejar Surtidor Club?' })
    expect(dialog.textContent).toContain('Tenés 3.862 puntos: quedan guardados.')
    expect(dialog.textContent).toContain('Si volvés hasta el 20 de noviembre de 2027')
    await app.user.type(within(dialog).getByLabelText(/Por qué te vas/), 'Vendí el auto.')
    app.replies.loyalties = { loyalties: [] }
    await confirm(app, 'Dejar el programa')
    await screen.findByText('Dejaste Surtidor Club')
    expect(
      screen.getByText(/Te guardamos 3\.862 puntos: si volvés hasta el 20 de noviembre de 2027/),
    ).toBeTruthy()
    expect(app.sentCalls.find(({ name }) => name === 'removeMembership')?.params).toEqual({
      loyaltyCode: '600000010001',
      observations: 'Vendí el auto.',
    })
  })
})
