import { describe, expect, test } from 'vitest'
import { vehicleName } from '#kit/format/vehicle.ts'

describe('vehicleName', () => {
  test.each([
    ['fiat', 'SBA1234', 'Fiat SBA 1234'],
    ['Great Wall', 'ABC123', 'Great Wall ABC 123'],
    ['', '', ''],
  ])('names a vehicle of make %s and plate %s as %s', (mark, plate, name) => {
    expect(vehicleName({ mark, plate })).toBe(name)
  })
})
