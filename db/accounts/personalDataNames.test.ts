import { getTableColumns } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { TYPED_KINDS } from '#contract/entities/car/logEntry.ts'
import { REMINDER_KINDS } from '#contract/entities/car/reminder.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { CLAIM_REJECTIONS } from '#contract/entities/purchaseClaim.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { ACCOUNT_TYPES, BANK_CODES } from '#contract/reference/banks.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import { exportData } from '#contract/user/exportData.ts'
import { namesIn } from '#db/accounts/personalDataNames.ts'
import { carEntry } from '#db/tables/car.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { membershipRequest } from '#db/tables/loyalties.ts'
import { contactMessage, notification } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { pushSubscription } from '#db/tables/push.ts'
import { redemption } from '#db/tables/redemptions.ts'

const TABLES = {
  canjes: redemption,
  consumos: movement,
  deudas: debt,
  dispositivosConAvisos: pushSubscription,
  libretaDelAuto: carEntry,
  mensajes: contactMessage,
  notificaciones: notification,
  pagos: paymentAttempt,
  perfil: person,
  reclamos: purchaseClaim,
  solicitudes: membershipRequest,
}
const SHAPES = exportData.response.shape.data.shape
type Of = keyof typeof SHAPES
type Codes<Table = Of> = [of: Table, field: string, codes: readonly (string | number)[]]

const codesOf = (list: readonly { code: string }[]) => list.map(({ code }) => code)
/** The lists of codes that are no enumeration of a column. */
const LISTS: Codes<Of | ''>[] = [
  ['', 'product', codesOf(PRODUCTS)],
  ['', 'fuel', codesOf(PRODUCTS)],
  ['', 'mark', codesOf(VEHICLE_MAKES)],
  ['', 'accountBank', Object.values(BANK_CODES)],
  ['', 'accountBankType', codesOf(ACCOUNT_TYPES)],
  ['', 'indi', [1, 2, 3, 4, 6]],
  ['', 'law', ['17.934', '18.083', '18.910', '18.999', '19.210']],
  ['perfil', 'roles', Object.keys(ROLES)],
  ['sesiones', 'platform', ['a', 'i', 'b']],
  ['libretaDelAuto', 'kind', ['purchase', ...Object.keys(TYPED_KINDS)]],
  ['recordatoriosDelAuto', 'kind', Object.keys(REMINDER_KINDS)],
  ['reclamos', 'reason', Object.keys(CLAIM_REJECTIONS)],
  ['reclamos', 'type', [101, 102, 103, 111, 112, 113, 201, 211]],
  ['notificaciones', 'type', Object.values(NOTIFICATION_TYPES)],
  ['preferencias', 'type', Object.values(NOTIFICATION_TYPES)],
]

describe('namesIn', () => {
  test('names every known code of every exported field', () => {
    const columns = Object.entries(TABLES).flatMap(([of, table]): Codes[] =>
      Object.entries(getTableColumns(table))
        .filter(([field]) => field in SHAPES[of as Of].def.element.shape)
        .map(([field, { enumValues = [] }]) => [of as Of, field, enumValues]),
    )
    const lists = LISTS.flatMap(([only, field, codes]): Codes[] =>
      (Object.keys(SHAPES) as Of[])
        .filter((of) => of === only || (only === '' && field in SHAPES[of].def.element.shape))
        .map((of) => [of, field, codes]),
    )
    const bare = [...columns, ...lists].flatMap(([of, field, codes]) =>
      codes
        .filter((code) => code !== '' && !namesIn(of, { [field]: code })[field])
        .map((code) => `${of}.${field} ${code}`),
    )
    expect(bare).toEqual([])
    expect(columns.filter(([, , codes]) => codes.length > 0).length).toBeGreaterThan(12)
  })

  test('finds codes in nested rows, by their path, and gives none for texts and what is missing', () => {
    const draft = { vehicle: { fuel: 'gasoil', mark: 'Lada', plate: null }, accountBank: '113' }
    expect(namesIn('solicitudes', { draft, state: 'PENDING', programme: 'x' })).toEqual({
      'draft.vehicle.fuel': 'Gasoil',
      'draft.accountBank': 'Itaú',
      state: 'Pendiente de aprobación',
    })
    expect(namesIn('perfil', { roles: ['2'], sex: '' })).toEqual({ 'roles.0': 'Cliente' })
  })
})
