// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { aRequest, listOf } from '#testing/fixtures/membershipRequests.ts'

afterEach(cleanup)

// What the list does is in shared/approvals/Approvals.test.tsx.
describe('requests', () => {
  test('lists for the network what waits for the sponsor and what waits for the network', async () => {
    renderConsole('/requests', {}, { membershipRequestList: listOf(aRequest()) })
    await screen.findByRole('heading', { name: 'Solicitudes', level: 1 })
    const section = await screen.findByRole('region', { name: 'Autorizado por Auspiciante' })
    await within(section).findByRole('button', { name: /Patricia Sosa/ })
    expect(screen.getByText('Ninguna espera tu decisión.')).toBeTruthy()
  })
})
