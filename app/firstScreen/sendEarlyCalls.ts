import { deviceInfo } from '#app/device/deviceInfo.ts'
import { apiBase, platform } from '#app/device/platform.ts'
import { storage } from '#app/device/storage.ts'
import { currentLoyalty, selectedLoyalty } from '#app/features/loyalty/selectedLoyalty.ts'
import { addEarlyCall, storedSessionText } from '#app/firstScreen/firstScreenState.ts'
import { answersEntry } from '#app/offline/answerStorage.ts'
import { movementsRequest, statementRequest } from '#app/requests.ts'
import type { Session } from '#app/session/session.ts'
import type { CallContract, RequestOf } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import type { accountStatus } from '#contract/financial/accountStatus.ts'
import type { movements } from '#contract/financial/movements.ts'
import { requestHeader } from '#contract/header.ts'
import type { loyalties } from '#contract/loyalty/loyalties.ts'
import type { getPayments } from '#contract/payments/getPayments.ts'
import type { login } from '#contract/user/login.ts'
import { post } from '#kit/api/apiClient.ts'
import { lastUpdate } from '#kit/api/referenceListCache.ts'
import { personalStorage } from '#kit/browser/perUserStorage.ts'

/** Group, name and fields of a call: the contract itself would bring its schemas into the page. */
interface Request {
  group: CallContract['group']
  name: string
  /** Reading the clock as a date of Montevideo is slow on a phone: the fields are made when they are sent. */
  fields: () => object
}
const call = <S extends CallContract>(
  group: S['group'],
  name: S['name'],
  fields: () => RequestOf<S>,
): Request => ({ group, name, fields })

function send({ group, name, fields: fieldsOf }: Request, caller: { token: string; user: string }) {
  const fields = fieldsOf()
  const sentAt = new Date()
  const header = requestHeader({
    now: sentAt,
    random: Math.random(),
    platform: platform(),
    ...caller,
    lastUpdate: lastUpdate(storage('localStorage')),
  })
  const additionalData = name === 'login' ? deviceInfo() : null
  const body = JSON.stringify({ requestHeader: { ...header, additionalData }, ...fields })
  const answer = post({ base: apiBase(), cookies: () => document.cookie }, { group, name }, body)
  addEarlyCall(name, { fields: JSON.stringify(fields), token: caller.token, sentAt, answer })
}

export function sendLogin(user: string, password: string): void {
  send(
    call<typeof login>('user', 'login', () => ({ user, password })),
    { token: '', user },
  )
}

/** The list queries that a route starts with, for its default filters. */
function firstRequests(route: string, loyaltyCode: string): Request[] {
  const period = () => lastDays(new Date())
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
 * Sends the first queries of the opened address with the stored session, while the app's script is
 * still loading. An address with filters has none.
 * @param fromWorker the service worker has the app's script: a stored answer is drawn before another one
 *   could arrive, and the request for that would delay it
 */
export function sendFirstQueries(fromWorker: boolean): void {
  const session = storedSession()
  if (!session) return
  const { user, userSessionToken: token } = session
  const own = personalStorage(user.email, storage('sessionStorage'), storage('localStorage'))
  const isStored = ({ name }: Request) => fromWorker && own.has(answersEntry(name))
  const route = location.hash || '#/main'
  const { loyalties } = session.user
  const loyaltyCode =
    route === '#/main'
      ? currentLoyalty(loyalties)
      : selectedLoyalty(loyalties, storage('localStorage'))
  for (const request of firstRequests(route, loyaltyCode))
    if (!isStored(request)) send(request, { token, user: user.email })
}

/** The session store checks the entry when the app has loaded; here an invalid one only means no queries. */
function storedSession(): Session | null {
  try {
    const session = JSON.parse(storedSessionText() ?? 'null') as Partial<Session> | null
    return session?.userSessionToken && session.user ? (session as Session) : null
  } catch {
    return null
  }
}
