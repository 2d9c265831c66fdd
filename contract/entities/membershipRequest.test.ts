import { describe, expect, test } from 'vitest'
import {
  decisionFor,
  MembershipRequestDraft,
  mayWithdraw,
  REQUEST_STATES,
} from '#contract/entities/membershipRequest.ts'

describe('decisionFor', () => {
  test('gives each role its decision by state, and none on the own request', () => {
    const allowed = REQUEST_STATES.flatMap((state) =>
      [true, false].flatMap((sponsored) =>
        (['1', '2', '3', '4'] as const).flatMap((role) => {
          const step = decisionFor({ state, sponsored, own: false }, [role])
          expect(decisionFor({ state, sponsored, own: true }, [role])).toBeUndefined()
          return step ? [`${state} ${sponsored} ${role} ${step}`] : []
        }),
      ),
    )
    expect(allowed).toEqual([
      'PENDING true 3 sponsorDecide',
      'PENDING false 4 networkDecide',
      'STATE_UBER_AUTHORIZED true 4 networkDecide',
    ])
    const authorized = { state: 'STATE_UBER_AUTHORIZED', sponsored: true, own: false } as const
    expect(decisionFor(authorized, ['2', '3', '4'])).toBe('networkDecide')
  })
})

describe('mayWithdraw', () => {
  test('allows the own request while it is PENDING', () => {
    const allowed = REQUEST_STATES.filter((state) =>
      mayWithdraw({ state, sponsored: true, own: true }),
    )
    expect(allowed).toEqual(['PENDING'])
    expect(mayWithdraw({ state: 'PENDING', sponsored: false, own: true })).toBe(true)
    expect(mayWithdraw({ state: 'PENDING', sponsored: false, own: false })).toBe(false)
  })
})

describe('MembershipRequestDraft', () => {
  test.each([
    ['sba 1234', 'SBA1234'],
    ['SBA-1234', 'SBA1234'],
    ['abc123', 'ABC123'],
  ])('reads the plate %s as %s', (typed, plate) => {
    const draft = MembershipRequestDraft.parse({
      programme: 'uber',
      vehicle: { mark: 'fiat', plate: typed, fuel: 'gasoil' },
    })
    expect(draft.vehicle.plate).toBe(plate)
  })
})
