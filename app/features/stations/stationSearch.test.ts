import { describe, expect, test } from 'vitest'
import { matchesStation } from '#app/features/stations/stationSearch.ts'

const station = {
  name: 'Estación Ñandú',
  address: 'Bulevar Artigas 1234, Paysandú, Uruguay',
  department: 'PA',
}

describe('matchesStation', () => {
  test.each([
    ['', true],
    ['  ', true],
    ['ÑANDÚ', true],
    ['nandu', true],
    ['1234 artigas', true],
    ['paysandu, estacion', true],
    ['arti pays', true],
    ['« artigas »', true],
    ['salto', false],
    ['ñandú salto', false],
  ])('by %j: %s', (typed, expected) => {
    expect(matchesStation(station, typed)).toBe(expected)
  })

  test('finds the department that the address does not name', () => {
    const inland = { ...station, address: 'Ruta 8 km 30, Barros Blancos', department: 'CA' }
    expect(matchesStation(inland, 'canelones barros')).toBe(true)
  })
})
