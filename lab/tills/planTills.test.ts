import { describe, expect, test } from 'vitest'
import { ReportedItem } from '#contract/entities/reportedItem.ts'
import { closeShift } from '#contract/station/closeShift.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { PAYMENTS } from '#lab/tills/payments.ts'
import { planStationClose, planTills } from '#lab/tills/planTills.ts'
import { REDEMPTIONS } from '#lab/tills/redemptions.ts'

const start = new Date('2026-09-07T12:00:00-03:00')
const members = Array.from({ length: 40 }, (_, index) => ({
  loyaltyCode: String(60_000_001 + index),
  cardNumber: String(8_860_000_001 + index),
  plate: `SAB${1000 + index}`,
}))
const plan = (seed: number) =>
  planTills({ stations: 20, minutes: 1, seed, payments: 2 }, members, start)

describe('planTills', () => {
  test('makes the same plan of the same seed, and another one of another', () => {
    expect(plan(1)).toEqual(plan(1))
    expect(plan(1)).not.toEqual(plan(2))
  })

  test('plans each behaviour', () => {
    const planned = new Set(plan(1).flatMap(({ behaviours }) => behaviours))
    expect([...planned].toSorted()).toEqual(
      [
        ...Object.keys(REDEMPTIONS),
        ...Object.keys(PAYMENTS),
        'anulaciones',
        'anulaciones antes de su venta',
        'conflictos',
        'copias restauradas',
        'devoluciones de más',
        'devoluciones en parte',
        'lotes interrumpidos',
        'mensajes alterados',
        'relojes en otra hora',
        'repeticiones con otro número',
        'totales de más',
        'turnos de un día tarde',
        'turnos desordenados',
        'turnos sin una venta',
      ].toSorted(),
    )
  })

  test('plans items and closes that the contract takes, in the order of their times', () => {
    const tills = plan(1)
    for (const { steps } of tills) {
      expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted((a, b) => a - b))
      for (const step of [...steps, planStationClose(tills.slice(0, 2))])
        if (step.kind === 'close') closeShift.request.parse(step.close)
        else if (step.kind === 'report')
          reportSales.request.parse({
            items: step.items.map(({ item }) => ReportedItem.parse(item)),
          })
    }
  })
})
