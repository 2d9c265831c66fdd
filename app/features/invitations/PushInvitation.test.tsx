// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { press } from '#testing/browser/formSteps.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'
import { aPendingRequest } from '#testing/fixtures/membershipRequests.ts'
import { fakeBrowserPush, removeBrowserPush } from '#testing/push/fakeBrowserPush.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  removeBrowserPush()
})

const QUESTION = '¿Te avisamos cuando decidan tu solicitud?'
const open = () =>
  renderApp('/listLoyalty', {
    replies: {
      loyalties: { loyalties: [] },
      membershipRequestList: {
        programmes: [],
        membershipRequests: [aPendingRequest({ programmeName: 'Surtidor Club' })],
      },
      pushSettings: { publicKey: 'the-key', subscription: null },
      registerPush: { id: 'mine' },
    },
  })

describe('the invitation to be notified', () => {
  test('asks first itself, and the browser only after a yes', async () => {
    const push = fakeBrowserPush()
    const app = open()
    await screen.findByRole('heading', { name: QUESTION })
    expect(push.questions).toBe(0)
    await press(app, 'Sí, avisame')
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
    expect(push).toMatchObject({ questions: 1, permission: 'granted' })
    expect(app.sentCalls.filter(({ name }) => name === 'registerPush')).toHaveLength(1)
  })

  test('takes a no without a question of the browser, and is not shown again', async () => {
    const push = fakeBrowserPush()
    const app = open()
    await screen.findByText(QUESTION)
    await press(app, 'Ahora no')
    expect(screen.queryByText(QUESTION)).toBeNull()
    expect(push.questions).toBe(0)
    open()
    await screen.findByText('Surtidor Club')
    expect(screen.queryByText(QUESTION)).toBeNull()
  })

  test('says how to undo a no that was given to the browser', async () => {
    fakeBrowserPush({ answer: 'denied' })
    const app = open()
    await screen.findByText(QUESTION)
    await press(app, 'Sí, avisame')
    await screen.findByText('Los avisos están bloqueados')
  })
})
