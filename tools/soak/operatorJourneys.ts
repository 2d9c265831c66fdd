import { Secret, TOTP } from 'otpauth'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { answerMessage } from '#contract/operator/answerMessage.ts'
import { contactMessages } from '#contract/operator/contactMessages.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { PASSWORD } from '#testing/harness/population.ts'
import { type AppSession, createAppSession, type Network } from '#tools/soak/appSession.ts'
import { lastProblem } from '#tools/soak/callRecorder.ts'
import type { Arrival, LoadContext } from '#tools/soak/loadContext.ts'

/** The operators of the demo data: of the sponsor, of the network, and of the messages. */
export interface Operators {
  sponsor: AppSession
  network: AppSession
  support: AppSession
}

export async function logInOperators(network: Network): Promise<Operators> {
  const [sponsor, ofNetwork, support] = await Promise.all(
    ['carla', 'diego', 'elena'].map((name) => logInOperator(network, `${name}@demo.surtidor.uy`)),
  )
  if (!sponsor || !ofNetwork || !support) throw new Error('three operators are needed')
  return { sponsor, network: ofNetwork, support }
}

/** Logs an operator in with the code of the second factor. */
async function logInOperator(network: Network, user: string): Promise<AppSession> {
  const session = createAppSession(network)
  const options = { callClass: 'login' } as const
  const code = TOTP.generate({ secret: Secret.fromBase32(DEMO_SECOND_FACTOR) })
  const shown =
    (await session.call(login, { user, password: PASSWORD }, options)) &&
    (await session.call(confirmSecondFactor, { code }, options))
  if (!shown) throw new Error(`${user} no pudo ingresar: ${lastProblem(network.recorder)}`)
  return session
}

const callClass = 'operators'

/** Lists what waits for a decision, and decides on the oldest. */
export async function decide(context: LoadContext, { random, dueAt }: Arrival): Promise<void> {
  const { sponsor, network } = context.operators
  const [session, state] = random.oneOf([
    [sponsor, 'PENDING'],
    [network, 'STATE_UBER_AUTHORIZED'],
    [network, 'PENDING'],
  ] as const)
  const fields = { state, order: 'oldest', count: 20 } as const
  const list = await session.call(membershipRequestList, fields, { callClass, dueAt })
  const isForCaller = ({ sponsored }: { sponsored: boolean }) =>
    state !== 'PENDING' || sponsored === (session === sponsor)
  // Several operators decide at the same time: a random one of the oldest is seldom decided already.
  const waiting = list?.membershipRequests.filter(isForCaller) ?? []
  if (waiting.length === 0) return
  const { reference } = random.oneOf(waiting)
  // The network rejects, so that the driver may ask again.
  const authorized = session === sponsor && random.bool(0.5)
  const decision = { reference, authorized, observations: 'Decidido en la prueba de carga.' }
  await session.call(validateMembershipRequest, decision, { callClass })
}

/** Lists the messages without an answer, and answers one. */
export async function answer(context: LoadContext, { random, dueAt }: Arrival): Promise<void> {
  const { support } = context.operators
  const fields = { state: 'RECEIVED', count: 20 } as const
  const list = await support.call(contactMessages, fields, { callClass, dueAt })
  if (!list || list.messages.length === 0) return
  const messageId = random.oneOf(list.messages).id
  const text = 'Gracias por escribirnos.'
  await support.call(answerMessage, { messageId, answer: text }, { callClass })
}
