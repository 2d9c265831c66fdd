import { apiBase, platform } from '#app/device/platform.ts'
import { storage } from '#app/device/storage.ts'
import { movementsRequest, statementRequest } from '#app/features/movements/movementsRequest.ts'
import { selectedLoyalty } from '#app/features/movements/selectedLoyalty.ts'
import type { PreloadedCall } from '#app/firstScreen/takePreloadedAnswer.ts'
import { answersKey } from '#app/offline/storageKeys.ts'
import type { Session } from '#app/session/session.ts'
import type { CallContract, RequestOf } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import type { accountStatus } from '#contract/financial/accountStatus.ts'
import type { movements } from '#contract/financial/movements.ts'
import { requestHeader } from '#contract/header.ts'
import type { loyalties } from '#contract/loyalty/loyalties.ts'
import type { getPayments } from '#contract/payments/getPayments.ts'
import { post } from '#kit/api/apiClient.ts'
import { lastUpdate } from '#kit/api/referenceListCache.ts'

/** Group, name and fields of a call: the contract itself would bring its schemas into the page. */
interface Request {
  group: CallContract['group']
  name: string
  fields: () => object
}

/** Reading the clock as a date of Montevideo is slow on a phone: the fields are made when they are sent. */
const call = <S extends CallContract>(
  group: S['group'],
  name: S['name'],
  fields: () => RequestOf<S>,
): Request => ({ group, name, fields })

/** The list queries that a route starts with, for its default filters. */
function firstRequests(route: string, loyaltyCode: string, now: Date): Request[] {
  const period = () => lastDays(now)
  const loyaltyList = call<typeof loyalties>('loyalty', 'loyalties', () => ({}))
  const movementList = call<typeof movements>('financial', 'movements', () =>
    movementsRequest(loyaltyCode, period()),
  )
  // Not the loyalties: the list is drawn with those of the session.
  if (route === '#/movements') return [movementList]
  if (route === '#/main') return [loyaltyList, movementList]
  if (route === '#/listPayment')
    return [call<typeof getPayments>('payments', 'getPayments', () => toRange(period()))]
  if (route === '#/listLoyaltyMovements')
    return [
      call<typeof accountStatus>('financial', 'accountStatus', () =>
        statementRequest(loyaltyCode, period()),
      ),
      movementList,
    ]
  return []
}

/**
 * Sends the first queries of the opened route with the stored session, while the app's script is
 * still loading. The query client takes the answers by `takePreloadedAnswer`. An address with
 * filters is not preloaded.
 * @param fromWorker the service worker has the app's script: a kept answer is drawn before another one
 *   could arrive, and the request for that would delay it
 */
export function preloadData(fromWorker: boolean): void {
  const session = storedSession()
  if (!session) return
  const localStorage = storage('localStorage')
  const { user, userSessionToken: token } = session
  const now = new Date()
  const route = location.hash || '#/main'
  const isKept = ({ name }: Request) =>
    fromWorker &&
    [storage('sessionStorage'), localStorage].some(
      (place) => place.getItem(answersKey(user.email, name)) !== null,
    )
  globalThis.preloadedCalls = firstRequests(route, selectedLoyalty(session, localStorage), now)
    .filter((request) => !isKept(request))
    .map(({ group, name, fields: fieldsOf }): PreloadedCall => {
      const fields = fieldsOf()
      const header = requestHeader({
        now,
        random: Math.random(),
        platform: platform(),
        token,
        user: user.email,
        lastUpdate: lastUpdate(localStorage),
      })
      const body = JSON.stringify({ requestHeader: header, ...fields })
      const answer = post(
        { base: apiBase(), cookies: () => document.cookie },
        { group, name },
        body,
      )
      // The query client reports the error when it takes the answer; until then it is not an unhandled rejection.
      answer.catch(() => undefined)
      return { name, fields: JSON.stringify(fields), token, sentAt: now.getTime(), answer }
    })
}

/** The session store checks the entry when the app has loaded; here an invalid one only means no preload. */
export function storedSession(): Session | null {
  try {
    const key = 'currentUser'
    const text =
      storage('sessionStorage').getItem(key) ?? storage('localStorage').getItem(key) ?? 'null'
    const session = JSON.parse(text) as Partial<Session> | null
    return session?.userSessionToken && session.user ? (session as Session) : null
  } catch {
    return null
  }
}
