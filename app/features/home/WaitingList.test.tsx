// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty, aPayment } from '#testing/fixtures/entities.ts'
import { aPendingRequest, aRequest, listOf } from '#testing/fixtures/membershipRequests.ts'

const renderHome = (replies: Replies) =>
  renderApp('/main', {
    replies: {
      loyalties: { loyalties: [aLoyalty({ programmeName: 'Surtidor Club' })] },
      getDebts: { debts: [], geopay: { netId: 'n', merchantId: 'm', pageUrl: '' } },
      movements: { movements: [], next: '' },
      notifications: { notifications: [] },
      branches: { branches: [] },
      membershipRequestList: listOf(),
      getPayments: { payments: [] },
      sentMessages: { messages: [], next: '' },
      purchaseClaims: { claims: [], next: '' },
      ...replies,
    },
  })

afterEach(cleanup)

describe('what home says of what waits', () => {
  const rowsOf = async (name: string) =>
    within(await screen.findByRole('list', { name }))
      .getAllByRole('link')
      .map((row) => [row.getAttribute('href'), row.textContent.replaceAll('\u00A0', ' ')])

  test('names the request of a user without a loyalty, who decides on it and since when', async () => {
    const sponsored = { sponsored: true, programmeName: 'Surtidor Uber' }
    const list = listOf(
      aPendingRequest({ ...sponsored, datetime: '20261119093000' }),
      aRequest({ ...sponsored, reference: 'SOL-2', sponsorDatetime: '20261112101500' }),
      aRequest({ ...sponsored, reference: 'SOL-3', state: 'STATE_PETROBRAS_REJECTED' }),
    )
    renderHome({ loyalties: { loyalties: [] }, membershipRequestList: list })
    const rows = await rowsOf('Tu solicitud')
    expect(rows.map(([to]) => to)).toEqual(['/listLoyalty', '/listLoyalty'])
    expect(rows[0]?.[1]).toContain(
      'Pediste entrar a Surtidor UberTu solicitud la está mirando el auspiciante desde ayer.',
    )
    expect(rows[1]?.[1]).toContain('la está mirando Disa desde el 12/11/2026.')
    expect(screen.queryByText(/Afiliate a un programa/)).toBeNull()
    expect(screen.queryByRole('list', { name: 'Lo que está en curso' })).toBeNull()
  })

  test('lists an unfinished payment, a pending request and unanswered messages below', async () => {
    const aMessage = { id: 'm-1', datetime: '20261110142200', title: 'Me faltan puntos' }
    const message = { ...aMessage, type: 'Reclamo', state: 'RECEIVED' }
    const { sentCalls } = renderHome({
      getPayments: {
        payments: [
          aPayment({ state: 'PENDING', maskedCard: '', datetime: '20261120115500' }),
          aPayment({ state: 'PROCESSING', concept: 'Café', datetime: '20261120115000' }),
          aPayment(),
        ],
      },
      membershipRequestList: listOf(aPendingRequest({ sponsored: false })),
      sentMessages: {
        messages: [
          message,
          { ...message, id: 'm-2', type: 'Consulta', datetime: '20261120090000' },
          { ...message, id: 'm-3', state: 'ANSWERED' },
        ],
        next: '',
      },
    })
    expect(await screen.findByText('Tus puntos en Surtidor Club')).toBeTruthy()
    await waitFor(async () => expect(await rowsOf('Lo que está en curso')).toHaveLength(5))
    const rows = await rowsOf('Lo que está en curso')
    expect(rows.map(([to]) => to)).toEqual([
      '/payment?reference=D-1',
      '/listPayment?datetime=20261120115000',
      '/listLoyalty',
      '/commnents?id=m-1',
      '/commnents?id=m-2',
    ])
    expect(rows[0]?.[1]).toMatch(/^Sin terminar · seguir.*no se cobra nada\.$/)
    expect(rows[1]?.[1]).toMatch(/^Estamos confirmando un pagoCafé.*no lo pagues de nuevo\.$/)
    expect(rows[2]?.[1]).toContain('la está mirando Disa desde')
    expect(rows[3]?.[1]).toBe('Tu reclamo espera respuesta desde el 10/11/2026Me faltan puntos')
    expect(rows[4]?.[1]).toContain('Tu mensaje espera respuesta desde hoy')
    // What home itself shows is asked for first.
    const names = sentCalls.map(({ name }) => name)
    for (const name of ['getPayments', 'sentMessages', 'membershipRequestList'])
      expect(names.indexOf(name)).toBeGreaterThan(names.indexOf('getDebts'))
  })

  test('names the claims without an answer, what they wait for and since when', async () => {
    const claim = {
      id: 'c-1',
      receipt: { type: 101, series: 'A', number: 1234, amount: 100 },
      datetime: '20261110142200',
      state: 'waiting',
    }
    renderHome({
      purchaseClaims: {
        claims: [
          claim,
          { ...claim, id: 'c-2', state: 'operator' },
          { ...claim, id: 'c-3', state: 'credited' },
        ],
        next: '',
      },
    })
    expect(await rowsOf('Lo que está en curso')).toEqual([
      [
        '/movements?claims=all&id=c-1',
        'La compra que reclamaste espera a la estación desde el 10/11/2026e-Ticket A 1234',
      ],
      [
        '/movements?claims=all&id=c-2',
        'La compra que reclamaste espera respuesta desde el 10/11/2026e-Ticket A 1234',
      ],
    ])
  })

  test('draws nothing of what waits when there is none or it cannot be fetched', async () => {
    const { sentCalls } = renderHome({
      getPayments: transportError(500),
      sentMessages: noAnswer('offline'),
    })
    await waitFor(() => expect(sentCalls.map(({ name }) => name)).toContain('sentMessages'))
    expect(screen.queryByText('Lo que está en curso')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
