// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty } from '#testing/fixtures/entities.ts'
import { aBenefitRule, someBenefits } from '#testing/fixtures/programmeBenefits.ts'

afterEach(cleanup)

const none = { retainedPoints: 0, retainedUntil: '' }
const renderScreen = (replies: Replies, address = '/listLoyalty') =>
  renderApp(address, {
    replies: {
      loyalties: { loyalties: [] },
      membershipRequestList: {
        membershipRequests: [],
        reference: '',
        programmes: [
          { code: 'uber', name: 'Surtidor Uber', sponsored: true, ...none },
          { code: 'surtidor', name: 'Surtidor Club', sponsored: false, ...none },
        ],
        next: '',
      },
      ...replies,
    },
  })

describe('the programmes of a new driver', () => {
  test('tells what each programme gives, the one without a sponsor first, and who decides', async () => {
    renderScreen({
      programmes: {
        programmes: [
          someBenefits({ products: [aBenefitRule({ discountBasisPoints: 150 })] }),
          someBenefits({ code: 'uber', name: 'Surtidor Uber', products: [], rewards: [] }),
        ],
      },
    })
    const row = await screen.findByRole('row', { name: /^Super/ })
    expect(row.textContent).toBe('Super31,5\u00A0%')
    expect(screen.getByText(/^Los puntos duran 24 meses/)).toBeTruthy()
    expect(screen.getByText('Café con bizcochos').nextSibling?.textContent).toBe('1.250 puntos')
    expect(screen.getByText('Por ahora no da puntos ni descuentos.')).toBeTruthy()
    expect(screen.getByText(/lo autoriza Disa/)).toBeTruthy()
    const names = screen.getAllByRole('heading', { name: /^Surtidor/ })
    expect(names.map(({ textContent }) => textContent)).toEqual(['Surtidor Club', 'Surtidor Uber'])
  })

  test('names no figure of a programme while none is known', async () => {
    renderScreen({ programmes: transportError(0) })
    expect(await screen.findAllByText('Cuántos puntos da se ve con conexión.')).toHaveLength(2)
    expect(screen.getAllByRole('link', { name: 'Afiliarme' })).toHaveLength(2)
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('tells what the programme gives above its form, and that one cannot be joined twice', async () => {
    const replies = { programmes: { programmes: [someBenefits()] } }
    renderScreen(replies, '/listLoyalty?programme=surtidor')
    await screen.findByText('Por litro: 3 puntos en Super.')
    await screen.findByText('Tu vehículo')
    expect(screen.queryByRole('radio')).toBeNull()
    const change = screen.getByRole('link', { name: 'Elegir otro programa' })
    expect(change.getAttribute('href')).toBe('/listLoyalty')
    renderScreen(
      { ...replies, loyalties: { loyalties: [aLoyalty({ programme: 'surtidor' })] } },
      '/listLoyalty?programme=surtidor',
    )
    await screen.findByText('A ese programa no te podés afiliar')
    expect(screen.queryByRole('button', { name: 'Seguir' })).toBeNull()
  })
})
