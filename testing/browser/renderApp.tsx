import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type App, AppContext } from '#app/context.ts'
import { MESSAGE } from '#app/features/comments/pendingMessage.ts'
import { refreshPayments } from '#app/features/payments/refreshPayments.ts'
import { retainBranches } from '#app/features/stations/branchCache.ts'
import { PendingSender } from '#app/offline/pendingCall.ts'
import { ODOMETER } from '#app/offline/pendingOdometer.ts'
import { storeAnswers } from '#app/offline/storeAnswers.ts'
import { createAppRouter } from '#app/routes.tsx'
import { createAppSession } from '#app/session/session.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { type RoleCode, USER } from '#contract/roles.ts'
import { CallQueryClient } from '#kit/api/callQueries.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { ClockContext } from '#kit/browser/ClockContext.ts'
import { redirectOnSessionChange } from '#shared/shell/redirectOnSessionChange.ts'
import { type Replies, stubCalls, withoutPolls } from '#testing/browser/stubCalls.ts'
import { aUser } from '#testing/fixtures/entities.ts'

export type { Replies }

export type RenderedApp = ReturnType<typeof renderApp>

/** The date and time of the device in the tests. */
export const NOON = new Date('2026-11-20T12:00:00-03:00')

/**
 * Renders the app's routes at an address, with stubbed calls.
 * @param options.name first name of the user; null: no session
 */
export function renderApp(
  address: string,
  options: {
    name?: string | null
    loyalties?: Loyalty[]
    /** Role codes of the user; by default a driver's. */
    roles?: RoleCode[]
    replies: Replies
    /** Entries of the session storage, as after a reload. */
    sessionEntries?: Record<string, string>
    /** The device's clock; by default it stands at NOON. */
    deviceNow?: () => Date
  },
) {
  cleanup()
  window.scrollTo = () => undefined
  sessionStorage.clear()
  for (const [key, value] of Object.entries(options.sessionEntries ?? {}))
    sessionStorage.setItem(key, value)
  const { name = 'Ana', loyalties = [], roles = [USER], replies, deviceNow = () => NOON } = options
  const { call, sentCalls } = stubCalls(replies)
  const session = createAppSession({ tabStorage: sessionStorage, lastingStorage: localStorage })
  if (name !== null)
    session.start({
      user: person(name, loyalties, roles),
      userSessionToken: 'token',
      secondFactor: 'shown',
    })
  const clock = createServerClock(deviceNow)
  const app: App = { session, call, clock, storage: localStorage }
  const client = new CallQueryClient(call)
  retainBranches(client)
  refreshPayments(client)
  withoutPolls(client)
  storeAnswers(client, app, (write) => write())
  const history = createMemoryHistory({ initialEntries: [address] })
  // As in a browser, `back` takes effect later.
  const { back } = history
  history.back = () => void setTimeout(back, 20)
  const router = createAppRouter({ ...app, client }, history)
  // A screen that is compiled while it loads would be mistaken for its skeleton.
  router.options.defaultPendingMs = Number.POSITIVE_INFINITY
  redirectOnSessionChange({
    session,
    client,
    router,
    guardedBy: ({ secondFactor }) => secondFactor,
  })
  render(
    <QueryClientProvider client={client}>
      <AppContext value={app}>
        <ClockContext value={clock.now}>
          <RouterProvider router={router} />
          <PendingSender kind={MESSAGE} />
          <PendingSender kind={ODOMETER} />
        </ClockContext>
      </AppContext>
    </QueryClientProvider>,
  )
  return {
    sentCalls,
    replies,
    /** What `Toaster` takes. */
    router,
    session,
    address: () => router.state.location.href,
    back: () => history.back(),
    /** Opens another address in the same window, as a link from outside does. */
    open: (to: string) => history.push(to),
    /** Corrects the clock by an HTTP date, as an answer of the server does. */
    syncClock: clock.syncWith,
    /** Invalidates every query, as a screen that is opened again later does. */
    invalidateAll: () => void client.invalidateQueries(),
    storage: localStorage,
    user: userEvent.setup(),
  }
}

const person = (firstName: string, loyalties: Loyalty[], roles: RoleCode[]) => ({
  ...aUser({ firstName, email: `${firstName.toLowerCase()}@demo.surtidor.uy` }),
  loyalties,
  roles: roles.map((code) => ROLES[code]),
})
