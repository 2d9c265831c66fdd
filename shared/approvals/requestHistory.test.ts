import { describe, expect, test } from 'vitest'
import { historyOf } from '#shared/approvals/requestHistory.ts'
import { aPendingRequest, aRequest } from '#testing/fixtures/membershipRequests.ts'

const titles = (request: Parameters<typeof historyOf>[0]) =>
  historyOf(request).map(({ title, who }) => `${title}${who ? `: ${who}` : ''}`)

describe('historyOf', () => {
  test('lists who decided what, and whom the request waits for', () => {
    expect(titles(aPendingRequest())).toEqual(['Pedida: Patricia Sosa', 'Espera al auspiciante'])
    expect(titles(aPendingRequest({ sponsored: false }))).toEqual([
      'Pedida: Patricia Sosa',
      'Espera a la red',
    ])
    expect(titles(aRequest())).toEqual([
      'Pedida: Patricia Sosa',
      'La autorizó el auspiciante: Carla Núñez',
      'Espera a la red',
    ])
    expect(titles(aRequest({ state: 'STATE_UBER_REJECTED' }))).toEqual([
      'Pedida: Patricia Sosa',
      'La rechazó el auspiciante: Carla Núñez',
    ])
  })

  test('gives each step its own observations', () => {
    const request = aRequest({
      state: 'STATE_PETROBRAS_REJECTED',
      networkName: 'Diego Olivera',
      networkDatetime: '20261120090000',
      networkObservations: 'Falta la libreta.',
    })
    expect(historyOf(request).map(({ observations }) => observations)).toEqual([
      undefined,
      'Conduce desde mayo.',
      'Falta la libreta.',
    ])
    expect(historyOf(request).at(-1)).toMatchObject({
      title: 'La rechazó la red',
      who: 'Diego Olivera',
      datetime: '20261120090000',
      tone: 'bad',
    })
  })

  test('ends with the withdrawal, or with the end of the loyalty', () => {
    const leavingObservations = 'Vendí el auto.'
    expect(historyOf(aPendingRequest({ state: 'VOIDED', leavingObservations })).at(-1)).toEqual({
      title: 'Retirada por el conductor',
      observations: leavingObservations,
      tone: 'neutral',
    })
    const ended = aRequest({
      state: 'STATE_PETROBRAS_AUTHORIZED',
      networkDatetime: '20261120090000',
      leavingObservations,
    })
    expect(titles(ended).slice(-2)).toEqual(['La autorizó la red', 'Dejó la afiliación'])
  })
})
