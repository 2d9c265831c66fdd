import { describe, expect, test } from 'vitest'
import { REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { consequenceOf, decidableStates, undecidableReason } from '#shared/approvals/requestText.ts'
import { aRequest } from '#testing/fixtures/membershipRequests.ts'

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

  test('consequenceOf says of several how many requests and what happens to them', () => {
    expect(consequenceOf('sponsorDecide', true, 3)).toEqual({
      question: '¿Autorizar 3 solicitudes?',
      effect: 'Pasan a la red, que tiene la última palabra. Le avisamos a cada conductor.',
      done: 'Autorizaste 3 solicitudes.',
    })
    expect(consequenceOf('networkDecide', true, 2).effect).toMatch(/Queda creada la afiliación/)
    expect(consequenceOf('sponsorDecide', false, 1)).toMatchObject({
      question: '¿Rechazar una solicitud?',
      effect: expect.stringMatching(/^Quedan cerradas/),
    })
  })

  test('undecidableReason gives a reason in every state, and who decided', () => {
    for (const state of REQUEST_STATES)
      expect(undecidableReason(aRequest({ state }), [ADMINISTRADOR])).toMatch(/^La mirás nomás/)
    expect(undecidableReason(aRequest(), [UBER])).toBe(
      'La autorizó Carla Núñez el 19/11/2026 10:15: ahora decide la red.',
    )
    expect(undecidableReason(aRequest({ state: 'STATE_UBER_REJECTED' }), [UBER])).toBe(
      'La rechazó Carla Núñez el 19/11/2026 10:15.',
    )
    expect(undecidableReason(aRequest({ state: 'VOIDED' }), [PETROBRAS])).toMatch(/la retiró/)
    expect(undecidableReason(aRequest({ state: 'STATE_PETROBRAS_REJECTED' }), [UBER])).toBe(
      'La rechazó la red.',
    )
    expect(undecidableReason(aRequest({ own: true }), [PETROBRAS])).toMatch(/tu propia solicitud/)
  })
})
