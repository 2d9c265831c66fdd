import { expect, test } from 'vitest'
import {
  decisionFor,
  MembershipRequestDraft,
  mayWithdraw,
  REQUEST_STATES,
} from '#contract/entities/membershipRequest.ts'

/** The one table that the server enforces and the screens grey their buttons by. */
test('each role decides where the table says, and nobody on their own request', () => {
  const may = REQUEST_STATES.flatMap((state) =>
    [true, false].flatMap((sponsored) =>
      (['1', '2', '3', '4'] as const).flatMap((role) => {
        const step = decisionFor({ state, sponsored, own: false }, [role])
        expect(decisionFor({ state, sponsored, own: true }, [role])).toBeUndefined()
        return step ? [`${state} ${sponsored} ${role} ${step}`] : []
      }),
    ),
  )
  expect(may).toEqual([
    'PENDING true 3 sponsorDecide',
    'PENDING false 4 networkDecide',
    'STATE_UBER_AUTHORIZED true 4 networkDecide',
  ])
  const both = { state: 'STATE_UBER_AUTHORIZED', sponsored: true, own: false } as const
  expect(decisionFor(both, ['2', '3', '4'])).toBe('networkDecide')
})

test('a driver withdraws what waits and is theirs', () => {
  const may = REQUEST_STATES.filter((state) => mayWithdraw({ state, sponsored: true, own: true }))
  expect(may).toEqual(['PENDING'])
  expect(mayWithdraw({ state: 'PENDING', sponsored: false, own: true })).toBe(true)
  expect(mayWithdraw({ state: 'PENDING', sponsored: false, own: false })).toBe(false)
})

test.each([
  ['sba 1234', 'SBA1234'],
  ['SBA-1234', 'SBA1234'],
  ['abc123', 'ABC123'],
])('a plate may be written %s', (typed, read) => {
  const draft = MembershipRequestDraft.parse({
    programme: 'uber',
    vehicle: { mark: 'fiat', plate: typed, fuel: 'gasoil' },
  })
  expect(draft.vehicle.plate).toBe(read)
})
