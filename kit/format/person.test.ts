import { describe, expect, test } from 'vitest'
import { documentText, mobileText } from '#kit/format/person.ts'

describe('person', () => {
  test('documentText and mobileText write Uruguayan numbers as people do', () => {
    expect(documentText('12345672')).toBe('1.234.567-2')
    expect(documentText('')).toBe('')
    expect(mobileText('+59892100001')).toBe('092 100 001')
    expect(mobileText('+5491155551234')).toBe('+5491155551234')
  })
})
