import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { Person } from '#db/demo/members.ts'

type Row = Rows['notification'][number]
/** A notification to add; 0 pesos unless it has an amount. */
export type NotificationDraft = Omit<Row, 'id' | 'personId' | 'type' | 'currency' | 'amount'> &
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
