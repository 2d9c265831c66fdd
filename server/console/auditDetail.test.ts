import { describe, expect, test } from 'vitest'
import { detailText } from '#server/console/auditDetail.ts'

describe('the detail of an audit entry', () => {
  test.each([
    [{ created: 2, updated: 0, kind: 'banks' }, 'Filas nuevas: 2 · Filas cambiadas: 0'],
    [
      { to: 'waiting', points: 50, reason: 'goodwill', loyaltyCode: '60000001' },
      'Afiliación: 60000001 · Puntos: 50 · Motivo: como atención por un inconveniente · Ahora: Espera a otra persona',
    ],
    [{ from: 'PENDING', to: 'VOIDED' }, 'Antes: Pendiente de aprobación · Ahora: Retirado'],
    [{ secondFactor: true }, 'Con segundo factor: Sí'],
    [{ attempt: 'x', amount: 123_450 }, 'Importe: 1.234,50'],
    [{ stations: '' }, 'Estaciones: Toda la red'],
    [{ role: '4', request: 'abc' }, 'Rol: Red de estaciones'],
  ])('is told in Spanish words: %o', (detail, text) => {
    expect(detailText(detail)).toBe(text)
  })
})
