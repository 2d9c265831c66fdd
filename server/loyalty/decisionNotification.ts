import type { DecidedState } from '#contract/entities/membershipRequest.ts'

const POINTS = new Intl.NumberFormat('es-UY')

/**
 * Title and text of the notification to the driver after a decision on their request.
 * @param returnedPoints points of earlier loyalties that the new one got
 */
export function decisionNotification(
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
