import { describe, expect, test } from 'vitest'
import {
  countFilters,
  DEFAULT_RADIUS,
  filterStations,
  filtersOf,
  stationCountText,
} from '#app/features/stations/stationFilters.ts'
import { aBranch } from '#testing/fixtures/entities.ts'

const NOON = new Date('2026-11-20T12:00:00-03:00')
const price = { price: 7688, validFrom: '20260301' }
const near = {
  branch: aBranch({
    code: 'NEAR',
    services: [
      { code: 'fuel', values: ['super'] },
      { code: 'collection', values: ['Abitab'] },
    ],
    fuels: [{ code: 'super', ...price }],
  }),
  metres: 900,
}
const far = {
  branch: aBranch({
    code: 'FAR',
    department: 'SA',
    openingHours: 'Consultar',
    services: [
      { code: 'collection', values: ['Urupago'] },
      { code: 'wash', values: [] },
    ],
    fuels: [{ code: 'gasoil', ...price }],
  }),
  metres: 400_000,
}
const shown = (search: Record<string, string>, stations = [near, far]) =>
  filterStations(stations, filtersOf(search), NOON).map(({ branch }) => branch.code)
const ANY = { distance: 'any' }

describe('filterStations', () => {
  test.each([
    ['the default radius', {}, ['NEAR']],
    ['any distance', ANY, ['NEAR', 'FAR']],
    ['another radius', { distance: '2000' }, ['NEAR']],
    ['a service', { ...ANY, service: 'collection' }, ['NEAR', 'FAR']],
    ['a value of a service', { ...ANY, service: 'collection', value: 'Urupago' }, ['FAR']],
    ['a service without values', { ...ANY, service: 'wash' }, ['FAR']],
    ['a fuel', { ...ANY, fuel: 'super' }, ['NEAR']],
    ['open now, which an unknown text is not', { ...ANY, open: '1' }, ['NEAR']],
    ['a text, at any distance', { text: 'SALTO' }, ['FAR']],
    ['a text and another filter', { text: 'salto', fuel: 'super' }, []],
    ['a department, at any distance', { department: 'SA' }, ['FAR']],
    ['several at once', { department: 'SA', service: 'wash', fuel: 'super' }, []],
  ])('filters by %s', (_what, search, expected) => {
    expect(shown(search)).toEqual(expected)
  })

  test('the default radius is the 10001 m of the specification, its limit included', () => {
    const at = (metres: number) => [{ ...near, metres }]
    expect(DEFAULT_RADIUS).toBe(10_001)
    expect([shown({}, at(10_001)), shown({}, at(10_001.5))]).toEqual([['NEAR'], []])
  })

  test('ignores the distance without a position', () => {
    const unknown = [near, far].map(({ branch }) => ({ branch, metres: null }))
    expect(filterStations(unknown, filtersOf({}), NOON)).toHaveLength(2)
  })
})

describe('filtersOf', () => {
  test('ignores what no filter offers', () => {
    const wrong = {
      service: 'x',
      value: 'Abitab',
      fuel: '<',
      department: 'ZZ',
      distance: '-1',
      open: 'no',
    }
    expect(filtersOf(wrong)).toEqual(filtersOf({}))
    expect(filtersOf({ service: 'wash', value: 'Abitab' }).value).toBe('')
    expect(filtersOf({ service: 'fuel' }).service).toBe('')
  })
})

describe('countFilters', () => {
  test('counts the filters that are set, not place and distance', () => {
    expect(countFilters(filtersOf({ department: 'SA', distance: 'any' }))).toBe(0)
    expect(countFilters(filtersOf({ service: 'wash', open: '1' }))).toBe(2)
  })
})

describe('stationCountText', () => {
  test.each([
    [12, {}, true, '12 estaciones a menos de 10\u00A0km'],
    [1, { distance: '2000' }, true, '1 estación a menos de 2\u00A0km'],
    [88, { distance: 'any' }, true, '88 estaciones en todo el país'],
    [88, {}, false, '88 estaciones en todo el país'],
    [3, { text: 'salto' }, true, '3 estaciones en todo el país'],
    [0, { department: 'SA' }, true, '0 estaciones en Salto'],
  ])('%i stations, %o', (count, search, located, expected) => {
    expect(stationCountText(count, filtersOf(search), located)).toBe(expected)
  })
})
