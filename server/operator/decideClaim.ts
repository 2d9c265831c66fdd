import { decideClaim } from '#contract/operator/decideClaim.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { decideOrRefuse } from '#server/loyalty/claimDecision.ts'

export default defineHandler(decideClaim, async (context, fields, { personId: operatorId }) => {
  const { claimId: id, sale, reason, answer } = fields
  if (!UUID_ID.test(id)) throw notFound()
  if (sale === '' && (reason === '' || answer === ''))
    throw refuse('Elegí una venta para acreditar, o el motivo del rechazo con una explicación.')
  if (sale !== '' && reason !== '')
    throw refuse('Acreditá una venta o rechazá el reclamo: las dos cosas no.')
  await decideOrRefuse(context, {
    id,
    operatorId,
    ...(reason === '' ? { sale } : { reason, answer }),
  })
  return {}
})
