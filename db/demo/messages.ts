import { type DemoContext, SUPPORT_ID } from '#db/demo/demoContext.ts'
import { readDemoJson } from '#db/demo/demoFile.ts'
import type { Person } from '#db/demo/members.ts'
import { addNotification } from '#db/demo/notifications.ts'
import type { Sale } from '#db/demo/sales.ts'

interface MessageDraft {
  type: string
  title: string
  text: string
  /** Age in days, and hour of the day. */
  daysAgo: number
  hour: number
  /** Whether the message names the station of the driver's last purchase. */
  ofStation: boolean
  /** The network's answer a day later; empty closes the message without one. */
  answer?: string
}

/** Ana's messages: one that waits, one answered and one closed. */
const ANA_MESSAGES = readDemoJson('anaMessages.json') as MessageDraft[]
const DRIVER_MESSAGES = readDemoJson('driverMessages.json') as (MessageDraft & { driver: number })[]

/** Adds Ana's contact messages, with the notification of the answer. */
export function addAnaMessages(demo: DemoContext, ana: Person, bought: readonly Sale[]): void {
  for (const draft of ANA_MESSAGES) {
    const message = contactMessage(demo, ana, draft, bought)
    demo.rows.contactMessage.push(message)
    if (!draft.answer || !message.answeredAt) continue
    addNotification(demo, ana.id, {
      event: `answer ${message.id}`,
      type: 'Message',
      at: message.answeredAt,
      title: 'Contestamos tu mensaje',
      text: `Sobre «${draft.title}»: ${draft.answer}`,
      read: true,
      url: `/#/commnents?id=${message.id}`,
    })
  }
}

/** Adds the driver's contact message, if there is one for their index. */
export function addContactMessages(
  demo: DemoContext,
  person: Person,
  index: number,
  bought: readonly Sale[],
): void {
  for (const { driver, ...draft } of DRIVER_MESSAGES)
    if (driver === index) demo.rows.contactMessage.push(contactMessage(demo, person, draft, bought))
}

function contactMessage(
  demo: DemoContext,
  person: Person,
  { daysAgo, hour, ofStation, answer, ...fields }: MessageDraft,
  bought: readonly Sale[],
) {
  const message = {
    ...fields,
    id: demo.nextId(),
    personId: person.id,
    branchCode: ofStation ? (bought.at(-1)?.branchCode ?? '') : '',
    at: demo.dates.at(daysAgo, hour, 12),
    answeredAt: null,
  }
  if (answer === undefined) return message
  const answeredAt = demo.dates.at(daysAgo - 1, 11, 5)
  const state = answer === '' ? ('CLOSED' as const) : ('ANSWERED' as const)
  return { ...message, state, answer, answeredAt, answeredBy: SUPPORT_ID }
}
