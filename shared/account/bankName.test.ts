// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { bankName } from '#shared/account/bankName.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('bankName', () => {
  test.each(['localStorage', 'sessionStorage'] as const)(
    'is the text of the server’s list in the %s',
    (place) => {
      globalThis[place].setItem('banks', JSON.stringify([{ code: 113, text: 'Itaú' }]))
      expect([bankName('113'), bankName('137')]).toEqual(['Itaú', 'Santander'])
    },
  )

  test.each([['[{'], ['{}'], ['[{"code":{}}]']])(
    'is without a readable list (%s) the own one',
    (stored) => {
      localStorage.setItem('banks', stored)
      expect([bankName('113'), bankName('Brou'), bankName('')]).toEqual(['Itaú', 'Brou', ''])
    },
  )
})
