import { describe, expect, test } from 'vitest'
import {
  isInstallDue,
  isInvitationDue,
  recordAnswer,
  recordUse,
} from '#app/features/invitations/invitationTiming.ts'
import { DAY_MS } from '#contract/dates.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { storage } from '#kit/browser/storage.ts'

const NOON = new Date('2026-11-22T12:00:00-03:00').getTime()
/** A device some days later, with its storage. */
const createDevice = () => {
  const place = storage('localStorage')
  return (days: number) => ({
    storage: place,
    clock: createServerClock(() => new Date(NOON + days * DAY_MS)),
  })
}

describe('isInvitationDue', () => {
  test.each([
    ['install', 180],
    ['push', 120],
    ['passkey', 180],
  ] as const)('invites to %s again %i days after an answer', (invitation, pause) => {
    const at = createDevice()
    expect(isInvitationDue(invitation, at(0))).toBe(true)
    recordAnswer(invitation, at(0))
    expect([0, pause - 1, pause].map((days) => isInvitationDue(invitation, at(days)))).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('isInstallDue', () => {
  test('is false on the first day and true on another', () => {
    const at = createDevice()
    expect([0, 0, 1].map((days) => isInstallDue(at(days)))).toEqual([false, false, true])
  })

  test('is true on the first day once the app was of use, and false after an answer', () => {
    const at = createDevice()
    recordUse(at(0).storage)
    expect(isInstallDue(at(0))).toBe(true)
    recordAnswer('install', at(0))
    expect(isInstallDue(at(1))).toBe(false)
  })
})
