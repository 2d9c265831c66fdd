import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCommon } from '#server/auth/commonPasswords.ts'

/** Well-known passwords of eight characters or more, from public lists and from Uruguay. */
const WELL_KNOWN = `password 12345678 123456789 1234567890 qwertyuiop iloveyou princess sunshine
  football baseball superman trustno1 starwars whatever computer michelle jennifer mercedes
  asdfghjkl zxcvbnm123 1qaz2wsx 1q2w3e4r5t qwerty123 abcd1234 passw0rd letmein1 welcome1 admin123
  changeme dragon123 contraseña montevideo uruguay1 peñarol1891 nacional1899 tequieromucho
  bienvenido valentina barcelona liverpool`.split(/\s+/)

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const leet = (text: string) =>
  text
    .replaceAll('a', '@')
    .replaceAll('e', '3')
    .replaceAll('i', '1')
    .replaceAll('o', '0')
    .replaceAll('s', '$')
    .replaceAll('t', '7')
const VARIANTS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'with a capital and a year': (text) => `${upperFirst(text)}2026!`,
  'with digits and punctuation': (text) => `${text}.123`,
  'in leet': leet,
  'in leet with an exclamation mark': (text) => `${upperFirst(leet(text))}!`,
}

describe('a common password', () => {
  test('forty of them are at hand', () => {
    expect(WELL_KNOWN).toHaveLength(40)
    expect(WELL_KNOWN.every(({ length }) => length >= 8)).toBe(true)
  })

  test.each(Object.entries(VARIANTS))('is refused %s', (_name, vary) => {
    expect(WELL_KNOWN.map(vary).filter((text) => !isCommon(text))).toEqual([])
  })

  test.each([
    ['repeated', 'passwordpassword'],
    ['a short text repeated', 'abcabcabc'],
    ['one character', 'zzzzzzzzzzzz'],
    ['one character and a digit', 'aaaaaaaaa1'],
    ['a long row of the keyboard', 'qwertyuiopasdfghjkl'],
    ['a row backwards', 'poiuytrewq'],
    ['digits in order', '12345678901234567890'],
    ['digits backwards', '9876543210'],
    ['the alphabet', 'abcdefghijklmnop'],
    ['columns of the keyboard', '1QAZ2wsx3EDC'],
    ['the shifted digits', '!@#$%^&*'],
    ['after digits', '2026-verano'],
    ['without an accent', 'Contrasena-2026'],
    ['of few characters', 'aaaaaaab'],
    ['of few characters in another order', 'abacabba11'],
    ['of a club and digits', 'boca1234'],
    ['of a club and digits in leet', 'B0ca2026!'],
    ['of two clubs', 'peñarol-nacional'],
    ['of the family', 'mimamama'],
    ['of the family with digits', 'mi.mama.2026'],
    ['of words of love', 'teamomucho1'],
    ['the password of the demo', 'demo-surtidor'],
    ['the password of the demo in leet', 'D3m0Surt1d0r!'],
    ['of words of the product', 'nafta2surtidor'],
    ['composed as macOS does', 'contraseña'.normalize('NFD')],
  ])('is refused when it is %s', (_name, text) => {
    expect(isCommon(text)).toBe(true)
  })

  test.each([
    'caballo verde en la azotea',
    'passwordless login is coming',
    'password manager de mi hermana',
    'dragones de Komodo 12',
    'montevideano de ley',
    'la casa de mi abuela',
    'pan con membrillo',
    'una frase que recuerdo',
    'qwerty no es una idea',
    'k8Jq-2xPz',
    'Xy7#pLw2',
    'zG9vQ2mT4r',
    '83916502',
    'mi mamá cocina los domingos',
    'bocadillo de calamares',
    'la estación de mi pueblo',
  ])('is not «%s»', (text) => {
    expect(isCommon(text)).toBe(false)
  })

  test('is not a random one or a passphrase that begins with it', () => {
    const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
    const random = fc.string({
      unit: fc.constantFrom(...Array.from(alphabet)),
      minLength: 12,
      maxLength: 20,
    })
    const passphrase = fc
      .tuple(fc.constantFrom(...WELL_KNOWN), fc.constantFrom('tejado', 'grapa', 'azotea'))
      .map(([first, last]) => `${first}-${last}-de-lata`)
    fc.assert(fc.property(fc.oneof(random, passphrase), (text) => !isCommon(text)))
  })
})
