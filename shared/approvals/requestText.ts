import {
  type Decision,
  decisionFor,
  decisions,
  type MembershipRequest,
  REQUEST_STATES,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import type { RoleCode } from '#contract/roles.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import type { Tone } from '#kit/style/tone.ts'

export const STATE_TONES: Record<RequestState, Tone> = {
  PENDING: 'warn',
  STATE_UBER_AUTHORIZED: 'brand',
  STATE_UBER_REJECTED: 'bad',
  STATE_PETROBRAS_AUTHORIZED: 'good',
  STATE_PETROBRAS_REJECTED: 'bad',
  VOIDED: 'neutral',
}

/** The states in which these roles may decide; none for roles that only read. */
export const decidableStates = (roles: readonly RoleCode[]): RequestState[] =>
  REQUEST_STATES.filter((state) =>
    [true, false].some((sponsored) => decisionFor({ state, sponsored, own: false }, roles)),
  )

/** The states that wait: for a decision of these roles or, for roles that only read, of any. */
export function awaitedStates(roles: readonly RoleCode[]): RequestState[] {
  const own = decidableStates(roles)
  return own.length > 0 ? own : decidableStates(Object.values(decisions).map(({ role }) => role))
}

type Named = Pick<MembershipRequest, 'holder' | 'programmeName'>

/**
 * The texts of a decision's dialog, and of the toast after it.
 * @param authorized false: it is rejected
 * @param requests the request, or the number of those that are decided at once
 */
export function consequenceOf(decision: Decision, authorized: boolean, requests: Named | number) {
  const subject =
    typeof requests !== 'number'
      ? `la solicitud de ${requests.holder}`
      : requests === 1
        ? 'una solicitud'
        : `${requests} solicitudes`
  const effects = typeof requests === 'number' ? EFFECTS_ON_SEVERAL : effectsOn(requests)
  return {
    question: `¿${authorized ? 'Autorizar' : 'Rechazar'} ${subject}?`,
    effect: effects[authorized ? decision : 'rejected'],
    done: `${authorized ? 'Autorizaste' : 'Rechazaste'} ${subject}.`,
  }
}

type Effects = Record<Decision | 'rejected', string>

const effectsOn = ({ programmeName }: Named): Effects => ({
  rejected: `La solicitud queda cerrada: para entrar a ${programmeName} tiene que pedirlo de nuevo. Le avisamos, con tu observación.`,
  sponsorDecide: `Pasa a la red, que tiene la última palabra sobre su lugar en ${programmeName}. Le avisamos.`,
  networkDecide: `Queda creada su afiliación a ${programmeName}, y desde su próxima carga suma puntos en ella. Le avisamos.`,
})

const EFFECTS_ON_SEVERAL: Effects = {
  rejected:
    'Quedan cerradas: para entrar, cada conductor tiene que pedirlo de nuevo. Le avisamos a cada uno, con tu observación.',
  sponsorDecide: 'Pasan a la red, que tiene la última palabra. Le avisamos a cada conductor.',
  networkDecide:
    'Queda creada la afiliación de cada conductor, que suma puntos desde su próxima carga. Le avisamos a cada uno.',
}

/** Why these roles cannot decide on a request; for one that is decided, who decided what and when. */
export function undecidableReason(request: MembershipRequest, roles: readonly RoleCode[]): string {
  const { state, own } = request
  if (own) return 'Es tu propia solicitud: la decide otra persona.'
  if (decidableStates(roles).length === 0) return 'La mirás nomás: deciden el auspiciante y la red.'
  if (state === 'VOIDED') return 'Quien la pidió la retiró.'
  if (state === 'PENDING') return 'Espera primero al auspiciante.'
  const { sponsorName, sponsorDatetime, networkName, networkDatetime } = request
  if (state === 'STATE_UBER_AUTHORIZED')
    return `La autorizó ${sponsorName || 'el auspiciante'}${on(sponsorDatetime)}: ahora decide la red.`
  if (state === 'STATE_UBER_REJECTED')
    return `La rechazó ${sponsorName || 'el auspiciante'}${on(sponsorDatetime)}.`
  const verb = state === 'STATE_PETROBRAS_AUTHORIZED' ? 'autorizó' : 'rechazó'
  return `La ${verb} ${networkName || 'la red'}${on(networkDatetime)}.`
}

const on = (stamp: string) => stamp && ` el ${dateAndTime(stamp)}`

/** The operator who decides: the author of drafts, and the roles that open a decision. */
export interface Approver {
  email: string
  roles: readonly RoleCode[]
}
