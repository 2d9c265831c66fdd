import { describe, expect, test } from 'vitest'
import {
  decisionFor,
  decisions,
  MembershipRequestDraft,
  mayWithdraw,
  REQUEST_STATES,
} from '#contract/entities/membershipRequest.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'

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

describe('decisions', () => {
  test('lead to the states of the sponsor and of the network', () => {
    expect(decisions.sponsorDecide).toMatchObject({
      authorized: 'STATE_UBER_AUTHORIZED',
      rejected: 'STATE_UBER_REJECTED',
    })
    expect(decisions.networkDecide).toMatchObject({
      authorized: 'STATE_PETROBRAS_AUTHORIZED',
      rejected: 'STATE_PETROBRAS_REJECTED',
    })
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

  const vehicle = { mark: 'fiat', plate: 'SBA 1234', fuel: 'gasoil' }
  const errorsOf = (of: object, clientCardNumber = '') =>
    MembershipRequestDraft.safeParse({
      programme: 'uber',
      vehicle: { ...vehicle, ...of },
      clientCardNumber,
    }).error?.issues.map(({ message }) => message)

  test('takes each fuel, and no other product', () => {
    for (const { code: fuel, isFuel } of PRODUCTS)
      expect(errorsOf({ fuel })).toEqual(isFuel ? undefined : ['Elegí el combustible.'])
    expect(errorsOf({ fuel: 'kerosene' })).toEqual(['Elegí el combustible.'])
  })

  test('says how make, plate and card are written', () => {
    expect(errorsOf({ mark: '?' })).toEqual(['Elegí la marca o escribila.'])
    const plate = 'La matrícula lleva tres letras y tres o cuatro números, por ejemplo SBA 1234.'
    expect(errorsOf({ plate: 'SB 1234' })).toEqual([plate])
    const card = 'El número de tarjeta tiene entre 6 y 16 dígitos.'
    expect(errorsOf({}, '12345')).toEqual([card])
    expect(errorsOf({}, '88 6000 0001')).toBeUndefined()
  })
})
