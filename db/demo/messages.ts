import type { Person } from '#db/demo/members.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import type { Sale } from '#db/demo/sales.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'

interface Letter {
  type: string
  title: string
  text: string
  /** When it was written: so many days ago, at this hour. */
  daysAgo: number
  hour: number
  /** About the station of their last purchase, or about none. */
  ofStation: boolean
}

/** What some of the drivers wrote to the network, by their place among them. */
const LETTERS: Readonly<Record<number, Letter>> = {
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

/** The driver's letter to the network, of the few who wrote one. */
export function addContactMessages(
  demo: DemoContext,
  rows: Rows,
  { person, index, bought }: { person: Person; index: number; bought: readonly Sale[] },
): void {
  const letter = LETTERS[index]
  if (!letter) return
  const { daysAgo, hour, ofStation, ...said } = letter
  rows.contactMessage.push({
    ...said,
    id: demo.nextId(),
    personId: person.id,
    branchCode: ofStation ? (bought.at(-1)?.branchCode ?? '') : '',
    at: demo.calendar.at(daysAgo, hour, 12),
  })
}
