import { describe, expect, test } from 'vitest'
import { movementFiles } from '#app/features/movements/listFiles.ts'
import {
  newestFirst,
  pointsSpent,
  redemptionText,
} from '#app/features/movements/redemptionFormat.ts'
import type { Redemption } from '#contract/entities/redemption.ts'
import { aMovement, aVoucher } from '#testing/fixtures/entities.ts'

const aRedemption = (fields: Partial<Redemption> = {}): Redemption => ({
  ...aVoucher({ title: 'Café', points: 250, endedAt: '20261120100000' }),
  kind: 'voucher',
  branchCode: '',
  ticket: '',
  rrn: '000000000077',
  ...fields,
})

describe('redemptionText', () => {
  test.each<
    [kind: Redemption['kind'], state: Redemption['state'], sentence: string, points: number]
  >([
    ['voucher', 'reserved', 'Vale para usar hasta el 07/12/2026.', -250],
    ['voucher', 'captured', 'Usaste el vale el 20/11/2026.', -250],
    ['voucher', 'released', 'Devolviste el vale: +250 puntos, el 20/11/2026.', 0],
    ['voucher', 'expired', 'El vale venció: +250 puntos, el 20/11/2026.', 0],
    ['till', 'reserved', 'Reservados en la caja hasta las 00:00.', -250],
    ['till', 'captured', 'Los usaste en la caja.', -250],
    ['till', 'released', 'La caja no los usó: +250 puntos, el 20/11/2026.', 0],
    ['till', 'expired', 'La caja no terminó el canje: +250 puntos, el 20/11/2026.', 0],
    ['till', 'reversed', 'La estación anuló el canje: +250 puntos, el 20/11/2026.', 0],
  ])('says of a %s that is %s what became of its points', (kind, state, sentence, spent) => {
    const redemption = aRedemption({ kind, state })
    expect([redemptionText(redemption), pointsSpent(redemption)]).toEqual([sentence, spent])
  })
})

describe('redemptions among the purchases', () => {
  const redemption = aRedemption({ datetime: '20261118090000', state: 'captured' })
  const movements = [aMovement({ rrn: 'late', datetime: '20261119000000' }), aMovement()]

  test('are in the order of time, also from an older server without any', () => {
    const rrns = (page: Parameters<typeof newestFirst>[0]) =>
      newestFirst(page).map(({ datetime }) => datetime)
    expect(rrns({ movements, redemptions: [redemption] })).toEqual([
      '20261119000000',
      '20261118090000',
      '20261118082318',
    ])
    expect(rrns({ movements })).toHaveLength(2)
  })

  test('are in CSV and PDF, and not in the totals of the purchases', () => {
    const { csv, pdf } = movementFiles(movements, '', [redemption])
    expect(csv().split('\r\n')[2]).toBe(
      '18/11/2026;09:00;;Canje: Café;;;;;;-250;000000000077;;;;Usaste el vale el 20/11/2026.',
    )
    const { totals, tables } = pdf()
    expect(totals).toEqual(movementFiles(movements, '').pdf().totals)
    expect(tables[1]?.rows).toEqual([
      ['18/11/2026 09:00', '', 'Café', 'Usaste el vale el 20/11/2026.', '-250'],
    ])
  })
})
