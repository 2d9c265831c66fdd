import {
  type Decision,
  decisionFor,
  type MembershipRequest,
  REQUEST_STATES,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import type { RoleCode } from '#contract/roles.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import type { Tone } from '#kit/style/tone.ts'

/** The tone of each state's badge. */
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

/** The texts of a decision's dialog. */
interface Consequence {
  question: string
  effect: string
  /** The text of the toast after the decision. */
  done: string
}

/**
 * The texts of a decision on a request.
 * @param authorized false: it is rejected
 */
export function consequenceOf(
  decision: Decision,
  authorized: boolean,
  { holder, programmeName }: Pick<MembershipRequest, 'holder' | 'programmeName'>,
): Consequence {
  if (!authorized)
    return {
      question: `¿Rechazar la solicitud de ${holder}?`,
      effect: `La solicitud queda cerrada: para entrar a ${programmeName} tiene que pedirlo de nuevo. Le avisamos, con tu observación.`,
      done: `Rechazaste la solicitud de ${holder}.`,
    }
  return {
    question: `¿Autorizar la solicitud de ${holder}?`,
    effect:
      decision === 'sponsorDecide'
        ? `Pasa a la red, que tiene la última palabra sobre su lugar en ${programmeName}. Le avisamos.`
        : `Queda creada su afiliación a ${programmeName}, y desde su próxima carga suma puntos en ella. Le avisamos.`,
    done: `Autorizaste la solicitud de ${holder}.`,
  }
}

/** The count of requests in words: `una solicitud`, `3 solicitudes`. */
const countOf = (count: number) => (count === 1 ? 'una solicitud' : `${count} solicitudes`)

/** The texts of one decision on several requests. */
export function bulkConsequenceOf(
  decision: Decision,
  authorized: boolean,
  count: number,
): Consequence {
  const requests = countOf(count)
  if (!authorized)
    return {
      question: `¿Rechazar ${requests}?`,
      effect:
        'Quedan cerradas: para entrar, cada conductor tiene que pedirlo de nuevo. Le avisamos a cada uno, con tu observación.',
      done: `Rechazaste ${requests}.`,
    }
  return {
    question: `¿Autorizar ${requests}?`,
    effect:
      decision === 'sponsorDecide'
        ? 'Pasan a la red, que tiene la última palabra. Le avisamos a cada conductor.'
        : 'Queda creada la afiliación de cada conductor, que suma puntos desde su próxima carga. Le avisamos a cada uno.',
    done: `Autorizaste ${requests}.`,
  }
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
