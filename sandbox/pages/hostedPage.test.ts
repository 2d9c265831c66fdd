import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import { cardNumber } from '#testing/harness/sandboxControl.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { manualClock, startTestSandbox } from '#testing/harness/testSandbox.ts'

const sandbox = startForFile(() => startTestSandbox({}, manualClock()))

const VALID_FORM = {
  number: '9999 0000 0003 0001',
  holder: 'Ana Núñez',
  expiry: '08/29',
  cvv: '123',
  installments: '3',
}
const pay = async (fields: Record<string, string> = {}) =>
  await sandbox.form('/pay', { token: await sandbox.open(), ...VALID_FORM, ...fields })
const ENTITIES: Record<string, string> = { quot: '"', amp: '&', '#39': "'", lt: '<', gt: '>' }
/** The `data` that the page's return form posts to the merchant. */
function dataOf(page: string) {
  const [, escaped = ''] = /name="data" value="([^"]*)"/.exec(page) ?? []
  const text = escaped.replaceAll(/&([^;]+);/g, (_, name: string) => ENTITIES[name] ?? '?')
  return JSON.parse(text)
}

describe('hosted page', () => {
  test('shows amount, merchant, deadline and tax refund', async () => {
    const token = await sandbox.open(122_050, {
      indi: 6,
      taxedAmount: 100_000,
      tipAmount: 5000,
      ecommerceAdditionalData: [{ name: 'refundBasisPoints', value: '200' }],
    })
    const { status, text } = await sandbox.form('', { token })
    expect(status).toBe(200)
    for (const shown of [
      'Estaciones Surtidor',
      'Nafta Súper 95, 20,000 l',
      '$\u00a01.220,50',
      '$\u00a050,00, incluida',
      'Ley 19.210',
      'Solo si pagás con débito',
      '$\u00a020,00',
      '12:10',
      '6 cuotas de $\u00a0203,42',
      'Cancelar y volver',
    ])
      expect(text).toContain(shown)
    const byAddress = await fetch(`${sandbox.url}${HOSTED_PAGE}?token=${token}`)
    expect(await byAddress.text()).toBe(text)
  })

  test.each([
    [{ indi: 2 }, 'Puede haber devolución por la Ley 18.083, IMESI en frontera'],
    [{ indi: 0 }, 'no tiene devolución de impuestos'],
  ])('says what it knows of the refund without a rate: %j', async (change, sentence) => {
    const { text } = await sandbox.form('', { token: await sandbox.open(122_050, change) })
    expect(text).toContain(sentence)
  })

  test('names the station of the request, and without one the calling net', async () => {
    const merchant = (text: string) => /Le pagás a<\/span> ([^<]+)</.exec(text)?.[1]
    const ofStation = await sandbox.open(122_050, {
      ecommerceAdditionalData: [{ name: 'merchantName', value: 'Estación Ombú' }],
    })
    expect(merchant((await sandbox.form('', { token: ofStation })).text)).toBe('Estación Ombú')
    const ofNet = await sandbox.open(122_050)
    expect(merchant((await sandbox.form('', { token: ofNet })).text)).toBe('Estaciones Surtidor')
  })

  test('returns a paid form to the registered address with a signed message', async () => {
    const token = await sandbox.open()
    const { status, text } = await pay({ token })
    expect(status).toBe(200)
    expect(text).toContain(`action="${sandbox.merchant.url}/geopay/return"`)
    expect(text).toContain('Volver al comercio')
    const data = dataOf(text)
    expect(sandbox.isGenuine(data)).toBe(true)
    expect(data).toMatchObject({
      token,
      responseHeader: { responseCode: '00' },
      payment: { accessToken: token, authorized: true, installments: '3', amount: 122_000 },
    })
  })

  test('answers a second submission with the same payment, and a later visit with 410', async () => {
    const token = await sandbox.open()
    const first = dataOf((await pay({ token })).text)
    const second = dataOf((await pay({ token })).text)
    expect(second.payment).toEqual(first.payment)
    const visit = await sandbox.form('', { token })
    expect(visit.status).toBe(410)
    expect(visit.text).toContain('Este pago ya terminó')
    expect(visit.text).not.toContain('goBack.js')
  })

  test('cancels without a card and without a charge', async () => {
    const token = await sandbox.open()
    const { text } = await sandbox.form('/cancel', { token })
    expect(dataOf(text)).toMatchObject({
      responseHeader: { responseCode: '05' },
      payment: { state: 'CANCELED', authorized: false },
    })
    await pay({ token })
    const [payment] = (await sandbox.query(token)).payments
    expect(payment).toMatchObject({ state: 'CANCELED', card: null })
  })

  test('shows invalid input again, without the security code, and links each error to its field', async () => {
    const token = await sandbox.open()
    const typed = { number: '9999 0000 0003 0002', holder: 'Ana "la Ñ"', expiry: '13/29', cvv: '9' }
    const { status, text } = await pay({ ...typed, installments: '4', token })
    expect(status).toBe(422)
    for (const value of ['9999 0000 0003 0002', 'Ana &quot;la Ñ&quot;', '13/29'])
      expect(text).toContain(`value="${value}"`)
    expect(text).toMatch(/<option value="4"\s+selected/)
    expect(/<input id="cvv"[^>]*value="([^"]*)"/.exec(text)?.[1]).toBe('')
    for (const field of ['number', 'expiry', 'cvv']) {
      expect(text).toContain(`id="${field}Error"`)
      const linked = new RegExp(`<input id="${field}"[^>]*aria-describedby="[^"]*${field}Error"`)
      expect(text).toMatch(linked)
    }
    expect(text).not.toContain('id="holderError"')
    expect((await sandbox.query(token)).payments[0]?.card).toBeNull()
  })

  test.each([
    ['expiry', '09/26', null],
    ['expiry', '0926', null],
    ['expiry', '08/26', 'La tarjeta está vencida.'],
    ['expiry', '', 'Ingresá el vencimiento'],
    ['cvv', '12a', 'Ingresá los 3 números'],
    ['holder', ' ', 'Ingresá el nombre'],
    ['installments', '7', 'Elegí de 1 a 6 cuotas.'],
    ['installments', '1.5', 'Elegí de 1 a 6 cuotas.'],
    ['number', '4111111111111111', 'usá una de las tarjetas de la lista'],
    ['number', '1', 'El número tiene entre 13 y 19 dígitos.'],
    ['number', '9999010000010002', 'Con débito se paga en 1 cuota.'],
  ])('answers %s %j with %j', async (field, value, error) => {
    const { status, text } = await pay({ [field]: value })
    expect(status).toBe(error ? 422 : 200)
    expect(text).toContain(error ?? 'Volver al comercio')
  })

  test('escapes the concept, the merchant and the submitted texts', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
    const base = sandbox.order(122_000)
    const token = await sandbox.open(122_000, {
      reference: hostile,
      requestHeader: { ...sandbox.header(), netDescription: hostile },
      invoice: { ...base.invoice, description: hostile },
      client: { ...base.client, firstName: hostile, lastName: "' onfocus='alert(3)" },
    })
    const pages = [
      await sandbox.form('', { token }),
      await pay({ token, number: hostile, holder: hostile, expiry: hostile, cvv: hostile }),
      await sandbox.form('', { token: hostile }),
      await pay({ token }),
    ]
    for (const { text } of pages) expect(text).not.toMatch(/<script>|<img src=x|' onfocus/)
    expect(pages[0]?.text).toContain('&lt;script&gt;')
    expect(dataOf(pages[3]?.text ?? '').reference).toBe(hostile)
  })

  test('answers an expired token with 410 and an unknown one with 404', async () => {
    // An amount that ends in 25 makes a token that has expired.
    const token = await sandbox.open(122_025)
    for (const { status, text } of [await sandbox.form('', { token }), await pay({ token })]) {
      expect(status).toBe(410)
      expect(text).toContain('Este pago venció')
      expect(dataOf(text).responseHeader.responseCode).toBe('25')
    }
    const unknown = await sandbox.form('', { token: 'nope' })
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('No encontramos este pago')
    expect((await sandbox.form('/cancel', {})).status).toBe(404)
  })

  test('simulates a bad signature, an altered amount and a closed page', async () => {
    const forged = await pay({ number: cardNumber('Firma falsa') })
    expect(sandbox.isGenuine(dataOf(forged.text))).toBe(false)
    const altered = dataOf((await pay({ number: cardNumber('Importe alterado') })).text)
    expect([sandbox.isGenuine(altered), altered.payment.amount]).toEqual([true, 61_000])
    const closed = await pay({ number: cardNumber('Página cerrada') })
    expect(closed.text).toContain('Simulamos que cerraste la página')
    expect(closed.text).not.toContain('name="data"')
  })

  test('stores neither the card number nor the security code', async () => {
    await pay({ cvv: '987' })
    const stored = await readFile(`${sandbox.dir}/payments.jsonl`, 'utf8')
    expect(stored).toContain('999900******0001')
    expect(stored).not.toContain('9999000000030001')
    expect(stored).not.toMatch(/cvv|"987"/)
  })
})
