import type { InfiniteData, Query, QueryKey } from '@tanstack/react-query'
import type { App } from '#app/context.ts'
import { storeAnswer, storedAnswer } from '#app/offline/answerStorage.ts'
import { ownStorage } from '#app/session/session.ts'
import type { AnswerOf, CallContract } from '#contract/call.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { prices } from '#contract/info/prices.ts'
import { promotions } from '#contract/info/promotions.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { notifications } from '#contract/user/notifications.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/**
 * The calls whose answers are stored on the device. Every other answer is not: tokens, codes, the
 * export of the person's data, the list of sessions, and other persons' requests.
 */
const STORED: readonly CallContract[] = [
  accountStatus,
  branches,
  getDebts,
  getPayments,
  loyalties,
  mapTiles,
  membershipRequestList,
  movements,
  notifications,
  prices,
  promotions,
  purchaseClaims,
  rewards,
  sentMessages,
  vouchers,
]

/**
 * The name of this script's file, which the build derives from its content and from the contracts that
 * it imports. The development server has no such names.
 */
const BUILD = import.meta.env.PROD ? import.meta.url : undefined

/**
 * Gives each new query the answer that is stored on the device, and stores the answers of the server.
 * A stored answer counts as invalid, so that it is drawn at once and refetched, whatever its age.
 * @param defer runs a task later, when the browser is idle
 */
export function storeAnswers(
  client: CallQueryClient,
  { session, clock }: Pick<App, 'session' | 'clock'>,
  defer: (task: () => void) => void,
): void {
  const cache = client.getQueryCache()
  /** The answers that are not stored yet, by the hash of their query. */
  const pending = new Map<string, () => void>()
  const storePending = () => {
    for (const store of pending.values()) store()
    pending.clear()
  }
  addEventListener('pagehide', storePending)

  cache.subscribe((event) => {
    const { query } = event
    const request = requestOf(query)
    const own = ownStorage(session)
    if (!request || !own) return
    const { contract, fields, isPaged } = request
    if (event.type === 'added' && query.state.data === undefined) {
      const stored = storedAnswer(own, contract, fields, clock.now(), BUILD)
      if (stored) restore(query, isPaged, stored)
    }
    // A query that is removed at the end of its session is cancelled: its answer is no success.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const { data } = query.state
    const answer = isPaged ? (data as InfiniteData<unknown>).pages[0] : data
    const at = clock.now().getTime()
    const isFirst = pending.size === 0
    pending.set(query.queryHash, () => {
      if (ownStorage(session)?.email !== own.email) return
      const content = withoutCardData(contract, answer)
      storeAnswer(own, contract, fields, { at, answer: content }, clock.now(), BUILD)
    })
    if (isFirst) defer(storePending)
  })
}

function restore(query: Query, isPaged: boolean, { at, answer }: { at: number; answer: unknown }) {
  const data = isPaged ? { pages: [answer], pageParams: [''] } : answer
  query.setState({ data, dataUpdatedAt: at, status: 'success', isInvalidated: true })
}

/** The call and fields of a query whose answers are stored. */
function requestOf({ meta, queryKey }: Pick<Query, 'meta' | 'queryKey'>) {
  const contract = meta?.contract as CallContract | undefined
  if (!contract || !STORED.includes(contract)) return null
  const [, fields, pages] = queryKey as QueryKey & [string, object, 'pages'?]
  return { contract, fields, isPaged: pages === 'pages' }
}

/** The answer without card data, which are not stored on the device. */
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
