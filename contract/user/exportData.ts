import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** Stored rows by field name; amounts in cents, fuel in millilitres, instants in ISO 8601 (UTC). */
const Rows = z.array(z.record(z.string(), z.unknown()))

/** All personal data that is stored about the caller (Ley 18.331, right of access). */
export const exportData = defineCall({
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
      llavesDeAcceso: Rows,
      cambiosDeCorreo: Rows,
      cambiosDeCuentaBancaria: Rows,
      preferencias: Rows,
      dispositivosConAvisos: Rows,
    }),
  },
})
