import type { Rows } from '#db/demo/bulkInsert.ts'
import { type DemoContext, SUPPORT_ID } from '#db/demo/demoContext.ts'
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

/** Contact messages by the index of the driver who sent them. */
const MESSAGES: Readonly<Record<number, MessageDraft>> = {
  1: {
    type: 'Reclamo',
    title: 'El compresor de aire no anda',
    text: 'Pasé dos veces esta semana y sigue con el cartel de fuera de servicio.\n¿Saben cuándo lo arreglan?',
    daysAgo: 1,
    hour: 19,
    ofStation: true,
  },
  3: {
    type: 'Felicitación',
    title: 'Muy buena atención',
    text: 'Me ayudaron a cambiar una rueda bajo la lluvia. ¡Gracias a los muchachos del turno de la noche!',
    daysAgo: 3,
    hour: 22,
    ofStation: true,
    answer: '',
  },
  5: {
    type: 'Consulta',
    title: '¿Cuándo vencen los puntos?',
    text: 'Estoy juntando para un lavado completo y no quiero perderlos.',
    daysAgo: 6,
    hour: 13,
    ofStation: false,
    answer: 'Mientras sigas en el club no se te pierden. En Consumo ves todos y de dónde salieron.',
  },
  7: {
    type: 'Sugerencia',
    title: 'Más lugar para motos',
    text: 'Los domingos no hay dónde estacionar la moto para pasar al minimercado.',
    daysAgo: 12,
    hour: 10,
    ofStation: true,
  },
}

/** Ana's messages: one that waits, one answered and one closed. */
const ANA_MESSAGES: readonly MessageDraft[] = [
  {
    type: 'Consulta',
    title: '¿Puedo pagar con dos tarjetas?',
    text: 'Quiero pagar una parte con débito y el resto con crédito.',
    daysAgo: 0,
    hour: 9,
    ofStation: false,
  },
  {
    type: 'Reclamo',
    title: 'El ticket salió sin mi descuento',
    text: 'El sábado cargué 30 litros y en el ticket no estaba el descuento del club.\nTengo el comprobante.',
    daysAgo: 8,
    hour: 18,
    ofStation: true,
    answer:
      'Tenías razón: la caja no leyó tu código. Ya te acreditamos el descuento en tu próxima carga. ¡Gracias por avisarnos!',
  },
  {
    type: 'Felicitación',
    title: 'Muy rico el café nuevo',
    text: 'Sigan así.',
    daysAgo: 30,
    hour: 8,
    ofStation: true,
    answer: '',
  },
]

/** Adds Ana's contact messages, with the notification of the answer. */
export function addAnaMessages(
  demo: DemoContext,
  rows: Rows,
  ana: Person,
  bought: readonly Sale[],
): void {
  for (const draft of ANA_MESSAGES) {
    const message = contactMessage(demo, ana, draft, bought)
    rows.contactMessage.push(message)
    if (!draft.answer || !message.answeredAt) continue
    addNotification(demo, rows, ana, {
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
  rows: Rows,
  { person, index, bought }: { person: Person; index: number; bought: readonly Sale[] },
): void {
  const message = MESSAGES[index]
  if (message) rows.contactMessage.push(contactMessage(demo, person, message, bought))
}

function contactMessage(
  demo: DemoContext,
  person: Person,
  { daysAgo, hour, ofStation, answer, ...fields }: MessageDraft,
  bought: readonly Sale[],
) {
  const answered = {
    state: answer === '' ? ('CLOSED' as const) : ('ANSWERED' as const),
    answer: answer ?? '',
    answeredAt: demo.dates.at(daysAgo - 1, 11, 5),
    answeredBy: SUPPORT_ID,
  }
  return {
    ...fields,
    id: demo.nextId(),
    personId: person.id,
    branchCode: ofStation ? (bought.at(-1)?.branchCode ?? '') : '',
    at: demo.dates.at(daysAgo, hour, 12),
    ...(answer === undefined ? { answeredAt: null } : answered),
  }
}
