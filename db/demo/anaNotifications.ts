import { toStamp } from '#contract/dates.ts'
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
      url: '/#/listLoyaltyMovements',
    })
  })
}

/** Adds the network's promotions and messages for Ana. */
export function notifyPromotions(demo: DemoContext, rows: Rows, ana: Person): void {
  for (const draft of [...promotions(demo), ...otherNotifications(demo)])
    addNotification(demo, rows, ana, draft)
}

/** The day so many days from now, as people write it: `30/11`. */
function dayAhead(demo: DemoContext, days: number): string {
  const stamp = toStamp(demo.dates.at(-days, 12))
  return `${stamp.slice(6, 8)}/${stamp.slice(4, 6)}`
}

const promotions = (demo: DemoContext): NotificationDraft[] => [
  {
    event: 'promotion:lavado',
    type: 'Promotion',
    at: demo.dates.at(1, 9),
    title: 'Lavado completo con 25 % de descuento',
    text: `De lunes a jueves, en las estaciones con lavadero. Hasta el ${dayAhead(demo, 20)}.`,
    url: '/#/map',
    imageUrl: '/promotions/lavado.svg',
    html: `<p>De <strong>lunes a jueves</strong>, el lavado completo tiene <strong>25 % de descuento</strong> y suma el doble de puntos.</p><ul><li>Mostrá tu código en la caja.</li><li>Válido en las <a href="/#/map">estaciones con lavadero</a>.</li></ul><p><small>Hasta el ${dayAhead(demo, 20)}. Bases en <a href="https://www.surtidor.uy/promociones/lavado">www.surtidor.uy</a>.</small></p>`,
  },
  {
    event: 'promotion:desayuno',
    type: 'Promotion',
    at: demo.dates.at(4, 7, 45),
    title: 'Café y alfajor por $ 99',
    text: `Con cualquier carga, antes de las 10, en los minimercados de la red. Hasta el ${dayAhead(demo, 9)}.`,
    amount: 9_900,
    imageUrl: '/promotions/desayuno.svg',
    url: 'https://www.surtidor.uy/promociones/desayuno',
  },
  {
    event: 'promotion:premium',
    type: 'Promotion',
    at: demo.dates.at(24, 10, 30),
    title: 'Cinco puntos por litro de Premium',
    text: 'Todo el mes, en las 88 estaciones.',
    read: true,
    url: '/#/listLoyaltyMovements',
    imageUrl: '/promotions/premium.svg',
  },
  {
    event: 'promotion:invierno',
    type: 'Promotion',
    at: demo.dates.at(41, 12),
    title: 'Revisá tus cubiertas sin cargo',
    text: 'Presión, dibujo y alineación, en las gomerías de la red.',
    read: true,
    imageUrl: '/promotions/invierno.svg',
    html: '<p>Pasá por una gomería de la red y te miramos, <strong>sin cargo</strong>:</p><ol><li>la presión de las cuatro y del auxilio;</li><li>el dibujo;</li><li>la alineación.</li></ol>',
  },
]

const otherNotifications = ({ dates }: DemoContext): NotificationDraft[] => [
  {
    event: 'message:gomeria',
    type: 'Message',
    at: dates.at(3, 16, 20),
    title: 'Tu cubierta está pronta',
    text: 'Pasá a buscarla por Estación Hornero, de 8:00 a 19:00.',
    url: '/#/map',
  },
  {
    event: 'general:faq',
    type: 'General',
    at: dates.at(12, 11),
    title: 'Nuevas preguntas frecuentes',
    text: 'Sumamos respuestas sobre la devolución de impuestos al pagar con tarjeta.',
    html: '<p>Sumamos respuestas sobre la <strong>devolución de impuestos</strong> al pagar con tarjeta.</p><blockquote>La ley 19.210 baja el IVA de lo que pagás con débito.</blockquote><p>El texto está en <a href="https://www.impo.com.uy/bases/leyes/19210-2014">impo.com.uy</a>.</p>',
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
