import {
  type Decision,
  decisionFor,
  type MembershipRequest,
  REQUEST_STATES,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import { type RoleCode, UBER } from '#contract/roles.ts'
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

/** What a decision does, as texts of its dialog. */
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
      effect: `La solicitud queda cerrada: para entrar a ${programmeName} tiene que pedirlo de nuevo. Le avisamos, con tu observación si escribiste una.`,
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

/** Why these roles cannot decide on a request. */
export function undecidableReason(
  { state, own }: Pick<MembershipRequest, 'state' | 'own'>,
  roles: readonly RoleCode[],
): string {
  if (own) return 'Es tu propia solicitud: la decide otra persona.'
  if (decidableStates(roles).length === 0) return 'La mirás nomás: deciden el auspiciante y la red.'
  if (state === 'VOIDED') return 'Quien la pidió la retiró.'
  if (state === 'PENDING') return 'Espera primero al auspiciante.'
  if (state === 'STATE_UBER_AUTHORIZED' && roles.includes(UBER))
    return 'El auspiciante ya dijo que sí: ahora decide la red.'
  return 'Ya está decidida.'
}
