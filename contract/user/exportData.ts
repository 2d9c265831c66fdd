import * as z from 'zod/mini'
import { Stamp } from '#contract/money.ts'
import { service } from '#contract/service.ts'

/** Rows as they stand, by the name of the field; amounts in cents, fuel in millilitres, instants in ISO 8601. */
const Rows = z.array(z.record(z.string(), z.unknown()))

/** Our own (Ley 18.331, access): everything that we keep of the caller, under names that anybody understands. */
export const exportData = service({
  group: 'user',
  name: 'exportData',
  access: 'signedIn',
  request: {},
  response: {
    exportedAt: Stamp,
    data: z.object({
      perfil: Rows,
      afiliaciones: Rows,
      vehiculos: Rows,
      solicitudes: Rows,
      consumos: Rows,
      puntos: Rows,
      deudas: Rows,
      pagos: Rows,
      notificaciones: Rows,
      mensajes: Rows,
      correos: Rows,
      sesiones: Rows,
    }),
  },
})
