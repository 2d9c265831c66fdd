import { describe, expect, test } from 'vitest'
import { isPersonal } from '#contract/fields/personalPassword.ts'

const ana = {
  email: 'ana.pereira87@correo.example',
  firstName: 'Ana Lucía',
  firstSurname: 'Pereira Núñez',
  documentNumber: '47654321',
  mobile: '+59899123456',
  birthdate: '1987-03-14',
}

describe('a password of the own data', () => {
  test.each([
    ['the email', 'ana.pereira87@correo.example'],
    ['the mailbox', 'ana.pereira87'],
    ['a surname and a year', 'Pereira1990!'],
    ['a surname in leet', 'P3r31r@2026'],
    ['both names', 'AnaPereira'],
    ['a name with accents', 'lucia-nunez'],
    ['a name and a common word', 'anateamo'],
    ['the cédula', '47654321'],
    ['the cédula as it is printed', '4.765.432-1'],
    ['the cédula and a name', 'ana47654321'],
    ['the mobile number', '099123456'],
    ['the mobile number with its country', '+598 99 123 456'],
    ['the date of birth', '14031987'],
    ['the date of birth with bars', '14/03/1987'],
    ['the date of birth, the year first', '1987-03-14'],
    ['a name and the short date', 'lucia140387'],
    ['the domain of the email', 'correo-2026'],
  ])('is refused when it is %s', (_name, text) => {
    expect(isPersonal(text, ana)).toBe(true)
  })

  test.each([
    'la banana de mi abuela',
    'pereira no vive en Minas',
    'caballo verde en la azotea',
    'k8Jq-2xPz-ana',
    'zG9vQ2mT4r',
    '83916502',
  ])('is not «%s»', (text) => {
    expect(isPersonal(text, ana)).toBe(false)
  })

  test('reads the date as a registration sends it', () => {
    expect(isPersonal('14031987', { ...ana, birthdate: '19870314' })).toBe(true)
  })
})
