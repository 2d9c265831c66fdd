import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createConsole } from '#console/Console.tsx'
import { createConsoleSession, type Session } from '#console/session.ts'
import { PETROBRAS } from '#contract/roles.ts'
import { type Replies, stubCalls, withoutPolls } from '#testing/browser/stubCalls.ts'

/**
 * Renders the whole console at an address, with stubbed calls.
 * @param who the fields in which the operator differs from DIEGO; null: no session
 */
export function renderConsole(address: string, who: Partial<Session> | null, replies: Replies) {
  cleanup()
  window.scrollTo = () => undefined
  sessionStorage.clear()
  const { call, sentCalls } = stubCalls(replies)
  const session = createConsoleSession(sessionStorage)
  if (who) session.start({ ...DIEGO, ...who })
  const history = createMemoryHistory({ initialEntries: [address] })
  const { router, client, tree } = createConsole({ session, call }, history)
  // A screen that is compiled while it loads would be mistaken for its skeleton.
  router.options.defaultPendingMs = Number.POSITIVE_INFINITY
  withoutPolls(client)
  render(tree)
  return {
    sentCalls,
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
  roles: [PETROBRAS],
  userSessionToken: 'token',
  secondFactor: 'shown',
}
