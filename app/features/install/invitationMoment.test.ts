import { describe, expect, test } from 'vitest'
import {
  isInvitationDue,
  recordDeclined,
  recordUse,
} from '#app/features/install/invitationMoment.ts'
import { storage } from '#kit/browser/storage.ts'

const NOW = new Date('2026-11-22T12:00:00-03:00')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)

describe('isInvitationDue', () => {
  test('is false on the first day and true on another', () => {
    const place = storage('localStorage')
    expect([NOW, NOW, days(1)].map((now) => isInvitationDue(place, now))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('is true on the first day once the app was of use', () => {
    const place = storage('localStorage')
    recordUse(place)
    expect(isInvitationDue(place, NOW)).toBe(true)
  })

  test('is false for months after it was declined', () => {
    const place = storage('localStorage')
    recordUse(place)
    recordDeclined(place, NOW)
    expect([NOW, days(170), days(181)].map((now) => isInvitationDue(place, now))).toEqual([
      false,
      false,
      true,
    ])
  })
})
