import { notFound, refuse } from '#server/http/errors.ts'

const SENTENCES = {
  own: ['Tus propios puntos los tiene que ajustar otra persona.', 'own_request'],
  proposer: ['Este ajuste lo tiene que decidir otra persona.', 'own_request'],
  decided: ['Otra persona ya decidió este ajuste.', 'request_decided'],
  insufficient: ['Esa afiliación no tiene tantos puntos.', 'not_enough_points'],
} as const

/** The answer to an adjustment that cannot be; an ended loyalty is answered as one that does not exist. */
export function refuseAdjustment(why: keyof typeof SENTENCES | 'notFound' | 'ended'): Error {
  if (why === 'notFound' || why === 'ended') return notFound()
  const [sentence, reason] = SENTENCES[why]
  return refuse(sentence, reason)
}
