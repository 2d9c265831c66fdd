/** The types of the DGI: 101 to 103 and 111 to 113, and 100 higher those that are issued by contingency. */
const TYPE = /^([12])([01])([123])$/
const NOTES = ['', 'Nota de crédito de ', 'Nota de débito de ']

/** The name of a type of fiscal document (CFE) in Spanish, and whether it is of a sale; null when it is unknown. */
export function cfeType(type: string | number): { name: string; isSale: boolean } | null {
  const [, range, kind, note] = TYPE.exec(String(type)) ?? []
  if (note === undefined) return null
  const document = kind === '0' ? 'e-Ticket' : 'e-Factura'
  const contingency = range === '2' ? ' de contingencia' : ''
  return { name: `${NOTES[Number(note) - 1]}${document}${contingency}`, isSale: note === '1' }
}

/** A fiscal document as its paper names it: `e-Ticket A 1234567`. */
export const cfeText = (cfe: { type: number; series: string; number: number }): string =>
  `${cfeType(cfe.type)?.name ?? `Tipo ${cfe.type}`} ${cfe.series} ${cfe.number}`
