// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PurchaseClaim } from '#contract/entities/purchaseClaim.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { errorOf, field, fillFields, press, sent } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty } from '#testing/fixtures/entities.ts'

const aClaim = (fields: Partial<PurchaseClaim> = {}): PurchaseClaim => ({
  id: 'c-1',
  loyaltyCode: '60000001',
  receipt: {
    rut: '211234560019',
    type: 101,
    series: 'A',
    number: 1234,
    amount: 123_450,
    date: '20261119',
  },
  datetime: '20261119142200',
  state: 'waiting',
  operatorFrom: '20261122142200',
  ...fields,
})
const QR =
  'https://www.efactura.dgi.gub.uy/consultaQR/cfe?211234560019,101,A,1234,1234.50,20261119,x7Kd2M%2FIdl'

const club = aLoyalty()
const renderClaims = (replies: Replies = {}, query = '', loyalties = [club]) =>
  renderApp(`/movements?claims=all${query}`, {
    loyalties,
    replies: {
      loyalties: { loyalties },
      purchaseClaims: { claims: [], next: '' },
      claimPurchase: { claim: aClaim() },
      ...replies,
    },
  })
const TYPED = {
  'RUT de la estación': '21.123456.0019',
  Serie: 'a',
  Número: '1.234',
  Fecha: '19/11/2026',
  'Total a pagar': '$ 1.234,50',
  'Código de seguridad (opcional)': 'x7Kd2M',
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the claim of a purchase', () => {
  test('sends what is typed as the receipt says it, and says what happens next', async () => {
    const app = renderClaims()
    await fillFields(app, TYPED)
    await press(app, 'Reclamar puntos')
    await screen.findByText('Recibimos tu reclamo')
    expect(screen.getByText(/La esperamos hasta el 22\/11\/2026/)).toBeTruthy()
    const [request] = sent(app, 'claimPurchase')
    expect(request).toEqual({
      loyaltyCode: club.loyaltyCode,
      receipt: {
        rut: '211234560019',
        type: 101,
        series: 'A',
        number: 1234,
        amount: 123_450,
        date: '20261119',
        securityCode: 'x7Kd2M',
      },
    })
    // The button that had the focus is gone; the next Tab goes on from here.
    await app.user.tab()
    expect(document.activeElement?.textContent).toBe('Reclamar otra compra')
    await press(app, 'Reclamar otra compra')
    expect((await field('Serie')).value).toBe('')
    await app.user.tab()
    expect(document.activeElement?.textContent).toBe('Escanear su QR')
  })

  test('shows the scanned receipt before it sends the text of its code', async () => {
    const credited = aClaim({ state: 'credited', points: 30, branchName: 'Estación Ombú' })
    const app = renderClaims(
      { claimPurchase: { claim: credited } },
      `&qr=${encodeURIComponent(QR)}`,
    )
    expect(await screen.findByText('e-Ticket A 1234')).toBeTruthy()
    expect(sent(app, 'claimPurchase')).toEqual([])
    await press(app, 'Reclamar puntos')
    await screen.findByText('¡Listo! Encontramos tu compra')
    expect(screen.getByText('Está en tus movimientos, con 30 puntos.')).toBeTruthy()
    expect(sent(app, 'claimPurchase')).toEqual([
      { loyaltyCode: club.loyaltyCode, qr: QR, receipt: null },
    ])
  })

  test.each([
    ['20261122000000', 'con 30 puntos pendientes: podés usarlos desde el 22/11/2026.'],
    // The answer may be stored on the device since before that day.
    ['20261120120000', 'con 30 puntos.'],
  ])('a credited one says from when its points can be spent: %s', async (pendingUntil, end) => {
    const claim = aClaim({ state: 'credited', points: 30, pendingUntil })
    renderClaims({ purchaseClaims: { claims: [claim], next: '' } }, '&id=c-1')
    await screen.findByText(`Está en tus movimientos, ${end}`)
  })

  test('leads from a scanned receipt to the fields, and to the scanner', async () => {
    const app = renderClaims({}, `&qr=${encodeURIComponent(QR)}`)
    await press(app, 'Usar otro comprobante')
    await field('Serie')
    expect(app.address()).toBe('/movements?claims=all')
    const scan = screen.getByRole('link', { name: 'Escanear su QR' })
    expect(scan.getAttribute('href')).toBe('/readScann')
  })

  test('says at each field what is missing or wrong, and sends nothing', async () => {
    const app = renderClaims()
    await fillFields(app, { ...TYPED, 'RUT de la estación': '211234560018', Fecha: '30/02/2026' })
    await fillFields(app, { Serie: 'ñ', 'Total a pagar': 'mucho', Número: '1e5' })
    await press(app, 'Reclamar puntos')
    expect(await errorOf('RUT de la estación')).toContain('Ese RUT no es válido')
    expect(await errorOf('Fecha')).toBe('Escribí la fecha del comprobante: día, mes y año.')
    expect(await errorOf('Serie')).toContain('La serie tiene una o dos letras')
    expect(await errorOf('Total a pagar')).toContain('Escribí el total a pagar')
    expect(await errorOf('Número')).toContain('va de 1 a 9.999.999')
    expect(sent(app, 'claimPurchase')).toEqual([])
  })

  test.each([
    [
      'a refusal',
      new ApiError('05', 'Ese comprobante ya lo reclamó otra persona.'),
      /ya lo reclamó/,
    ],
    ['no connection', noAnswer('offline'), /conexión/],
    ['too many claims', transportError(429), /muchos intentos/],
  ])('%s keeps what was typed', async (_name, error, sentence) => {
    const app = renderClaims({ claimPurchase: error })
    await fillFields(app, TYPED)
    await press(app, 'Reclamar puntos')
    await screen.findByText(sentence)
    expect((await field('Total a pagar')).value).toBe('$ 1.234,50')
  })

  test('lists each claim with its state, and opens it with the reason and what to do', async () => {
    const claims = [
      aClaim(),
      aClaim({ id: 'c-2', state: 'operator' }),
      aClaim({ id: 'c-3', state: 'credited', points: 0, branchName: 'Estación Ombú' }),
      aClaim({ id: 'c-4', state: 'rejected', reason: 'other', sentence: 'No es de esta red.' }),
    ]
    const app = renderClaims({ purchaseClaims: { claims, next: '' } })
    const list = await screen.findByRole('list', { name: 'Tus reclamos' })
    for (const state of ['Espera a la estación', 'La mira la red', 'Acreditada', 'No acreditada'])
      expect(within(list).getByText(state)).toBeTruthy()
    await app.user.click(within(list).getByText('No acreditada'))
    const sheet = await screen.findByRole('dialog', { name: 'e-Ticket A 1234' })
    expect(sheet.textContent).toContain('No es de esta red.')
    expect(app.address()).toBe('/movements?claims=all&id=c-4')
  })

  test('the list of movements leads to it', async () => {
    const app = renderApp('/movements', {
      loyalties: [club],
      replies: {
        loyalties: { loyalties: [club] },
        branches: { branches: [] },
        movements: { movements: [], next: '' },
        purchaseClaims: { claims: [], next: '' },
      },
    })
    await app.user.click(await screen.findByRole('link', { name: '¿Te falta una compra?' }))
    await screen.findByRole('heading', { name: '¿Te falta una compra?' })
    await waitFor(() => expect(app.address()).toBe('/movements?claims=all'))
  })
})
