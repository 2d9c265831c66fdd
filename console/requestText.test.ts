import { expect, test } from 'vitest'
import { awaiting, consequenceOf, vehicleName, whyNot } from '#console/requestText.ts'
import { REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

test('what waits for each is what the state table lets them decide', () => {
  expect(awaiting([UBER])).toEqual(['PENDING'])
  expect(awaiting([PETROBRAS])).toEqual(['PENDING', 'STATE_UBER_AUTHORIZED'])
  expect(awaiting([ADMINISTRADOR])).toEqual([])
})

test('an answer says what it will do before it does it', () => {
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

test('grey buttons say why, in every state', () => {
  for (const state of REQUEST_STATES)
    expect(whyNot({ state, own: false }, [ADMINISTRADOR])).toMatch(/^La mirás nomás/)
  expect(whyNot({ state: 'STATE_UBER_AUTHORIZED', own: false }, [UBER])).toMatch(/decide la red/)
  expect(whyNot({ state: 'VOIDED', own: false }, [PETROBRAS])).toMatch(/la retiró/)
  expect(whyNot({ state: 'STATE_PETROBRAS_REJECTED', own: false }, [UBER])).toBe(
    'Ya está decidida.',
  )
  expect(whyNot({ state: 'PENDING', own: true }, [PETROBRAS])).toMatch(/tu propia solicitud/)
})

test('a plate is written as it hangs on the car', () => {
  expect(vehicleName({ mark: 'fiat', plate: 'SBA1234', fuel: 'super' })).toBe('Fiat SBA 1234')
  expect(vehicleName({ mark: '', plate: '', fuel: '' })).toBe('')
})
