import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lastUpdate, storeReferenceLists } from '#kit/api/referenceListCache.ts'
import { storage } from '#kit/browser/storage.ts'

const NOW = new Date('2026-09-07T17:04:05Z')
const banks = { name: 'banks', value: '[{"code":1,"text":"Brou"}]' }
let stored: Storage
beforeEach(() => {
  stored = storage('localStorage')
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())
const warnings = () => vi.mocked(console.warn).mock.calls.length

describe('storeReferenceLists', () => {
  test('stores the lists and when they were received', () => {
    storeReferenceLists(stored, [banks], NOW)
    expect(stored.getItem('banks')).toBe(banks.value)
    expect(lastUpdate(stored)).toBe('20260907140405')
    expect(warnings()).toBe(0)
  })

  test.each([
    ['a text', 'nada'],
    ['a number', 7],
    ['an item without a value', [{ name: 'banks' }]],
    ['a null item', [null]],
    ['a value that is not JSON', [{ name: 'marks', value: 'not json' }]],
    ['a value that is not a list', [{ name: 'marks', value: '{}' }]],
  ])('logs and passes over what it cannot read: %s', (_what, updated) => {
    storeReferenceLists(stored, updated, NOW)
    expect(stored.length).toBe(0)
    expect(warnings()).toBe(1)
  })

  test('stores a list beside one that it cannot read; the next call asks for all again', () => {
    storeReferenceLists(stored, [{ name: 'marks', value: '?' }, banks], NOW)
    expect(stored.getItem('banks')).toBe(banks.value)
    expect(lastUpdate(stored)).toBe('19900101000000')
  })

  test('ignores other names: a list cannot replace the session', () => {
    storeReferenceLists(stored, [{ name: 'currentUser', value: '[]' }], NOW)
    expect(stored.length).toBe(0)
    expect(warnings()).toBe(0)
  })

  test('logs a storage that is full', () => {
    const full = {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new Error('full')
      },
    }
    storeReferenceLists(full, [banks], NOW)
    expect(warnings()).toBe(1)
  })

  test.each([null, undefined, []])('does nothing with %j', (updated) => {
    storeReferenceLists(stored, updated, NOW)
    expect([stored.length, warnings()]).toEqual([0, 0])
  })
})
