// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'
import { aBranch, aLoyalty } from '#testing/fixtures/entities.ts'

const official = (validFrom: string, validTo: string, price: number): OfficialPrice => ({
  product: 'super',
  price,
  validFrom,
  validTo,
  decree: 'Decreto 130/025',
})
const published = [official('20260301', '20261031', 7688)]
const station = aBranch({ fuels: [{ code: 'super', price: 7688, validFrom: '20260301' }] })

/** Opens the history of a fuel of the station, on 20 November 2026. */
const render = (prices: OfficialPrice[], fuel: string, loyalties: Loyalty[] = []) =>
  renderApp(`/map?view=list&station=${station.code}&price=${fuel}`, {
    loyalties,
    replies: {
      branches: { branches: [station] },
      mapTiles: { url: '', attribution: '', attributionUrl: '' },
      prices: { prices },
      loyalties: { loyalties },
    },
  })

beforeEach(() => {
  localStorage.clear()
  // What jsdom lacks.
  Element.prototype.scrollIntoView = () => undefined
})

describe('FuelPrices', () => {
  test('tells what a tank of each car costs today and cost a year ago, by litres that are typed once', async () => {
    const car = { vehicleId: '1', plate: 'SBA1234', mark: 'fiat', fuel: 'super' }
    const loyalties = [
      aLoyalty({ vehicles: [car, { ...car, plate: 'SCB4321', fuel: 'gasoil' }] }),
      aLoyalty({ loyaltyCode: 'OTHER', vehicles: [car] }),
    ]
    const { user } = render(
      [official('20251101', '20251231', 7820), official('20260301', '', 7688)],
      'super',
      loyalties,
    )
    const sheet = await screen.findByRole('dialog', { name: 'Precio oficial: Super' })
    const text = () => sheet.textContent?.replaceAll('\u00A0', ' ') ?? ''
    await within(sheet).findByText('Llenar el tanque de tu Fiat SBA 1234')
    expect(text()).toContain('1234$ 3.459,60Con 45 l, que suponemos.')
    expect(text()).toContain(
      'Hace un año, el 20/11/2025, costaba $ 3.519,00: hoy sale $ 59,40 menos.',
    )
    expect(text()).not.toContain('SCB 4321')
    await user.click(within(sheet).getByText('Poner mis litros'))
    const field = within(sheet).getByRole('textbox', { name: /Cuántos litros/ })
    await user.type(field, 'mil{Enter}')
    expect(text()).toContain('Escribí los litros del tanque, de 1 a 2.000, por ejemplo 45.')
    expect((field as HTMLInputElement).value).toBe('mil')
    await user.clear(field)
    await user.type(field, '52,5{Enter}')
    await within(sheet).findByText('Cambiar los litros')
    expect(text()).toContain('1234$ 4.036,20Con 52,5 l.')
    expect(sessionStorage.getItem('own ana@demo.surtidor.uy tank SBA1234')).toBe('52500')
  })

  test('never gives an old price as the one of today', async () => {
    render(published, 'super')
    const sheet = await screen.findByRole('dialog', { name: 'Precio oficial: Super' })
    await within(sheet).findByText(/^El último precio publicado valió hasta el 31\/10\/2026/)
    const tank = await within(sheet).findByText('Llenar un tanque')
    expect(tank.closest('li')?.textContent).toBe(
      'Llenar un tanquesin precio de hoyCon 45\u00A0l, que suponemos.',
    )
    expect(within(sheet).queryByText(/Hace un año/)).toBeNull()
  })

  test('opens no history for a fuel of the address that the station does not sell', async () => {
    render(published, 'hidrogeno')
    await screen.findByRole('button', { name: /^Super.*76,88/ })
    expect(screen.queryByRole('dialog', { name: /Precio oficial/ })).toBeNull()
  })
})
