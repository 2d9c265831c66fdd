// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { CompanyDriver } from '#contract/loyalty/companyDrivers.ts'
import type { CompanyVehicle } from '#contract/loyalty/companyStatement.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty } from '#testing/fixtures/entities.ts'

afterEach(cleanup)

const loyaltyCode = '600000010001'
const driver: CompanyDriver = {
  invitationId: 'i-1',
  loyaltyCode,
  holder: 'Ana Pereira',
  clientRUT: '219900010018',
  email: 'luis@example.com',
  driver: '',
  invitedAt: '20261118100000',
  acceptedAt: '',
}
const vehicle: CompanyVehicle = {
  vehicleId: 'v-1',
  plate: 'SBA1234',
  millilitres: 164_000,
  amount: 776_048,
  deductibleTax: 139_943,
  limitMillilitres: 200_000,
  limitAmount: 0,
}
const statement = {
  clientRUT: '219900010018',
  lines: [],
  vehicles: [vehicle, { ...vehicle, vehicleId: '', plate: '', limitMillilitres: 0 }],
  total: { millilitres: 328_000, amount: 1_552_096, deductibleTax: 279_886 },
  next: '',
}
const renderScreen = (clientRUT: string, replies: Replies) =>
  renderApp(`/loyalty?loyaltyCode=${loyaltyCode}&tab=datos`, {
    replies: {
      loyalties: { loyalties: [aLoyalty({ loyaltyCode, clientRUT })] },
      companyDrivers: { drivers: [] },
      companyStatement: statement,
      ...replies,
    },
  })
const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))

describe('the company of a loyalty', () => {
  test('shows a month by vehicle, with what each has of its limit', async () => {
    const app = renderScreen('219900010018', {})
    expect(await rowsOf('Vehículos de la empresa')).toEqual([
      'SBA 1234$ 7.760,48164,000 l · 82 % de su límite',
      'Sin matrícula$ 7.760,48164,000 l',
    ])
    await app.user.selectOptions(screen.getByLabelText('Mes'), 'octubre de 2026')
    await rowsOf('Vehículos de la empresa')
    expect(app.sentCalls.findLast(({ name }) => name === 'companyStatement')?.params).toEqual({
      loyaltyCode,
      month: '202610',
      count: 1,
    })
  })

  test('sets the limit of a vehicle in whole litres and pesos; a wrong one stays in its field', async () => {
    const app = renderScreen('219900010018', { setVehicleLimit: {} })
    await app.user.click(await screen.findByRole('button', { name: /^SBA 1234/ }))
    const litres = await screen.findByLabelText<HTMLInputElement>(/Litros por mes/)
    expect(litres.value).toBe('200')
    await app.user.clear(litres)
    await app.user.type(litres, '20,5')
    await app.user.type(screen.getByLabelText(/Pesos por mes/), '12.345,50')
    await app.user.click(screen.getByRole('button', { name: 'Guardar el límite' }))
    await screen.findByText('Escribí litros enteros, de 0 a 10.000; vacío, sin límite.')
    expect(litres.value).toBe('20,5')
    await app.user.clear(litres)
    await app.user.click(screen.getByRole('button', { name: 'Guardar el límite' }))
    await waitFor(() =>
      expect(app.sentCalls.findLast(({ name }) => name === 'setVehicleLimit')?.params).toEqual({
        loyaltyCode,
        vehicleId: 'v-1',
        millilitres: 0,
        amount: 1_234_550,
      }),
    )
  })

  test('invites a driver, whose address stays after a refusal, and removes one', async () => {
    const app = renderScreen('219900010018', {
      inviteDriver: new ApiError('05', 'Ese es tu correo: invitá el de otra persona.'),
      endCompanyDriver: {},
    })
    const email = await screen.findByLabelText<HTMLInputElement>('Correo electrónico')
    await app.user.type(email, driver.email)
    await app.user.click(screen.getByRole('button', { name: 'Invitar' }))
    await screen.findByText('Ese es tu correo: invitá el de otra persona.')
    expect(email.value).toBe(driver.email)
    app.replies.inviteDriver = {}
    app.replies.companyDrivers = { drivers: [driver] }
    await app.user.click(screen.getByRole('button', { name: 'Invitar' }))
    expect(await rowsOf('Conductores de la empresa')).toEqual([
      `${driver.email}Invitación del 18/11/2026, sin respuesta`,
    ])
    await app.user.click(screen.getByRole('button', { name: `Sacar a ${driver.email}` }))
    const dialog = await screen.findByRole('alertdialog', { name: `¿Sacar a ${driver.email}?` })
    await app.user.click(within(dialog).getByRole('button', { name: 'Sacar de la empresa' }))
    await waitFor(() =>
      expect(app.sentCalls.findLast(({ name }) => name === 'endCompanyDriver')?.params).toEqual({
        invitationId: 'i-1',
      }),
    )
  })

  test('an invited driver reads what the holder will see, accepts, and leaves', async () => {
    const invited = { ...driver, loyaltyCode: '' }
    const app = renderScreen('', {
      companyDrivers: { drivers: [invited] },
      acceptInvitation: {},
    })
    const title = 'Ana Pereira te invita a su empresa'
    expect((await screen.findByRole('heading', { name: title })).textContent).toBe(title)
    expect(screen.getByText(/Las cargas de tus otros vehículos, no\./)).toBeTruthy()
    app.replies.companyDrivers = { drivers: [{ ...invited, acceptedAt: '20261119080000' }] }
    await app.user.click(screen.getByRole('button', { name: 'Aceptar la invitación' }))
    await screen.findByRole('heading', { name: 'Cargás para Ana Pereira' })
    expect(app.sentCalls.find(({ name }) => name === 'acceptInvitation')?.params).toEqual({
      invitationId: 'i-1',
      loyaltyCode,
    })
    expect(screen.getByRole('button', { name: 'Dejar la empresa' })).toBeTruthy()
    expect(app.sentCalls.some(({ name }) => name === 'companyStatement')).toBe(false)
  })
})
