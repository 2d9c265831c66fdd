import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type App, AppContext } from '#app/context.ts'
import { redirectOnSessionChange } from '#app/session/redirectOnSessionChange.ts'
import { createAppRouter } from '#app/routes.tsx'
import { createSessionStore } from '#app/session/session.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { transportError } from '#kit/api/apiError.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { CallQueryClient } from '#kit/api/callQueries.ts'

// A busy machine takes its time; a test that waits for what never comes still ends.
configure({ asyncUtilTimeout: 10_000 })

/** What a service answers, by its name: an answer, a failure, or either by what is asked. */
export type Replies = Record<string, unknown>

export interface RenderedApp {
  /** What was asked so far, in order. */
  asked: { service: string; params: Record<string, unknown> }[]
  /** What services answer from now on. */
  replies: Replies
  /** The address as it stands, with its query. */
  address: () => string
  back: () => void
  /** Another address in the same window, as by a link from outside. */
  open: (address: string) => void
  /** Everything on the screen is asked for again, as when the person comes back to it later. */
  later: () => void
  /** An answer brings the server's time, as an HTTP date. */
  hear: (date: string) => void
  storage: Storage
  user: ReturnType<typeof userEvent.setup>
}

/** The moment in which the tests' people live. */
export const NOON = new Date('2026-11-20T12:00:00-03:00')

/**
 * Somebody opens an address of the app, in tests: its own routes, session and answers in a page
 * that draws nothing; only the wire is made up. With `name` null nobody is signed in.
 */
export function renderApp(
  address: string,
  options: {
    name?: string | null
    loyalties?: Loyalty[]
    replies: Replies
    /** What this tab has stored, as after a reload. */
    kept?: Record<string, string>
  },
): RenderedApp {
  cleanup()
  window.scrollTo = () => undefined
  sessionStorage.clear()
  for (const [key, value] of Object.entries(options.kept ?? {})) sessionStorage.setItem(key, value)
  const asked: RenderedApp['asked'] = []
  const { name = 'Ana', loyalties = [], replies } = options
  const call = (async ({ name }, params) => {
    asked.push({ service: name, params })
    const reply = replies[name]
    const said: unknown = typeof reply === 'function' ? await reply(params) : reply
    if (said instanceof Error) throw said
    if (said === undefined) throw transportError(404)
    return said
  }) as Call
  const session = createSessionStore({
    lasting: localStorage,
    passing: sessionStorage,
    onOtherTab: () => undefined,
  })
  if (name !== null)
    session.enter({ user: person(name, loyalties), userSessionToken: 'token' }, false)
  const clock = createServerClock(() => NOON)
  const app: App = { session, call, clock, storage: localStorage }
  const answers = new CallQueryClient(call)
  // A try that fails is told at once; how often it is repeated is the kit's own matter.
  answers.setDefaultOptions({
    queries: { ...answers.getDefaultOptions().queries, retry: false },
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  // A browser goes back in its own time.
  const { back } = history
  history.back = () => void setTimeout(back, 20)
  const router = createAppRouter({ ...app, answers }, history)
  redirectOnSessionChange({ ...app, answers }, router)
  render(
    <QueryClientProvider client={answers}>
      <AppContext value={app}>
        <RouterProvider router={router} />
      </AppContext>
    </QueryClientProvider>,
  )
  return {
    asked,
    replies,
    address: () => router.state.location.href,
    back: () => history.back(),
    open: (to) => history.push(to),
    hear: clock.hear,
    later: () => void answers.invalidateQueries(),
    storage: localStorage,
    user: userEvent.setup(),
  }
}

const person = (firstName: string, loyalties: Loyalty[]) => ({
  email: `${firstName.toLowerCase()}@demo.surtidor.uy`,
  firstName,
  firstSurname: 'Pereira',
  documentNumber: '90000018',
  birthdate: '19870314',
  sex: 'F' as const,
  mobile: '+59892000001',
  address: 'Sarandí 1450, Montevideo, Uruguay',
  loyalties,
  roles: [ROLES[USER]],
})
