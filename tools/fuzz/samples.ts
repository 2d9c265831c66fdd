import type { Service } from '#contract/service.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { asSigned } from '#tools/fuzz/gatewayEndpoints.ts'
import {
  BYSTANDER,
  codeOf,
  emailOf,
  FORGETFUL,
  type LearnedIds,
  type Person,
} from '#tools/fuzz/people.ts'
import type { FuzzEnvironment } from '#tools/fuzz/environment.ts'

const NEW_PASSWORD = 'otra frase que recuerdo'

/** A request that would be answered well: the page's example, about what this person can really ask about. */
export async function sampleOf(
  world: FuzzEnvironment,
  { name }: Service,
  who: Person,
  luck: SeededRandom,
): Promise<object> {
  const known = (what: LearnedIds, otherwise = 'nada') =>
    who.learnt[what].length > 0 ? luck.oneOf(who.learnt[what]) : otherwise
  const given: Record<string, () => object | Promise<object>> = {
    login: () => ({ user: emailOf(BYSTANDER) }),
    enrolSecondFactor: () => ({ password: who.password }),
    confirmSecondFactor: async () => ({ code: await codeOf(world, who.name, 'pending_secret') }),
    // An account that is to last to the end is never shown its own password here.
    deleteAccount: () => ({ password: who.expendable ? who.password : 'no es la de nadie' }),
    updatePassword: () => ({
      user: emailOf(who.name),
      password: NEW_PASSWORD,
      currentPassword: who.expendable ? who.password : 'no es la de nadie',
    }),
    removeMembership: () => ({ loyaltyCode: who.expendable ? known('loyalties') : '60999999' }),
    movements: () => ({ loyaltyCode: known('loyalties') }),
    accountStatus: () => ({ loyaltyCode: known('loyalties') }),
    activeMembershipList: () => ({ loyaltyCode: known('loyalties', '') }),
    membershipRequest: () => ({
      request: {
        ...examples.membershipRequest.request,
        programme: luck.oneOf(['uber', 'surtidor']),
      },
    }),
    membershipRequestList: () => ({
      state: luck.oneOf(['', 'PENDING', 'STATE_UBER_AUTHORIZED'] as const),
    }),
    validateMembershipRequest: () => ({ reference: known('requests') }),
    getGEOPayAccessToken: () => ({ debtData: { reference: known('debts') } }),
    processGEOPayResponse: () => {
      const data = known('returns', '{}')
      const message = JSON.parse(data) as object
      if (luck.bool(0.5)) return { geopayResponse: data }
      return { geopayResponse: asSigned(message, 'responseHeader', world.keys.gateway, luck) }
    },
    getPayments: () => ({ accessToken: luck.bool(0.5) ? known('tokens') : '' }),
    readNotification: () => ({ notificationId: known('notifications') }),
    markNotification: () => ({ notificationId: known('notifications') }),
    confirmAddUser: () => (luck.bool(0.5) ? { code: '' } : {}),
    resetPassword: () => ({ user: emailOf(luck.oneOf(FORGETFUL)) }),
    confirmResetPassword: () => mailedCode(world, luck.oneOf(FORGETFUL)),
  }
  return { ...examples[name as keyof typeof examples], ...(await given[name]?.()) }
}

/** The code of the newest mail to somebody, as they would click it. */
async function mailedCode({ owner }: FuzzEnvironment, name: string): Promise<object> {
  const { rows } = await owner.query<{ text: string }>(
    'select text from mail where recipient = $1 order by at desc limit 1',
    [emailOf(name)],
  )
  const [, code = 'ninguno'] = /[?&]code=([\w-]{43})/.exec(rows[0]?.text ?? '') ?? []
  return { user: emailOf(name), password: DEMO_PASSWORD, code }
}

const column = (rows: unknown, field: string) =>
  (rows as Record<string, unknown>[]).slice(0, 20).map((row) => {
    const value = row[field]
    if (typeof value !== 'string') throw new TypeError(`an answer's rows have no ${field}`)
    return value
  })

/** Keeps what an answer told this person that they can ask about next. */
export async function learn(
  world: FuzzEnvironment,
  { name }: Service,
  who: Person,
  told: Record<string, unknown>,
  luck: SeededRandom,
): Promise<void> {
  const { learnt } = who
  if (name === 'loyalties') learnt.loyalties = column(told.loyalties, 'loyaltyCode')
  if (name === 'getDebts') learnt.debts = column(told.debts, 'reference')
  if (name === 'notifications') learnt.notifications = column(told.notifications, 'id')
  if (name === 'membershipRequestList')
    learnt.requests = column(told.membershipRequests, 'reference')
  if (name === 'getGEOPayAccessToken') {
    const token = told.accessToken as string
    learnt.tokens.push(token)
    const data = luck.bool(0.3) ? await world.pay(token) : null
    if (data !== null) learnt.returns.push(data)
  }
}
