import type { DecidedState } from '#contract/entities/membershipRequest.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { decide } from '#db/loyalty/membershipDecisions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

const REFUSALS = {
  notFound,
  own: () => refuse('No podés decidir sobre tu propia solicitud.', 'own_request'),
  notPending: () => refuse('Esta solicitud ya no espera tu decisión.', 'request_decided'),
  cardTaken: () =>
    refuse(
      'La tarjeta de esta solicitud no se puede usar: el conductor tiene que pedir sin ella.',
      'card_unusable',
    ),
}

export default defineHandler(validateMembershipRequest, async (context, fields, caller) => {
  const { reference, authorized, observations } = fields
  const outcome = await decide(context.db, {
    reference,
    actor: caller,
    authorized: String(authorized) === 'true',
    observations,
    now: context.now(),
    loyaltyCode: await context.rrn(),
    rrn: await context.rrn(),
    random: context.random,
    jobs: context.jobs,
    notificationText: decisionNotification,
  })
  if (outcome !== 'decided') throw REFUSALS[outcome]()
  return {}
})

const POINTS = new Intl.NumberFormat('es-UY')

/**
 * Title and text of the notification to the driver after a decision on their request.
 * @param returnedPoints points of earlier loyalties that the new one got
 */
function decisionNotification(
  to: DecidedState,
  programme: string,
  observations: string,
  returnedPoints: number,
): { title: string; text: string } {
  const { title, text } = TEXTS[to]
  const suffix = observations === '' ? '' : ` Te dejaron dicho: ${observations}`
  const returned =
    returnedPoints === 0
      ? ''
      : ` Te devolvimos los ${POINTS.format(returnedPoints)} puntos que te guardamos.`
  return { title, text: text.replace('…', () => programme) + returned + suffix }
}

/** Texts by state; the ellipsis is replaced with the name of the programme. */
const TEXTS: Record<DecidedState, { title: string; text: string }> = {
  STATE_UBER_AUTHORIZED: {
    title: 'Tu auspiciante autorizó tu solicitud',
    text: 'Ahora la red revisa tu ingreso a …. Te avisamos apenas decida.',
  },
  STATE_UBER_REJECTED: {
    title: 'Tu auspiciante rechazó tu solicitud',
    text: 'No se aprobó tu ingreso a ….',
  },
  STATE_PETROBRAS_AUTHORIZED: {
    title: 'Tu afiliación está lista',
    text: 'Ya sos parte de …: sumás puntos desde tu próxima carga.',
  },
  STATE_PETROBRAS_REJECTED: {
    title: 'La red rechazó tu solicitud',
    text: 'No se aprobó tu ingreso a ….',
  },
}
