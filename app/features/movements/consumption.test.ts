import { describe, expect, test } from 'vitest'
import { fuelChart, pointFigures, totalsOf } from '#app/features/movements/consumption.ts'

const month = (of: string, product: string, millilitres: number) => ({
  month: of,
  product,
  millilitres,
  amount: millilitres * 7,
  discount: 100,
  points: 3,
})
const period = (year: number, month: number) => ({
  dateFrom: { year: 2025, month: 1, day: 1 },
  dateTo: { year, month, day: 28 },
})

describe('consumption', () => {
  test('totals add up the months, and are 0 without months', () => {
    expect(totalsOf([])).toEqual({ millilitres: 0, amount: 0, discount: 0, points: 0 })
    expect(totalsOf([month('202511', 'super', 20_000), month('202512', 'store', 0)])).toEqual({
      millilitres: 20_000,
      amount: 140_000,
      discount: 200,
      points: 6,
    })
  })

  test('expired points have a line of their own where there are any; an older server has them among the others', () => {
    const names = (totals: { expired?: number; other: number }) =>
      pointFigures({
        openingPoints: 10,
        closingPoints: 20,
        pointTotals: { earned: 30, redeemed: 0, reversed: 0, ...totals },
        discounts: [],
        movements: [],
      })
        .slice(3)
        .map(({ name, points }) => `${name} ${points}`)
    expect(names({ expired: -15, other: -5 })).toEqual([
      'Vencidos -15',
      'Ajustes y otros -5',
      'Diferencia 10',
    ])
    expect(names({ expired: 0, other: 0 })).toEqual(['Diferencia 10'])
    expect(names({ other: -20 })).toEqual(['Vencidos, ajustes y otros -20', 'Diferencia 10'])
  })

  test("the chart goes from the first purchase to the end of the period, across the year's end", () => {
    const chart = fuelChart(
      [
        month('202510', 'wash', 0),
        month('202511', 'super', 20_000),
        month('202602', 'super', 5_000),
      ],
      period(2026, 3),
    )
    expect(chart?.series).toEqual(['Super'])
    expect(chart?.bars).toEqual([
      { label: 'nov', name: 'noviembre de 2025', values: [20_000] },
      { label: 'dic', name: 'diciembre de 2025', values: [0] },
      { label: 'ene', name: 'enero de 2026', values: [0] },
      { label: 'feb', name: 'febrero de 2026', values: [5_000] },
      { label: 'mar', name: 'marzo de 2026', values: [0] },
    ])
  })

  test("fuels are in the contract's order, an unknown one last", () => {
    const fuels = ['biodiesel', 'queroseno', 'gasoil', 'super']
    const chart = fuelChart(
      fuels.map((fuel, index) => month('202511', fuel, (index + 1) * 1000)),
      period(2025, 11),
    )
    expect(chart?.series).toEqual(['Super', 'Gasoil', 'Queroseno', 'biodiesel'])
    expect(chart?.bars[0]?.values).toEqual([4000, 3000, 2000, 1000])
  })

  test('there is no chart without a fuel purchase', () => {
    expect(fuelChart([month('202511', 'wash', 0)], period(2025, 11))).toBeNull()
  })
})
