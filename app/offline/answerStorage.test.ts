import { describe, expect, test, vi } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { MAX_AGE, removeOldAnswers, storeAnswer, storedAnswer } from '#app/offline/answerStorage.ts'
import { DAY_MS, lastDays, toRange } from '#contract/dates.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { personalStorage } from '#kit/browser/perUserStorage.ts'
import { aLoyalty, aMovement } from '#testing/fixtures/entities.ts'

const NOW = new Date('2026-11-20T12:00:00-03:00')
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
const ANA = 'ana@demo.surtidor.uy'
const owner = (email = ANA, place = storage('localStorage')) => ({
  ...personalStorage(email, place),
  place,
})
const usual = (now = NOW) => ({ loyaltyCode: 'CLUB', ...toRange(lastDays(now)), count: 50 })
const page = { movements: [aMovement()], next: '' }
const at = NOW.getTime()

describe('storedAnswer', () => {
  test('returns the answer to the same request with its time', () => {
    const ana = owner()
    storeAnswer(ana, loyalties, {}, { at, answer: { loyalties: [aLoyalty()] } }, NOW)
    const stored = storedAnswer(ana, loyalties, {}, later(60_000))
    expect(stored).toEqual({ at, answer: { loyalties: [aLoyalty()] } })
  })

  test('finds the answer of the usual period on another day, and that of another period as it was', () => {
    const ana = owner()
    storeAnswer(ana, movements, usual(), { at, answer: page }, NOW)
    const tomorrow = later(DAY_MS)
    expect(storedAnswer(ana, movements, usual(tomorrow), tomorrow)?.at).toBe(at)
    expect(storedAnswer(ana, movements, usual(), tomorrow)).toBeUndefined()
    const chosen = { ...usual(), dateFrom: '20260101000000' }
    storeAnswer(ana, movements, chosen, { at, answer: page }, NOW)
    expect(storedAnswer(ana, movements, chosen, tomorrow)?.at).toBe(at)
  })

  test.each([
    [
      'another person',
      (place: Storage) => storedAnswer(owner('fede@demo.surtidor.uy', place), loyalties, {}, NOW),
    ],
    ['another call', (place: Storage) => storedAnswer(owner(ANA, place), movements, {}, NOW)],
    ['other fields', (place: Storage) => storedAnswer(owner(ANA, place), loyalties, { a: 1 }, NOW)],
    [
      'an answer that is too old',
      (place: Storage) => storedAnswer(owner(ANA, place), loyalties, {}, later(MAX_AGE)),
    ],
    [
      'a clock that was far ahead',
      (place: Storage) => storedAnswer(owner(ANA, place), loyalties, {}, later(-MAX_AGE)),
    ],
  ])('returns nothing for %s', (_name, read) => {
    const ana = owner()
    storeAnswer(ana, loyalties, {}, { at, answer: { loyalties: [] } }, NOW)
    expect(storedAnswer(ana, loyalties, {}, NOW)).toBeDefined()
    expect(read(ana.place)).toBeUndefined()
  })

  describe('with an entry that does not match the contract', () => {
    const store = (contract: typeof loyalties | typeof getDebts, build: string | undefined) => {
      const ana = owner()
      const answer =
        contract === loyalties ? { loyalties: [{ points: 'many' }] } : { debts: ['no'] }
      storeAnswer(ana, contract, {}, { at, answer }, NOW, build)
      return (reader: string | undefined) => storedAnswer(ana, contract, {}, NOW, reader)
    }

    test('trusts the check of the same build', () => {
      expect(store(loyalties, 'build 1')('build 1')?.answer).toEqual({
        loyalties: [{ points: 'many' }],
      })
    })

    test.each([
      ['another build', store(loyalties, 'build 1'), 'build 2'],
      ['a build without a name', store(loyalties, undefined), undefined],
      ['a call of payments', store(getDebts, 'build 1'), 'build 1'],
    ])('returns nothing for %s', (_name, read, reader) => {
      expect(read(reader)).toBeUndefined()
    })
  })

  test.each([
    ['no JSON', '{'],
    ['another version of the entry', '{"list":[]}'],
    [
      'an answer of another contract',
      JSON.stringify({
        answers: [{ fields: '{}', at, answer: { loyalties: [{ points: 'many' }] } }],
      }),
    ],
  ])('returns nothing for %s', (_name, entry) => {
    const ana = owner()
    ana.write('answers loyalties', entry)
    expect(storedAnswer(ana, loyalties, {}, NOW)).toBeUndefined()
  })
})

describe('storeAnswer', () => {
  test('stores the newest three answers of a call', () => {
    const ana = owner()
    for (const branchCode of ['1', '2', '3', '4'])
      storeAnswer(ana, movements, { branchCode }, { at, answer: page }, NOW)
    const found = ['1', '2', '3', '4'].filter((branchCode) =>
      storedAnswer(ana, movements, { branchCode }, NOW),
    )
    expect(found).toEqual(['2', '3', '4'])
  })

  test('drops an answer that is too long, and the earlier one with it', () => {
    const ana = owner()
    storeAnswer(ana, movements, {}, { at, answer: page }, NOW)
    const many = { movements: Array.from({ length: 2000 }, () => aMovement()), next: '' }
    storeAnswer(ana, movements, {}, { at, answer: many }, NOW)
    expect(storedAnswer(ana, movements, {}, NOW)).toBeUndefined()
  })

  test('gives way in a full storage: only her answers are removed', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const ana = owner()
    ana.write('comment', 'text')
    const fede = owner('fede@demo.surtidor.uy', ana.place)
    storeAnswer(fede, loyalties, {}, { at, answer: { loyalties: [] } }, NOW)
    storeAnswer(ana, loyalties, {}, { at, answer: { loyalties: [] } }, NOW)
    const full = vi.spyOn(ana.place, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    storeAnswer(ana, movements, {}, { at, answer: page }, NOW)
    full.mockRestore()
    expect([storedAnswer(ana, loyalties, {}, NOW), ana.read('comment')]).toEqual([
      undefined,
      'text',
    ])
    expect(storedAnswer(fede, loyalties, {}, NOW)?.at).toBe(at)
    warn.mockRestore()
  })
})

describe('removeOldAnswers', () => {
  test('removes what is too old to be shown, of everybody, and nothing else', () => {
    const ana = owner()
    const fede = owner('fede@demo.surtidor.uy', ana.place)
    const answer = { loyalties: [] }
    storeAnswer(fede, loyalties, {}, { at, answer }, NOW)
    storeAnswer(ana, movements, { branchCode: '1' }, { at, answer: page }, NOW)
    storeAnswer(ana, movements, { branchCode: '2' }, { at: at + DAY_MS, answer: page }, NOW)
    ana.write('comment', 'text')
    ana.place.setItem('theme', 'dark')
    const keys = () => Array.from({ length: ana.place.length }, (_, n) => ana.place.key(n))
    removeOldAnswers([ana.place], later(MAX_AGE - 1))
    expect(keys()).toHaveLength(4)
    removeOldAnswers([ana.place], later(MAX_AGE))
    expect(keys().toSorted()).toEqual([
      `own ${ANA} answers movements`,
      `own ${ANA} comment`,
      'theme',
    ])
    expect(ana.read('answers movements')).not.toContain('"branchCode\\":\\"1')
    expect(storedAnswer(ana, movements, { branchCode: '2' }, later(MAX_AGE))?.at).toBe(at + DAY_MS)
    removeOldAnswers([ana.place], later(MAX_AGE + DAY_MS))
    expect(keys().toSorted()).toEqual([`own ${ANA} comment`, 'theme'])
  })
})
