import { describe, expect, test } from 'vitest'
import { consequenceOf, decidableStates, undecidableReason } from '#console/requestText.ts'
import { REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

describe('requestText', () => {
  test('decidableStates returns the states in which the state table lets a role decide', () => {
    expect(decidableStates([UBER])).toEqual(['PENDING'])
    expect(decidableStates([PETROBRAS])).toEqual(['PENDING', 'STATE_UBER_AUTHORIZED'])
    expect(decidableStates([ADMINISTRADOR])).toEqual([])
  })

  test('consequenceOf states what each decision does', () => {
    const request = { holder: 'Ana Pereira', programmeName: 'Surtidor Uber' }
    expect(consequenceOf('sponsorDecide', true, request).effect).toMatch(/Pasa a la red/)
    expect(consequenceOf('networkDecide', true, request).effect).toMatch(
      /Queda creada su afiliación a Surtidor Uber/,
    )
    for (const step of ['sponsorDecide', 'networkDecide'] as const)
      expect(consequenceOf(step, false, request).effect).toMatch(/queda cerrada/)
    expect(consequenceOf('networkDecide', true, request).done).toBe(
      'Autorizaste la solicitud de Ana Pereira.',
    )
  })

  test('undecidableReason gives a reason in every state', () => {
    for (const state of REQUEST_STATES)
      expect(undecidableReason({ state, own: false }, [ADMINISTRADOR])).toMatch(/^La mirás nomás/)
    expect(undecidableReason({ state: 'STATE_UBER_AUTHORIZED', own: false }, [UBER])).toMatch(
      /decide la red/,
    )
    expect(undecidableReason({ state: 'VOIDED', own: false }, [PETROBRAS])).toMatch(/la retiró/)
    expect(undecidableReason({ state: 'STATE_PETROBRAS_REJECTED', own: false }, [UBER])).toBe(
      'Ya está decidida.',
    )
    expect(undecidableReason({ state: 'PENDING', own: true }, [PETROBRAS])).toMatch(
      /tu propia solicitud/,
    )
  })
})
