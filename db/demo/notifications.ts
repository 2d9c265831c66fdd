import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { promotionLink } from '#contract/entities/promotion.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { readDemoJson } from '#db/demo/demoFile.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import type { LedgerEvent } from '#db/demo/ledgerEvents.ts'
import type { Person } from '#db/demo/members.ts'
import type { Sale } from '#db/demo/sales.ts'
import { announcementText } from '#db/messaging/announcements.ts'
import type { PromotionContent } from '#db/messaging/promotions.ts'

type Row = Rows['notification'][number]
/** A notification to add; 0 pesos unless it has an amount. */
type NotificationDraft = Omit<Row, 'id' | 'personId' | 'type' | 'currency' | 'amount'> &
  Partial<Pick<Row, 'currency' | 'amount'>> & { type: keyof typeof NOTIFICATION_TYPES }

export function addNotification(demo: DemoContext, personId: string, draft: NotificationDraft) {
  demo.rows.notification.push({
    currency: '858',
    amount: 0,
    ...draft,
    id: demo.nextId(),
    personId,
    type: NOTIFICATION_TYPES[draft.type],
  })
}

/** Adds the notification that every new person receives. */
export function addWelcomeNotification(demo: DemoContext, person: Person, daysAgo: number): void {
  addNotification(demo, person.id, {
    event: 'welcome',
    type: 'General',
    at: demo.dates.at(daysAgo, 20, 41),
    title: 'Te damos la bienvenida a Surtidor',
    text: `${person.firstName}, ya podés sumar puntos en las 88 estaciones de la red.`,
    read: true,
    url: '/#/map',
  })
}

/** A notification of the network to Ana alone. */
type Notice = Omit<NotificationDraft, 'at'> & { daysAgo: number; hour: number; minute?: number }
const NOTICES = readDemoJson('anaNotices.json') as Notice[]

/** A promotion from `daysAgo` to `daysLeft`, and the notification to Ana that announces it. */
interface DemoPromotion extends Omit<PromotionContent, 'firstDay' | 'lastDay'> {
  id: string
  daysAgo: number
  daysLeft: number
  announced: { hour: number; read: boolean } | null
}
const PROMOTIONS = readDemoJson('promotions.json') as DemoPromotion[]

/** Adds the network's promotions: most in force, one ended, one of a programme, two of a few stations. */
export function addPromotions({ rows, dates }: DemoContext): void {
  for (const { daysAgo, daysLeft, announced: _, ...promotion } of PROMOTIONS)
    rows.promotion.push({
      ...promotion,
      firstDay: dates.date(daysAgo),
      lastDay: dates.date(-daysLeft),
      createdAt: dates.at(daysAgo, 6),
    })
}

/**
 * Adds the notifications of Ana's recent purchases, the two newest unread, the vouchers of her rewards,
 * the newest unread, and the network's promotions and messages.
 */
export function addAnaNotifications(
  demo: DemoContext,
  { id: ana }: Person,
  { sales, rewards }: { sales: readonly Sale[]; rewards: readonly LedgerEvent[] },
): void {
  for (const sale of sales.slice(-8)) {
    const branch = demo.stations.find(({ code }) => code === sale.branchCode)
    addNotification(demo, ana, {
      event: `sale:${sale.rrn}`,
      type: 'Consumption',
      at: sale.at,
      amount: sale.amount,
      title: 'Registramos tu consumo',
      text: `${branch?.name ?? 'Surtidor'}: sumaste ${sale.points} puntos.`,
      read: !sales.slice(-2).includes(sale),
      url: '/#/movements',
    })
  }
  for (const reward of rewards.slice(-3))
    addNotification(demo, ana, {
      event: `redemption:${reward.eventId}`,
      type: 'Voucher',
      at: reward.at,
      title: 'Tu vale está listo',
      text: `${reward.concept.replace('Canje: ', 'Vale por ')}, por ${-reward.points} puntos. Mostralo en la caja.`,
      read: reward !== rewards.at(-1),
      url: '/#/listLoyaltyMovements',
    })
  for (const { daysAgo, hour, minute, ...draft } of NOTICES)
    addNotification(demo, ana, { ...draft, at: demo.dates.at(daysAgo, hour, minute) })
  for (const { id, title, text, imageUrl, daysAgo, daysLeft, announced } of PROMOTIONS)
    if (announced)
      addNotification(demo, ana, {
        event: `announcement:${id}`,
        type: 'Promotion',
        at: demo.dates.at(daysAgo, announced.hour),
        title,
        text: announcementText(text, demo.dates.date(-daysLeft)),
        read: announced.read,
        url: promotionLink(id),
        imageUrl,
      })
}
