import { DEBT_STATES } from '#contract/console/debtKind.ts'
import type { KindName } from '#contract/console/objectKinds.ts'
import { ATTEMPT_STATES } from '#contract/console/paymentKind.ts'
import { shortDate, toDate } from '#contract/dates.ts'
import { MESSAGE_STATE_LABELS } from '#contract/entities/contactMessage.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { NOTIFICATION_TYPE_LABELS, type Notification } from '#contract/entities/notification.ts'
import { CLAIM_STATE_LABELS } from '#contract/entities/purchaseClaim.ts'
import { REDEMPTION_STATE_LABELS } from '#contract/entities/redemption.ts'
import { PESOS } from '#contract/money.ts'
import { pointsText } from '#contract/pointsText.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import {
  type Account,
  driverContacts,
  driverDevices,
  driverMovements,
  driverNotifications,
  driverPayments,
  driverRedemptions,
  lotsByEnd,
  requestsOf,
  vehiclesOf,
} from '#db/console/driverHistory.ts'
import type { Db } from '#db/core/db.ts'
import type { KindPage } from '#server/console/consoleKind.ts'
import {
  loyaltyTable,
  private_,
  vehicleTable,
  waitingTable,
} from '#server/console/drivers/driverTables.ts'
import { historyOf } from '#server/console/history.ts'
import { badge, group, link, table } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

/** The tabs of a driver's page, in their order. */
export const DRIVER_TABS = {
  summary: 'Resumen',
  movements: 'Movimientos',
  payments: 'Pagos y deudas',
  redemptions: 'Canjes y vales',
  contacts: 'Reclamos y mensajes',
  notifications: 'Notificaciones',
  devices: 'Equipos y correos',
  history: 'Historia',
} as const
type DriverTab = keyof typeof DRIVER_TABS
const isTab = (name: string): name is DriverTab => Object.hasOwn(DRIVER_TABS, name)
/** The tab of a name; of another name the first one. */
export const driverTabOf = (name: string): DriverTab => (isTab(name) ? name : 'summary')

interface Driver {
  person: PersonRow
  account: Account
}
type Looking = Viewer & { shown: boolean }
type Part = Partial<Pick<KindPage, 'groups' | 'tables' | 'timeline'>>

const PLATFORMS = { web: 'Navegador', android: 'Android', ios: 'iPhone' }
const LOGINS: Record<string, string> = { a: 'App en Android', i: 'App en iPhone', b: 'Navegador' }
const INTEGER = new Intl.NumberFormat('es-UY')
const codesOf = ({ account }: Driver) => account.loyalties.map(({ code }) => code)
/** Free text of a person, or of an answer to it. */
const freeText = (text: string, shown: boolean) => (shown ? text : '•••')
const money = (cents: number, currency: '858' | '840') => ({ cents, currency })
/** The list of a kind with what is of a driver. */
const allOf = (kind: KindName, { person }: Driver) => ({
  all: { kind, search: { driver: person.id } },
})

type Lot = Awaited<ReturnType<typeof lotsByEnd>>[number]
/** When the points of a loyalty end: `120 puntos el 31/12/2026, y más adelante 900`. */
function endsText([next, ...later]: readonly Lot[]): string {
  if (!next) return 'No le quedan puntos.'
  const lastDay = shortDate(toDate(new Date(next.expiresAt.getTime() - 1)))
  const rest = later.reduce((points, { remaining }) => points + remaining, 0)
  const first = `${pointsText(next.remaining, INTEGER.format(next.remaining))} el ${lastDay}`
  return rest > 0 ? `${first}, y más adelante ${INTEGER.format(rest)}` : first
}

const PARTS: Record<DriverTab, (db: Db, driver: Driver, viewer: Looking) => Promise<Part>> = {
  async summary(db, driver, { shown, now }) {
    const { account } = driver
    const codes = codesOf(driver)
    const [lots, vehicles] = await Promise.all([lotsByEnd(db, codes, now), vehiclesOf(db, codes)])
    return {
      groups: [
        group(
          'Próximo vencimiento de puntos',
          Object.fromEntries(
            account.loyalties
              .filter(({ points }) => points > 0)
              .map(({ code, programmeName }) => [
                `${programmeName} ${code}`,
                endsText(lots.filter(({ loyaltyCode }) => loyaltyCode === code)),
              ]),
          ),
        ),
      ],
      tables: [
        ...waitingTable(account),
        loyaltyTable(account.loyalties, shown),
        vehicleTable(vehicles, shown),
      ],
    }
  },

  async movements(db, driver, { now }) {
    const lists = await driverMovements(db, driver.person.id, codesOf(driver), now)
    return {
      tables: lists.map(({ loyaltyCode, movements }) => ({
        ...table(`Últimos movimientos de ${loyaltyCode}`, 'Todavía no hizo compras.', movements, {
          Cuándo: ({ datetime: stamp, sale }) => ({
            stamp,
            ...(sale && { link: { kind: 'sale', id: sale } }),
          }),
          Estación: ({ branchName }) => branchName,
          Producto: ({ product }) => productName(product),
          Litros: ({ millilitres }) => (millilitres > 0 ? { millilitres } : null),
          Importe: ({ amount, currency }) => money(amount, currency),
          Puntos: ({ points }) => points,
          'Número (rrn)': ({ rrn }) => rrn,
        }),
        all: { kind: 'sale', search: { loyalty: loyaltyCode } },
      })),
    }
  },

  async payments(db, driver, viewer) {
    const { debts, payments } = await driverPayments(db, viewer, driver.person.id)
    return {
      tables: [
        {
          ...table('Últimas deudas', 'No tuvo deudas.', debts, {
            Concepto: ({ reference, concept }) => link('debt', reference, concept),
            Importe: ({ amount, currency }) => money(amount, currency),
            Estado: ({ state }) => badge(DEBT_STATES, state),
            Vence: ({ dueDate }) => ({ day: dueDate.replaceAll('-', '') }),
            Estación: ({ merchantName }) => merchantName,
            Referencia: ({ reference }) => reference,
          }),
          ...allOf('debt', driver),
        },
        {
          ...table('Últimos pagos', 'Todavía no pagó con la app.', payments, {
            Concepto: ({ id, concept }) => link('payment', id, concept),
            Importe: ({ amount, currency }) => money(amount, currency),
            Estado: ({ state }) => badge(ATTEMPT_STATES, state),
            Cuándo: ({ createdAt }) => createdAt,
            Tarjeta: ({ maskedCard }) => maskedCard,
            Autorización: ({ authorizationCode }) => authorizationCode,
          }),
          ...allOf('payment', driver),
        },
      ],
    }
  },

  async redemptions(db, driver, { shown }) {
    const { redemptions, vouchers } = await driverRedemptions(db, codesOf(driver))
    type Row = (typeof redemptions)[number]
    const columns = {
      Qué: ({ title }: Row) => title,
      Puntos: ({ points }: Row) => points,
      Descuento: ({ discount }: Row) => (discount > 0 ? money(discount, PESOS) : null),
      Cuándo: ({ createdAt }: Row) => createdAt,
      Afiliación: ({ loyaltyCode }: Row) => loyaltyCode,
      Estación: ({ branchCode, branchName }: Row) =>
        branchCode && branchName ? link('station', branchCode, branchName) : null,
    }
    const ends = {
      Terminó: ({ endedAt }: Row) => endedAt,
      'Número (rrn)': ({ rrn }: Row) => rrn,
      Estado: ({ state }: Row) => REDEMPTION_STATE_LABELS[state],
    }
    return {
      tables: [
        table('Últimos canjes en la caja', 'No canjeó puntos en una caja.', redemptions, {
          ...columns,
          ...ends,
        }),
        table('Últimos vales', 'No sacó vales.', vouchers, {
          ...columns,
          // Who knows the code of a voucher in force can use it.
          Código: ({ voucherCode, state }) =>
            private_(voucherCode ?? '', shown || state !== 'reserved'),
          'Vale hasta': ({ expiresAt }) => expiresAt,
          ...ends,
        }),
      ],
    }
  },

  async contacts(db, { person }, { shown, now }) {
    const { claims, requests, messages } = await driverContacts(db, person.id)
    return {
      tables: [
        table('Últimos reclamos', 'No reclamó compras.', claims, {
          Cuándo: ({ at }) => at,
          Comprobante: (claim) => link('exception', `claim:${claim.id}`, cfeText(claim)),
          Importe: ({ amount }) => money(amount, PESOS),
          Afiliación: ({ loyaltyCode }) => loyaltyCode,
          Venta: ({ saleIdentity }) => saleIdentity && link('sale', saleIdentity, 'La venta'),
          Estado: ({ state, operatorFrom }) =>
            CLAIM_STATE_LABELS[state === 'waiting' && operatorFrom <= now ? 'operator' : state],
        }),
        table('Mensajes', 'No escribió mensajes.', messages, {
          Cuándo: ({ at }) => at,
          Tipo: ({ id, type }) => link('message', id, type),
          Título: ({ title }) => freeText(title, shown),
          Estado: ({ state }) => MESSAGE_STATE_LABELS[state],
        }),
        table('Solicitudes', 'No pidió ninguna afiliación.', requests, {
          Solicitud: ({ reference }) => reference,
          Programa: ({ programmeName }) => programmeName,
          Cuándo: ({ at }) => at,
          Estado: ({ state }) => REQUEST_STATE_LABELS[state],
        }),
      ],
    }
  },

  async notifications(db, { person }, { shown }) {
    const notifications = await driverNotifications(db, person.id)
    return {
      tables: [
        table('Últimas notificaciones', 'No recibió notificaciones.', notifications, {
          Cuándo: ({ at }) => at,
          Tipo: ({ type }) => NOTIFICATION_TYPE_LABELS[type as Notification['type']],
          Título: ({ title }) => title,
          Texto: ({ text }) => freeText(text, shown),
          Leída: ({ read, deleted }) => (deleted ? 'La borró' : read ? 'Sí' : 'No'),
        }),
      ],
    }
  },

  async devices(db, { person, account }) {
    const { devices, mails } = await driverDevices(db, person)
    return {
      tables: [
        table('Sesiones abiertas', 'No tiene sesiones abiertas.', account.sessions, {
          Dispositivo: ({ device, platform }) => device || (LOGINS[platform] ?? 'Sin nombre'),
          Abierta: ({ createdAt }) => createdAt,
          'Último uso': ({ seenAt }) => seenAt,
        }),
        table('Dispositivos con avisos', 'Ningún dispositivo recibe avisos.', devices, {
          Plataforma: ({ platform }) => PLATFORMS[platform],
          Desde: ({ registeredAt }) => registeredAt,
        }),
        table('Correos que le mandamos', 'No le mandamos correos en los últimos 30 días.', mails, {
          Cuándo: ({ at }) => at,
          Asunto: ({ subject }) => subject,
          Mandado: ({ sentAt, deadAt }) =>
            sentAt ??
            (deadAt ? { text: 'No salió', tone: 'bad' } : { text: 'En cola', tone: 'neutral' }),
        }),
      ],
    }
  },

  async history(db, driver) {
    const { id, createdAt, confirmedAt } = driver.person
    const requests = await requestsOf(db, id)
    const subjects = [id, ...codesOf(driver), ...requests.map(({ reference }) => reference)]
    return {
      timeline: await historyOf(db, { kind: 'driver', id, subjects }, [
        { at: createdAt, title: 'Se registró' },
        ...(confirmedAt ? [{ at: confirmedAt, title: 'Confirmó la cuenta' }] : []),
      ]),
    }
  },
}

/** What a tab of a driver's page holds; what identifies the person is masked unless it is shown. */
export const driverPart = (tab: DriverTab, db: Db, driver: Driver, viewer: Looking) =>
  PARTS[tab](db, driver, viewer)
