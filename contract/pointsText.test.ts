import { describe, expect, test } from 'vitest'
import { pendingText, pointsText } from '#contract/pointsText.ts'

describe('pointsText', () => {
  test('writes one point in the singular and all other counts in the plural', () => {
    expect([0, 1, 2, -1, -2].map((points) => pointsText(points))).toEqual([
      '0 puntos',
      '1 punto',
      '2 puntos',
      '-1 punto',
      '-2 puntos',
    ])
    expect(pointsText(1250, '1.250')).toBe('1.250 puntos')
  })
})

describe('pendingText', () => {
  test('tells from when pending points can be spent, where it is known', () => {
    expect(pendingText(30, 'el 22/11/2026')).toBe(
      '30 puntos pendientes: podés usarlos desde el 22/11/2026',
    )
    expect(pendingText(1, 'el 22/11/2026')).toBe(
      '1 punto pendiente: podés usarlo desde el 22/11/2026',
    )
    expect(pendingText(1250, '', '1.250')).toBe('1.250 puntos pendientes')
  })
})
