import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  openingState,
  openingText,
  parseOpeningHours,
} from '#app/features/stations/openingHours.ts'
import { DEMO_STATIONS } from '#testing/fixtures/demoStations.ts'

/** 16/11/2026 is a Monday; the hour is Montevideo's. */
const on = (day: number, time: string) => new Date(`2026-11-${16 + day}T${time}:00-03:00`)
const SPLIT = 'Lunes a sábado de 6:00 a 22:00, domingos de 8:00 a 20:00'
const stateAt = (text: string, day: number, time: string) => openingState(text, on(day, time)).kind

describe('parseOpeningHours', () => {
  test('reads every text of the demo data', () => {
    const texts = new Set(DEMO_STATIONS.map(({ openingHours }) => openingHours))
    expect(texts.size).toBeGreaterThan(3)
    expect([...texts].filter((text) => parseOpeningHours(text) === null)).toEqual([])
  })

  test.each([
    'Lunes a viernes de 7 a 19 hs.',
    'Sábados y domingos de 9:00 a 13:00',
    'Lunes, miércoles y viernes de 8:30 a 12:00; martes las 24 horas',
    'todos los dias de 18:00 a 2:00',
  ])('reads %s', (text) => {
    expect(parseOpeningHours(text)).not.toBeNull()
  })

  test.each([
    '',
    'Consultar',
    'Todos los días',
    'Todos los días de 6:00 a 25:00',
    'Todos los días de 6:75 a 22:00',
    'Todos los días de 6:00 a 6:00',
    'Todos los días de 6:00 a 22:00, salvo feriados',
    'Lunes a sábado de 6:00 a 22:00, domingos cerrado',
    'Cerrada por reformas. Todos los días de 6:00 a 22:00',
  ])('does not guess at %j', (text) => {
    expect(parseOpeningHours(text)).toBeNull()
    expect(stateAt(text, 0, '12:00')).toBe('unknown')
  })

  test('never throws, and takes no long time, on any text', () => {
    const word = fc.constantFrom('lunes', 'a', 'y', ',', 'de', '6:00', 'todos los días', '24', ' ')
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(word, { maxLength: 60 })), (given) => {
        const text = typeof given === 'string' ? given : given.join(' ')
        expect(['open', 'closed', 'unknown']).toContain(stateAt(text, 2, '10:00'))
      }),
    )
  })
})

describe('openingState', () => {
  test.each([
    [SPLIT, 0, '05:59', 'Cerrada · abre a las 6:00'],
    [SPLIT, 0, '06:00', 'Abierta hasta las 22:00'],
    [SPLIT, 5, '21:59', 'Abierta hasta las 22:00'],
    [SPLIT, 5, '22:00', 'Cerrada · abre mañana a las 8:00'],
    [SPLIT, 6, '07:30', 'Cerrada · abre a las 8:00'],
    [SPLIT, 6, '20:00', 'Cerrada · abre mañana a las 6:00'],
    ['Todos los días, las 24 horas', 3, '03:00', 'Abierta'],
    ['Todos los días de 18:00 a 2:00', 0, '01:59', 'Abierta hasta las 2:00'],
    ['Todos los días de 18:00 a 2:00', 0, '02:00', 'Cerrada · abre a las 18:00'],
    ['Todos los días de 18:00 a 1:00', 4, '23:00', 'Abierta hasta la 1:00'],
    ['Domingos de 20:00 a 4:00', 0, '03:00', 'Abierta hasta las 4:00'],
    ['Viernes a lunes de 8:00 a 20:00', 6, '12:00', 'Abierta hasta las 20:00'],
    ['Viernes a lunes de 8:00 a 20:00', 1, '12:00', 'Cerrada · abre en 3 días a las 8:00'],
    ['Lunes de 8:00 a 9:00', 0, '09:00', 'Cerrada · abre en 7 días a las 8:00'],
    ['Consultar', 1, '12:00', null],
  ])('%s, day %i of the week at %s: %s', (text, day, time, expected) => {
    expect(openingText(openingState(text, on(day, time)))).toBe(expected)
  })

  test('uses the time of Montevideo, not that of the device', () => {
    // 00:30 UTC of Tuesday is 21:30 of Monday in Montevideo.
    const now = new Date('2026-11-17T00:30:00Z')
    expect(openingState('Lunes de 6:00 a 22:00', now).kind).toBe('open')
  })
})
