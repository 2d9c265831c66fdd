// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { receiptPdf } from '#app/features/receipts/receiptPdf.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { NOT_FISCAL } from '#contract/entities/receipt.ts'
import { noAnswer } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aBranch, aLoyalty, aMovement, aPayment } from '#testing/fixtures/entities.ts'
import { STATION_RECEIPT, STATION_SALE } from '#testing/fixtures/stationReceipt.ts'

const inNavigator = (properties: object) => {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(navigator, name, { value, configurable: true })
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'canShare')
  onlineManager.setOnline(true)
  localStorage.clear()
  cleanup()
})

const club = aLoyalty()
const fuel = aMovement({ rrn: '000000010177' })
const replies = (more: Replies): Replies => ({
  loyalties: { loyalties: [club] },
  branches: { branches: [aBranch()] },
  movements: { movements: [fuel], next: '' },
  mailReceipt: { sentTo: 'an•••@correo.uy' },
  ...more,
})
async function openPayment(payment: Payment, more: Replies = {}) {
  const app = renderApp('/listPayment', {
    replies: replies({ getPayments: { payments: [payment] }, ...more }),
  })
  await app.user.click(await screen.findByRole('button', { name: /minimercado/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Tu pago' })
  return { ...app, sheet: within(sheet) }
}
const sent = (app: { sentCalls: { name: string; params: object }[] }) =>
  app.sentCalls.filter(({ name }) => name === 'mailReceipt').map(({ params }) => params)

describe('the receipt in the sheet of a payment', () => {
  test('is sent to the address of the account, and says to which', async () => {
    const app = await openPayment(aPayment({ id: 'p-1' }))
    await app.user.click(await app.sheet.findByRole('button', { name: 'Enviar a mi correo' }))
    expect(await app.sheet.findByText(/an•••@correo\.uy/)).toBeTruthy()
    expect(sent(app)).toEqual([{ kind: 'payment', reference: 'p-1' }])
  })

  test.each(['VOIDED', 'REFUNDED'] as const)('is offered for a %s payment', async (state) => {
    const { sheet } = await openPayment(aPayment({ state }))
    expect(await sheet.findByRole('button', { name: 'Descargar PDF' })).toBeTruthy()
  })

  test.each(['PENDING', 'PROCESSING', 'REJECTED'] as const)(
    'is not offered for a %s payment',
    async (state) => {
      const { sheet } = await openPayment(aPayment({ state, reason: 'No.' }))
      expect(sheet.getByText('Referencia')).toBeTruthy()
      expect(sheet.queryByRole('button', { name: /PDF|Compartir|correo/ })).toBeNull()
    },
  )

  test('is not sent without the id of an older server', async () => {
    const { id: _, ...older } = aPayment()
    const { sheet } = await openPayment(older)
    expect(await sheet.findByRole('button', { name: 'Descargar PDF' })).toBeTruthy()
    expect(sheet.queryByRole('button', { name: 'Enviar a mi correo' })).toBeNull()
  })

  test('is shared where the device takes PDF files', async () => {
    inNavigator({ canShare: ({ files: [file] }: { files: File[] }) => file?.type.endsWith('pdf') })
    const { sheet } = await openPayment(aPayment())
    expect(await sheet.findByRole('button', { name: 'Compartir' })).toBeTruthy()
    expect(sheet.getByRole('button', { name: 'Descargar PDF' })).toBeTruthy()
  })

  test('says that the email needs a connection', async () => {
    const { sheet, user } = await openPayment(aPayment(), { mailReceipt: noAnswer('offline') })
    await user.click(await sheet.findByRole('button', { name: 'Enviar a mi correo' }))
    expect((await sheet.findByRole('alert')).textContent).toMatch(
      /Necesitás conexión para mandar el comprobante/,
    )
  })
})

describe('a receipt that is sent again', () => {
  test('keeps what was said of the try before until the next one has a result', async () => {
    const answers = [noAnswer('offline'), noAnswer('offline'), { sentTo: 'an•••@correo.uy' }]
    const { sheet, user } = await openPayment(aPayment(), {
      mailReceipt: async () => {
        const answer = answers.shift()
        await held.promise
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    let held = Promise.withResolvers<void>()
    const send = await sheet.findByRole('button', { name: 'Enviar a mi correo' })
    const sendOnce = async () => {
      held = Promise.withResolvers<void>()
      await user.click(send)
      return held.resolve
    }
    ;(await sendOnce())()
    const first = await sheet.findByRole('alert')
    const fail = await sendOnce()
    expect(send.getAttribute('aria-busy')).toBe('true')
    expect(sheet.getByRole('alert')).toBe(first)
    fail()
    await waitFor(() => expect(sheet.getByRole('alert')).not.toBe(first))
    ;(await sendOnce())()
    await sheet.findByText(/an•••@correo\.uy/)
    expect(sheet.queryByRole('alert')).toBeNull()
    await sendOnce()
    expect(sheet.getByText(/an•••@correo\.uy/)).toBeTruthy()
  })
})

describe('the receipt of a payment at a station', () => {
  const { lines, ticket, ...amounts } = STATION_SALE
  const code = { rut: '211234560019', type: 101, series: 'A', number: 1234 }
  const tankful = { rrn: '000000010177', plate: 'SAB1234' }
  const station = { code: '7K2M9QXATB', branchCode: 'E001', ticket, lines, cfe: code, tankful }
  const payment = aPayment({ ...amounts, law: '0', refund: 0, points: 0, station })
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ')
  const rows = [
    ...STATION_RECEIPT,
    ['CFE', 'e-Ticket A 1234'],
    ['RUT emisor', '211234560019'],
    ['Referencia (autorización)', '824 992'],
  ]

  test('shows lines, total, IVA, CFE and a reference that can be read out, and no law', async () => {
    const { sheet } = await openPayment(payment)
    const shown = [...document.querySelectorAll('dl > div')].map(({ children }) =>
      [...children].map(({ textContent }) => plain(textContent)),
    )
    expect(shown.slice(0, 3)).toEqual(STATION_RECEIPT.slice(0, 3))
    expect(shown).toEqual(expect.arrayContaining(rows))
    expect(shown.flat().join()).not.toMatch(/Ley|Ninguna|Concepto/)
    const kilometres = await sheet.findByRole('link', { name: 'Agregar los kilómetros' })
    expect(kilometres.getAttribute('href')).toMatch(/\?car=SAB1234&id=000000010177$/)
    const link = sheet.getByRole('link', { name: /^Ver el CFE en la DGI/ })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://www.efactura.dgi.gub.uy/principal/verificacioncfe',
      '_blank',
      'noopener',
    ])
  })

  test('has the same rows in the PDF', () => {
    const { facts, totals, tables } = receiptPdf({ payment }, '', '20/11/2026 12:00')
    const pdf = [...facts, ...totals].map(({ name, value }) => [name, plain(value)])
    const table = tables[0]?.rows.map((row) => row.map(plain)) ?? []
    expect([...pdf, ...table]).toEqual(expect.arrayContaining(rows))
    expect(table).toEqual(STATION_RECEIPT.slice(0, 2))
  })
})

describe('the receipt in the sheet of a purchase', () => {
  test('is sent by its rrn', async () => {
    const app = renderApp('/movements?rrn=000000010177', {
      loyalties: [club],
      replies: replies({}),
    })
    const sheet = within(await screen.findByRole('dialog', { name: 'Super' }))
    await app.user.click(await sheet.findByRole('button', { name: 'Enviar a mi correo' }))
    await waitFor(() =>
      expect(sent(app)).toEqual([{ kind: 'movement', reference: '000000010177' }]),
    )
  })
})

describe('receiptPdf', () => {
  const plain = (value: unknown) => JSON.stringify(value).replaceAll('\u00A0', ' ')
  const createdAt = '20/11/2026 12:00'

  test('says of a purchase its station, litres, price, discount, points and vehicle', () => {
    const { title, notice, facts, totals, tables, note } = receiptPdf(
      { movement: fuel },
      'Sarandí 1450, Artigas, Uruguay',
      createdAt,
    )
    expect([title, notice, note]).toEqual(['Comprobante de compra', '', NOT_FISCAL])
    expect(facts).toEqual([
      { name: 'Estación', value: 'Estación Ombú' },
      { name: 'Dirección', value: 'Sarandí 1450, Artigas, Uruguay' },
      { name: 'Fecha y hora', value: '18/11/2026 08:23' },
      { name: 'Matrícula', value: 'SAB1234' },
      { name: 'Referencia', value: '000000010177' },
    ])
    expect(plain(tables[0]?.rows)).toBe(
      '[["Super, 37,914 l a $ 76,88/L","$ 2.914,83"],["Descuento","-$ 29,14"]]',
    )
    expect(plain(totals)).toContain('"Total pagado","value":"$ 2.885,69"')
  })

  test('says first how much of a payment was given back', () => {
    const part = receiptPdf({ payment: aPayment({ refundedAmount: 50_000 }) }, '', createdAt)
    expect(part.notice?.replaceAll('\u00A0', ' ')).toMatch(
      /^Te devolvimos \$ 500,00 de \$ 1\.234,50 a tu tarjeta/,
    )
  })

  test('says of a void and of a refund first that the charge does not stand', () => {
    const voided = aPayment({ state: 'VOIDED', law: '19.210', refund: 2_023, points: 0 })
    const pdf = receiptPdf({ payment: voided }, '', createdAt)
    expect(pdf.title).toBe('Comprobante de pago (anulado)')
    expect(pdf.notice).toMatch(/^Anulado: el cobro quedó sin efecto/)
    expect(plain(pdf)).not.toMatch(/Te devuelven|Ley aplicada|Total pagado/)
    const refunded = receiptPdf({ payment: aPayment({ state: 'REFUNDED' }) }, '', createdAt)
    expect(refunded.notice).toMatch(/^Devuelto: el importe vuelve a tu tarjeta/)
  })

  test('omits what an older server does not say, and keeps tip, currency and instalments', () => {
    const {
      id: _id,
      settledAt: _s,
      taxAmount: _t,
      invoiceNumber: _i,
      cardType: _c,
      ...older
    } = aPayment({ currency: '840', tipAmount: 1_200, amount: 12_200, installments: 3 })
    const pdf = receiptPdf({ payment: older }, '', createdAt)
    expect(pdf.facts.map(({ name }) => name)).toEqual([
      'Estación',
      'Fecha y hora',
      'Tarjeta',
      'Cuotas',
      'Autorización',
      'Monto gravado',
      'Ley aplicada',
      'Referencia',
    ])
    expect(plain(pdf.tables[0]?.rows)).toContain('US$ 110,00')
    expect(plain(pdf.tables[0]?.rows)).toContain('["Propina","US$ 12,00"]')
    expect(plain(pdf)).not.toMatch(/undefined|NaN/)
  })
})
