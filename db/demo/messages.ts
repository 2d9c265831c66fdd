import type { Rows } from '#db/demo/bulkInsert.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { Person } from '#db/demo/members.ts'
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
  },
  5: {
    type: 'Consulta',
    title: '¿Cuándo vencen los puntos?',
    text: 'Estoy juntando para un lavado completo y no quiero perderlos.',
    daysAgo: 6,
    hour: 13,
    ofStation: false,
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

/** Adds the driver's contact message, if there is one for their index. */
export function addContactMessages(
  demo: DemoContext,
  rows: Rows,
  { person, index, bought }: { person: Person; index: number; bought: readonly Sale[] },
): void {
  const message = MESSAGES[index]
  if (!message) return
  const { daysAgo, hour, ofStation, ...fields } = message
  rows.contactMessage.push({
    ...fields,
    id: demo.nextId(),
    personId: person.id,
    branchCode: ofStation ? (bought.at(-1)?.branchCode ?? '') : '',
    at: demo.dates.at(daysAgo, hour, 12),
  })
}
