import type { Rows } from '#db/demo/bulkInsert.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { LedgerEvent } from '#db/demo/ledgerEvents.ts'
import type { Person } from '#db/demo/members.ts'
import { addNotification, type NotificationDraft } from '#db/demo/notifications.ts'
import type { Sale } from '#db/demo/sales.ts'

/** Adds notifications of Ana's recent purchases; the two newest are unread. */
export function notifySales(
  demo: DemoContext,
  rows: Rows,
  ana: Person,
  sales: readonly Sale[],
): void {
  const latest = sales.slice(-8)
  latest.forEach((sale, place) => {
    const branch = demo.stations.find(({ code }) => code === sale.branchCode)
    addNotification(demo, rows, ana, {
      event: `sale:${sale.rrn}`,
      type: 'Consumption',
      at: sale.at,
      amount: sale.amount,
      title: 'Registramos tu consumo',
      text: `${branch?.name ?? 'Surtidor'}: sumaste ${sale.points} puntos.`,
      read: place < latest.length - 2,
      url: '/#/movements',
    })
  })
}

/** Adds the vouchers of Ana's rewards; the newest is unread. */
export function notifyRewards(
  demo: DemoContext,
  rows: Rows,
  ana: Person,
  rewards: readonly LedgerEvent[],
): void {
  const latest = rewards.slice(-3)
  latest.forEach((reward, place) => {
    addNotification(demo, rows, ana, {
      event: `redemption:${reward.eventId}`,
      type: 'Voucher',
      at: reward.at,
      title: 'Tu vale está listo',
      text: `${reward.concept.replace('Canje: ', 'Vale por ')}, por ${-reward.points} puntos. Mostralo en la caja.`,
      read: place < latest.length - 1,
      url: '/#/notification',
    })
  })
}

/** Adds the network's promotions and messages for Ana. */
export function notifyPromotions(demo: DemoContext, rows: Rows, ana: Person): void {
  const { dates } = demo
  const news: NotificationDraft[] = [
    {
      event: 'promotion:lavado',
      type: 'Promotion',
      at: dates.at(1, 9),
      title: 'Lavado completo con 25 % de descuento',
      text: 'De lunes a jueves, en las estaciones con lavadero.',
      url: '/#/promotion',
      html: '<p>De <strong>lunes a jueves</strong>, el lavado completo tiene <strong>25 % de descuento</strong> y suma el doble de puntos.</p><ul><li>Mostrá tu código en la caja.</li><li>Válido en las estaciones con lavadero.</li></ul>',
    },
    {
      event: 'promotion:premium',
      type: 'Promotion',
      at: dates.at(24, 10, 30),
      title: 'Cinco puntos por litro de Premium',
      text: 'Todo el mes, en las 88 estaciones.',
      read: true,
      url: '/#/promotion',
    },
    {
      event: 'message:gomeria',
      type: 'Message',
      at: dates.at(3, 16, 20),
      title: 'Tu cubierta está pronta',
      text: 'Pasá a buscarla por Estación Hornero, de 8:00 a 19:00.',
      url: '/#/commnents',
    },
    {
      event: 'general:faq',
      type: 'General',
      at: dates.at(12, 11),
      title: 'Nuevas preguntas frecuentes',
      text: 'Sumamos respuestas sobre la devolución de impuestos al pagar con tarjeta.',
      read: true,
      url: '/#/faqAuth',
    },
    {
      event: 'general:old',
      type: 'General',
      at: dates.at(95, 8, 15),
      title: 'Horario de verano',
      text: 'Algunas estaciones abren una hora más.',
      read: true,
      deleted: true,
    },
  ]
  for (const notice of news) addNotification(demo, rows, ana, notice)
}
