import type { InfiniteData, Query, QueryKey } from '@tanstack/react-query'
import type { App } from '#app/context.ts'
import { storage } from '#app/device/storage.ts'
import { type Owner, storeAnswer, storedAnswer } from '#app/offline/answerStorage.ts'
import { isPersistedCall } from '#app/offline/persistedCalls.ts'
import { fullSession } from '#app/session/session.ts'
import type { CallContract } from '#contract/call.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/** Runs a task later, when the browser is idle. */
type Defer = (task: () => void) => void

/**
 * Gives each new query the answer that was kept on the device, and keeps the answers of the server.
 * A kept answer counts as invalid, so that it is drawn at once and refetched, whatever its age.
 */
export function persistAnswers(
  client: CallQueryClient,
  { session, clock }: Pick<App, 'session' | 'clock'>,
  defer: Defer,
): void {
  const cache = client.getQueryCache()
  const owner = (): Owner | null => {
    const current = fullSession(session.current())
    if (!current) return null
    const place = storage(session.isRemembered() ? 'localStorage' : 'sessionStorage')
    return { email: current.user.email, place }
  }

  /** The answers that are not written yet, by the hash of their query. */
  const unwritten = new Map<string, () => void>()
  const write = () => {
    for (const keep of unwritten.values()) keep()
    unwritten.clear()
  }
  addEventListener('pagehide', write)

  cache.subscribe((event) => {
    const { query } = event
    const request = requestOf(query)
    const person = owner()
    if (!request || !person) return
    if (event.type === 'added' && query.state.data === undefined) {
      const kept = storedAnswer(person, request.contract, request.fields, clock.now())
      if (kept) restore(query, request.isPaged, kept)
    }
    // An answer that arrives after the end of its session finds its query removed.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (cache.get(query.queryHash) !== query) return
    const { data } = query.state
    const answer = request.isPaged ? (data as InfiniteData<unknown>).pages[0] : data
    const at = clock.now().getTime()
    const isFirst = unwritten.size === 0
    unwritten.set(query.queryHash, () => {
      if (owner()?.email === person.email)
        storeAnswer(person, request.contract, request.fields, { at, answer }, clock.now())
    })
    if (isFirst) defer(write)
  })
}

function restore(query: Query, isPaged: boolean, { at, answer }: { at: number; answer: unknown }) {
  const data = isPaged ? { pages: [answer], pageParams: [''] } : answer
  query.setState({ data, dataUpdatedAt: at, status: 'success', isInvalidated: true })
}

/** The call and fields of a query whose answers are kept. */
function requestOf({ meta, queryKey }: Pick<Query, 'meta' | 'queryKey'>) {
  const contract = meta?.contract as CallContract | undefined
  if (!isPersistedCall(contract)) return null
  const [, fields, pages] = queryKey as QueryKey & [string, object, 'pages'?]
  return { contract, fields, isPaged: pages === 'pages' }
}
