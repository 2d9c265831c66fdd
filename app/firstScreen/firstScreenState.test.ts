// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addEarlyCall, firstScreen, takeEarlyAnswer } from '#app/firstScreen/firstScreenState.ts'
import { movements } from '#contract/financial/movements.ts'
import { login } from '#contract/user/login.ts'

const NOW = new Date('2026-11-20T12:00:00-03:00')
const FIELDS = { loyaltyCode: 'CLUB', count: 50 }
const seconds = (count: number) => new Date(NOW.getTime() + count * 1000)

beforeEach(() => {
  sessionStorage.clear()
  delete document.documentElement.dataset.first
})
afterEach(() => {
  globalThis.earlyCalls = undefined
})

describe('firstScreen', () => {
  test.each([
    ['', 'login'],
    ['#/login?returnUrl=%2Fmain', 'login'],
    ['#/movements?branchCode=E001', 'login'],
    ['#/register', 'app'],
    ['#/nowhere', 'app'],
  ])('at %s without a session is %s', (hash, expected) => {
    location.hash = hash
    expect(firstScreen()).toBe(expected)
  })

  test('is the app with a stored session', () => {
    location.hash = '#/main'
    sessionStorage.setItem('currentUser', '{}')
    expect(firstScreen()).toBe('app')
    // Decided once for the page.
    sessionStorage.clear()
    expect(firstScreen()).toBe('app')
  })
})

describe('takeEarlyAnswer', () => {
  const answer = Promise.resolve({ body: {}, contractVersion: null })
  const add = (name: string, fields: object, token: string) =>
    addEarlyCall(name, { fields: JSON.stringify(fields), token, sentAt: NOW, answer })

  test('returns the answer to the same query once', () => {
    add('movements', FIELDS, 'a')
    expect(takeEarlyAnswer(movements, FIELDS, 'a', seconds(5))).toBe(answer)
    expect(takeEarlyAnswer(movements, FIELDS, 'a', seconds(5))).toBeUndefined()
  })

  test.each([
    ['other fields', { ...FIELDS, count: 20 }, 'a', 5],
    ['another session', FIELDS, 'b', 5],
    ['an answer that is too old', FIELDS, 'a', 30],
    ['a device whose clock was set back', FIELDS, 'a', -30],
  ])('returns undefined for %s', (_, fields, token, age) => {
    add('movements', FIELDS, 'a')
    expect(takeEarlyAnswer(movements, fields, token, seconds(age))).toBeUndefined()
  })

  test('gives a login its answer on a slow network too, and keeps no password of another try', () => {
    const typed = { user: 'ana@demo.surtidor.uy', password: 'demo' }
    add('login', typed, '')
    expect(takeEarlyAnswer(login, typed, '', seconds(90))).toBe(answer)
    add('login', typed, '')
    expect(takeEarlyAnswer(login, { ...typed, password: 'other' }, '', NOW)).toBeUndefined()
    expect(globalThis.earlyCalls?.size).toBe(0)
  })
})
