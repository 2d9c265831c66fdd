import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, cleanTexts } from '#contract/fields/cleanText.ts'
import { EnrolmentCode } from '#contract/fields/groupedCode.ts'
import { typedMobile } from '#contract/fields/mobile.ts'
import { parseCedula, parseRut } from '#contract/fields/nationalIds.ts'
import { Email, Profile } from '#contract/fields/profile.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import { memberStatus } from '#contract/station/memberStatus.ts'

describe('cleanText', () => {
  test.each([
    [
      'a mobile from the contacts of a phone',
      '\u202a+598\u00a099\u00a0123\u00a0456\u202c',
      '+598 99 123 456',
    ],
    ['a zero-width space and a byte order mark', '\ufeffZW-1\u200b', 'ZW-1'],
    ['a soft hyphen and a word joiner', 'Pe\u00adre\u2060ira', 'Pereira'],
    ['marks of direction and isolates', '\u200eGol\u202e.exe\u2067', 'Gol.exe'],
    ['a decomposed letter', 'Jose\u0301', 'José'],
    [
      'no-break, thin and ideographic spaces',
      'María\u00a0José\u202fSosa\u3000x',
      'María José Sosa x',
    ],
    ['emoji of several characters', '👩‍👧 🏳️‍🌈', '👩‍👧 🏳️‍🌈'],
  ])('%s', (_name, pasted, clean) => expect(cleanText(pasted)).toBe(clean))

  test('cleans once for all, and changes no printable ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cleanText(text)).toBe(text)
      }),
    )
  })

  test('of a request, cleans each text but passwords and what the gateway signed', () => {
    const text = 'a\u200bb'
    const request = { user: text, list: [{ text }], password: text, geopayResponse: { text }, n: 1 }
    expect(cleanTexts(request)).toEqual({
      ...request,
      user: 'ab',
      list: [{ text: 'ab' }],
    })
  })
})

const typed = (schema: { parse: (text: string) => unknown }, text: string) =>
  schema.parse(cleanText(text))

describe('what people paste into a field', () => {
  test.each([
    ['3.781.369–8', '37813698'],
    ['3 781 369−8', '37813698'],
    ['3,781,369/8', '37813698'],
    ['\u20663.781.369\u20118\u2069', '37813698'],
  ])('a cédula %j', (text, digits) => expect(parseCedula(cleanText(text))).toBe(digits))

  test.each(['21\u2010508055\u20100011', '21.508055.0011', '21·508055·0011'])('a RUT %j', (text) =>
    expect(parseRut(cleanText(text))).toBe('215080550011'),
  )

  test.each(['SBC–1234', 'sbc\u00a01234', 'SBC\u200b-1234', 'SBC·1234'])('a plate %j', (text) => {
    expect(typed(memberStatus.request.shape.plate, text)).toBe('SBC1234')
  })

  test.each([
    ['D´Angelo', "D'Angelo"],
    ['D`Angelo', "D'Angelo"],
    ['D‘Angelo', "D'Angelo"],
    ['D’Angelo', "D'Angelo"],
    ['Müller‑Pérez', 'Müller-Pérez'],
    ['María\u00a0José', 'María José'],
    ['Nu\u0301n\u0303ez', 'Núñez'],
  ])('the name %j', (text, stored) => expect(typed(Profile.shape.firstSurname, text)).toBe(stored))

  test.each(['099 123\u2011456', '\u202a+598 99 123 456\u202c', '(099)\u00a0123\u2013456'])(
    'the mobile %j',
    (text) => expect(typedMobile().safeParse(cleanText(text)).success).toBe(true),
  )

  test('codes in groups', () => {
    expect(typed(TotpCode, '123\u2009456')).toBe('123456')
    expect(typed(EnrolmentCode, '7kd2–mvx9–7kd2–mvx9')).toBe('7KD2MVX97KD2MVX9')
  })
})

describe('Email', () => {
  test.each([
    'ventas&compras@tero.com.uy',
    'ana/taller@tero.com.uy',
    'ana#1@tero.com.uy',
    'prvs=12ab=ana@tero.com.uy',
    'ana@xn--caf-dma.com.uy',
    'ana@xn--caf-dma.xn--p1ai',
    "o'brien+surtidor@tero.com.uy",
  ])('takes %s', (email) => expect(Email.parse(email)).toBe(email))

  test.each([
    'ana@tero',
    'ana@-tero.uy',
    '.ana@tero.uy',
    'ana.@tero.uy',
    'a..b@tero.uy',
    'a b@tero.uy',
    'a@b@tero.uy',
    'ana@tero..uy',
    'ana@[10.0.0.1]',
    '"ana"@tero.uy',
  ])('refuses %s', (email) => expect(Email.safeParse(email).success).toBe(false))
})
