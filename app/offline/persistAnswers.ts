import type { InfiniteData, Query, QueryKey } from '@tanstack/react-query'
import type { App } from '#app/context.ts'
import { storeAnswer, storedAnswer } from '#app/offline/answerStorage.ts'
import { ownStorage } from '#app/session/session.ts'
import type { AnswerOf, CallContract } from '#contract/call.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { notifications } from '#contract/user/notifications.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/**
 * The calls whose answers are kept on the device. Every other answer is not: tokens, codes, the
 * export of the person's data, the list of sessions, and other persons' requests.
 */
const PERSISTED: readonly CallContract[] = [
  accountStatus,
  branches,
  getDebts,
  getPayments,
  loyalties,
  mapTiles,
  membershipRequestList,
  movements,
  notifications,
  sentMessages,
]

/**
 * The name of this script's file, which the build derives from its content and from the contracts that
 * it imports. The development server has no such names.
 */
const BUILD = import.meta.env.PROD ? import.meta.url : undefined

/**
 * Gives each new query the answer that was kept on the device, and keeps the answers of the server.
 * A kept answer counts as invalid, so that it is drawn at once and refetched, whatever its age.
 * @param defer runs a task later, when the browser is idle
 */
export function persistAnswers(
  client: CallQueryClient,
  { session, clock }: Pick<App, 'session' | 'clock'>,
  defer: (task: () => void) => void,
): void {
  const cache = client.getQueryCache()
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
    const own = ownStorage(session)
    if (!request || !own) return
    const { contract, fields, isPaged } = request
    if (event.type === 'added' && query.state.data === undefined) {
      const kept = storedAnswer(own, contract, fields, clock.now(), BUILD)
      if (kept) restore(query, isPaged, kept)
    }
    // An answer that arrives after the end of its session finds its query removed.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (cache.get(query.queryHash) !== query) return
    const { data } = query.state
    const answer = isPaged ? (data as InfiniteData<unknown>).pages[0] : data
    const at = clock.now().getTime()
    const isFirst = unwritten.size === 0
    unwritten.set(query.queryHash, () => {
      if (ownStorage(session)?.email !== own.email) return
      const content = withoutCardData(contract, answer)
      storeAnswer(own, contract, fields, { at, answer: content }, clock.now(), BUILD)
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
  if (!contract || !PERSISTED.includes(contract)) return null
  const [, fields, pages] = queryKey as QueryKey & [string, object, 'pages'?]
  return { contract, fields, isPaged: pages === 'pages' }
}

/** The answer without card data, which are not kept on the device. */
function withoutCardData(contract: CallContract, answer: unknown): unknown {
  if (contract !== (getPayments as CallContract)) return answer
  const { payments, ...rest } = answer as AnswerOf<typeof getPayments>
  const redacted = payments.map((payment) => ({
    ...payment,
    maskedCard: '',
    authorizationCode: '',
  }))
  return { ...rest, payments: redacted }
}
