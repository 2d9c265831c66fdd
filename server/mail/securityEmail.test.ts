import { describe, expect, test } from 'vitest'
import { circumstancesOf } from '#server/mail/securityEmail.ts'
import { headerOf } from '#testing/harness/testClient.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const of = (now: string, version: string, userAgent = '', additionalData = {}) =>
  circumstancesOf(
    { now: () => new Date(now) },
    { header: { ...headerOf('', new Date(now)), version, additionalData }, userAgent },
  )

describe('circumstancesOf', () => {
  test('gives the time of Montevideo, also where its day is not that of UTC', () => {
    expect(of('2026-11-22T13:05:00Z', 'b-1.7.0').when).toBe(
      'domingo 22 de noviembre de 2026 a las 10:05',
    )
    expect(of('2027-01-01T02:59:00Z', 'b-1.7.0').when).toBe(
      'jueves 31 de diciembre de 2026 a las 23:59',
    )
  })

  test('gives the kind of device, and no text of the caller', () => {
    const now = '2026-11-22T13:05:00Z'
    expect(of(now, 'b-1.7.0', FIREFOX).device).toBe('Firefox en Windows')
    expect(of(now, 'b-1.7.0', 'Llamá al 099 123 456').device).toBe('un navegador')
    const model = { model: 'Llamá al 099 123 456', manufacturer: 'estafa.example' }
    expect(of(now, 'a-1.7.0', '', model).device).toBe('la app en un Android')
    expect(of(now, 'i-1.7.0', FIREFOX, model).device).toBe('la app en un iPhone')
  })
})
