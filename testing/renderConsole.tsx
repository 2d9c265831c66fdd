import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createSessionStore, type Session } from '#console/session.ts'
import { createConsole } from '#console/Console.tsx'
import type { RoleCode } from '#contract/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { transportError } from '#kit/api/apiError.ts'

// A busy machine takes its time; a test that waits for what never comes still ends.
configure({ asyncUtilTimeout: 10_000 })

/** What a service answers, by its name: an answer, a failure, or either by what is asked. */
export type Replies = Record<string, unknown>

export interface RenderedConsole {
  /** What was asked so far, in order. */
  asked: { service: string; params: Record<string, unknown> }[]
  /** What services answer from now on. */
  replies: Replies
  /** The address as it stands, with its query. */
  address: () => string
  session: ReturnType<typeof createSessionStore>
  user: ReturnType<typeof userEvent.setup>
}

/**
 * Somebody opens an address of the console, in tests: its own routes, session and answers in a
 * page that draws nothing; only the wire is made up.
 * @param who null: nobody is signed in
 */
export function renderConsole(
  address: string,
  who: Partial<Session> | null,
  replies: Replies,
): RenderedConsole {
  cleanup()
  window.scrollTo = () => undefined
  sessionStorage.clear()
  const asked: RenderedConsole['asked'] = []
  const call = (async ({ name }, params) => {
    asked.push({ service: name, params })
    const reply = replies[name]
    const said: unknown = typeof reply === 'function' ? await reply(params) : reply
    if (said instanceof Error) throw said
    if (said === undefined) throw transportError(404)
    return said
  }) as Call
  const session = createSessionStore(sessionStorage)
  if (who) session.enter({ ...DIEGO, ...who })
  const { router, answers, tree } = createConsole(
    { session, call },
    createMemoryHistory({ initialEntries: [address] }),
  )
  // A try that fails is told at once; how often it is repeated is the kit's own matter.
  answers.setDefaultOptions({
    queries: { ...answers.getDefaultOptions().queries, retry: false },
  })
  render(tree)
  return {
    asked,
    replies,
    address: () => router.state.location.href,
    session,
    user: userEvent.setup(),
  }
}

const DIEGO: Session = {
  email: 'diego@demo.surtidor.uy',
  firstName: 'Diego',
  firstSurname: 'Olivera',
  roles: ['4' satisfies RoleCode],
  token: 'token',
  secondFactor: true,
}
