import type { CallContract } from '#contract/call.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import type { FuzzEnvironment } from '#tools/fuzz/environment.ts'
import { signedOrMutated } from '#tools/fuzz/gatewayEndpoints.ts'
import { assertion, newCredential } from '#tools/fuzz/passkeys.ts'
import {
  emailOf,
  type LearnedIds,
  LOGIN_SAMPLE,
  type Person,
  RESET_SAMPLES,
  totpCodeOf,
} from '#tools/fuzz/people.ts'

const NEW_PASSWORD = 'otra frase que recuerdo'

/** The fields of a valid request: the documented example, with ids that this person has seen in answers. */
export async function sampleOf(
  environment: FuzzEnvironment,
  { name }: CallContract,
  person: Person,
  random: SeededRandom,
): Promise<object> {
  const known = (kind: LearnedIds, fallback = 'nada') =>
    person.learnt[kind].length > 0 ? random.oneOf(person.learnt[kind]) : fallback
  const { passkeys } = person
  const passkeyId = () => random.oneOf(['nada', ...passkeys.stored.keys()])
  const fields: Record<string, () => object | Promise<object>> = {
    login: () => ({ user: emailOf(LOGIN_SAMPLE) }),
    enrolSecondFactor: async () => ({
      password: person.password,
      secondFactor: await totpCodeOf(environment, person.name, 'secret'),
    }),
    confirmSecondFactor: async () => ({
      code: await totpCodeOf(environment, person.name, 'pending_secret'),
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
      oldCode: await typedCode(environment, emailOf(person.name)),
      newCode: await typedCode(environment, newEmailOf(person)),
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
        geopayResponse: signedOrMutated(
          message,
          'responseHeader',
          environment.keys.gateway,
          random,
        ),
      }
    },
    getPayments: () => ({ accessToken: random.bool(0.5) ? known('tokens') : '' }),
    readNotification: () => ({ notificationId: known('notifications') }),
    markNotification: () => ({ notificationId: known('notifications') }),
    confirmAddUser: () => (random.bool(0.5) ? { code: '' } : {}),
    resetPassword: () => ({ user: emailOf(random.oneOf(RESET_SAMPLES)) }),
    confirmResetPassword: () => emailedCode(environment, random.oneOf(RESET_SAMPLES)),
    // A login has just taken place, so that the password may be left out, which spares its slow hash.
    registerPasskeyOptions: () => ({ password: random.bool(0.1) ? person.password : '' }),
    registerPasskey: () => newCredential(passkeys, environment.origin, random),
    loginPasskey: () => assertion(passkeys, 'loginPasskey', environment.origin, random),
    secondFactorPasskey: () =>
      assertion(passkeys, 'secondFactorPasskey', environment.origin, random),
    renamePasskey: () => ({ passkeyId: passkeyId() }),
    // Seldom one of the account, so that most accounts keep one to sign with.
    removePasskey: () => ({ passkeyId: random.bool(0.4) ? passkeyId() : 'nada' }),
  }
  return { ...examples[name as keyof typeof examples], ...(await fields[name]?.()) }
}

/** The verification code in the newest email to a person. */
async function emailedCode({ owner }: FuzzEnvironment, name: string): Promise<object> {
  const { rows } = await owner.query<{ text: string }>(
    'select text from mail where recipient = $1 order by at desc limit 1',
    [emailOf(name)],
  )
  const [, code = 'ninguno'] = /[?&]code=([\w-]{43})/.exec(rows[0]?.text ?? '') ?? []
  return { user: emailOf(name), password: NEW_PASSWORD, code }
}

const newEmailOf = ({ name }: Person) => `${name || 'nadie'}@nuevo.surtidor.uy`

/** The typed code in the newest email to an address. */
async function typedCode({ owner }: FuzzEnvironment, email: string): Promise<string> {
  const { rows } = await owner.query<{ text: string }>(
    'select text from mail where recipient = $1 order by at desc limit 1',
    [email],
  )
  return /Tu código: (\S+)/.exec(rows[0]?.text ?? '')?.[1] ?? 'ninguno'
}

const column = (rows: unknown, field: string) =>
  (rows as Record<string, unknown>[]).slice(0, 20).map((row) => {
    const value = row[field]
    if (typeof value !== 'string') throw new TypeError(`the rows of an answer have no ${field}`)
    return value
  })

/** Stores the ids of an answer, which this person's later requests name. */
export async function learn(
  environment: FuzzEnvironment,
  { name }: CallContract,
  person: Person,
  answer: Record<string, unknown>,
  random: SeededRandom,
): Promise<void> {
  const { learnt } = person
  if (name === 'loyalties') learnt.loyalties = column(answer.loyalties, 'loyaltyCode')
  if (name === 'getDebts') learnt.debts = column(answer.debts, 'reference')
  if (name === 'contactMessages') learnt.messages = column(answer.messages, 'id')
  if (name === 'notifications') learnt.notifications = column(answer.notifications, 'id')
  if (name === 'membershipRequestList')
    learnt.requests = column(answer.membershipRequests, 'reference')
  if (name === 'getGEOPayAccessToken') {
    const token = answer.accessToken as string
    learnt.tokens.push(token)
    const data = random.bool(0.3) ? await environment.pay(token) : null
    if (data !== null) learnt.returns.push(data)
  }
}
