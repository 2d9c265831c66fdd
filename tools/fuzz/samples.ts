import type { CallContract } from '#contract/call.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { Keys } from '#sandbox/keys.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { codesIn } from '#testing/harness/testServer.ts'
import { submitCard } from '#tools/faultInjection/hostedPage.ts'
import {
  type Caller,
  emailOf,
  LOGIN_SAMPLE,
  RESET_SAMPLES,
  type Target,
  totpCodeOf,
} from '#tools/fuzz/callers.ts'
import { signedOrMutated } from '#tools/fuzz/gatewayEndpoints.ts'
import { assertion, newCredential } from '#tools/fuzz/passkeys.ts'

const NEW_PASSWORD = 'otra frase que recuerdo'

/** The system under test. */
export interface FuzzTarget extends Target {
  /** The server's own origin, in which passkeys are created and used. */
  origin: string
  sandbox: string
  /** All keys of the gateway. */
  keys: Keys
}

/** The fields of a valid request: the documented example, with ids that this person has seen in answers. */
export async function sampleOf(
  target: FuzzTarget,
  { name }: CallContract,
  person: Caller,
  random: SeededRandom,
): Promise<object> {
  const known = (kind: string, fallback = 'nada') =>
    random.oneOf(person.learnt[kind]?.length ? person.learnt[kind] : [fallback])
  const { passkeys } = person
  const passkeyId = () => random.oneOf(['nada', ...passkeys.stored.keys()])
  const fields: Record<string, () => object | Promise<object>> = {
    login: () => ({ user: emailOf(LOGIN_SAMPLE) }),
    enrolSecondFactor: async () => ({
      password: person.password,
      secondFactor: await totpCodeOf(target, person.name, 'secret'),
    }),
    confirmSecondFactor: async () => ({
      code: await totpCodeOf(target, person.name, 'pending_secret'),
    }),
    // Only expendable accounts send their real password: the call deletes the account.
    deleteAccount: () => ({ password: person.expendable ? person.password : 'no es la de nadie' }),
    updatePassword: () => ({
      user: emailOf(person.name),
      password: NEW_PASSWORD,
      currentPassword: person.expendable ? person.password : 'no es la de nadie',
    }),
    requestEmailChange: () => ({
      email: newEmailOf(person),
      password: person.expendable ? person.password : 'no es la de nadie',
    }),
    confirmEmailChange: async () => ({
      oldCode: (await codesFor(target, emailOf(person.name))).code,
      newCode: (await codesFor(target, newEmailOf(person))).code,
    }),
    addVehicle: () => ({
      loyaltyCode: known('loyalties'),
      vehicle: { ...examples.addVehicle.vehicle, plate: `SBC${random.integer(1000, 9999)}` },
    }),
    answerMessage: () => ({ messageId: known('messages') }),
    removeMembership: () => ({ loyaltyCode: person.expendable ? known('loyalties') : '60999999' }),
    movements: () => ({ loyaltyCode: known('loyalties') }),
    accountStatus: () => ({ loyaltyCode: known('loyalties') }),
    activeMembershipList: () => ({ loyaltyCode: known('loyalties', '') }),
    membershipRequest: () => ({
      request: {
        ...examples.membershipRequest.request,
        programme: random.oneOf(['uber', 'surtidor']),
      },
    }),
    membershipRequestList: () => ({
      state: random.oneOf(['', 'PENDING', 'STATE_UBER_AUTHORIZED'] as const),
    }),
    validateMembershipRequest: () => ({ reference: known('requests') }),
    getGEOPayAccessToken: () => ({ debtData: { reference: known('debts') } }),
    processGEOPayResponse: () => {
      const data = known('returns', '{}')
      const message = JSON.parse(data) as object
      if (random.bool(0.5)) return { geopayResponse: data }
      return {
        geopayResponse: signedOrMutated(message, 'responseHeader', target.keys.gateway, random),
      }
    },
    getPayments: () => ({ accessToken: random.bool(0.5) ? known('tokens') : '' }),
    readNotification: () => ({ notificationId: known('notifications') }),
    markNotification: () => ({ notificationId: known('notifications') }),
    confirmAddUser: () => (random.bool(0.5) ? { code: '' } : {}),
    resetPassword: () => ({ user: emailOf(random.oneOf(RESET_SAMPLES)) }),
    confirmResetPassword: async () => {
      const user = emailOf(random.oneOf(RESET_SAMPLES))
      return { user, password: NEW_PASSWORD, code: (await codesFor(target, user)).token }
    },
    // A login has just taken place, so that the password may be left out, which spares its slow hash.
    registerPasskeyOptions: () => ({ password: random.bool(0.1) ? person.password : '' }),
    registerPasskey: () => newCredential(passkeys, target.origin, random),
    loginPasskey: () => assertion(passkeys, 'loginPasskey', target.origin, random),
    secondFactorPasskey: () => assertion(passkeys, 'secondFactorPasskey', target.origin, random),
    renamePasskey: () => ({ passkeyId: passkeyId() }),
    // Seldom one of the account, so that most accounts keep one to sign with.
    removePasskey: () => ({ passkeyId: random.bool(0.4) ? passkeyId() : 'nada' }),
  }
  return { ...examples[name as keyof typeof examples], ...(await fields[name]?.()) }
}

const newEmailOf = ({ name }: Caller) => `${name || 'nadie'}@nuevo.surtidor.uy`

/** Link and typed code of the newest email to an address. */
async function codesFor({ databaseUrl }: Target, email: string) {
  const [mail] = await queryRows<{ text: string }>(
    databaseUrl,
    'select text from mail where recipient = $1 order by at desc limit 1',
    [email],
  )
  return codesIn(mail ?? { text: '' })
}

/** The answer of each call, and where its ids are. */
const LISTS: Record<string, [list: string, id: string, kind: string]> = {
  loyalties: ['loyalties', 'loyaltyCode', 'loyalties'],
  getDebts: ['debts', 'reference', 'debts'],
  contactMessages: ['messages', 'id', 'messages'],
  notifications: ['notifications', 'id', 'notifications'],
  membershipRequestList: ['membershipRequests', 'reference', 'requests'],
}

/** Stores the ids of an answer, which this person's later requests name. */
export async function learn(
  target: FuzzTarget,
  { name }: CallContract,
  person: Caller,
  answer: Record<string, unknown>,
  random: SeededRandom,
): Promise<void> {
  const { learnt } = person
  const [list, id, kind] = LISTS[name] ?? []
  if (list && id && kind)
    learnt[kind] = (answer[list] as Record<string, string>[])
      .slice(0, 20)
      .map((row) => row[id] ?? '')
  if (name === 'getGEOPayAccessToken') {
    const token = answer.accessToken as string
    learnt.tokens?.push(token)
    const data = random.bool(0.3) ? await submitCard(target.sandbox, token, 'plain') : null
    if (data !== null) learnt.returns?.push(data)
  }
}
