import type { PdfFact } from '#app/features/export/pdfDocument.ts'
import type { Session } from '#app/session/session.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { periodText } from '#kit/format/period.ts'

/** Whose statement it is, and of what. */
export interface StatementOwner {
  user: Pick<Session['user'], 'firstName' | 'firstSurname' | 'documentNumber'>
  loyalty: Pick<Loyalty, 'loyaltyCode' | 'programmeName' | 'clientRUT'>
  period: DateFilter
  /** The stamp of its creation. */
  createdAt: string
}

/** The facts at the top of a PDF; empty ones are left out. */
export function ownerFacts({ user, loyalty, period, createdAt }: StatementOwner): PdfFact[] {
  return [
    { name: 'Titular', value: `${user.firstName} ${user.firstSurname}` },
    { name: 'Documento', value: user.documentNumber },
    { name: 'RUT', value: loyalty.clientRUT },
    { name: 'Programa', value: loyalty.programmeName },
    { name: 'Afiliación', value: loyalty.loyaltyCode },
    { name: 'Período', value: periodText(period) },
    { name: 'Emitido', value: dateAndTime(createdAt) },
  ].filter(({ value }) => value !== '')
}
