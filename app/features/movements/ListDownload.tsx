import { useQueryClient } from '@tanstack/react-query'
import { useApp, useSession } from '#app/context.ts'
import { DownloadButtons } from '#app/features/export/DownloadButtons.tsx'
import type { PdfContent } from '#app/features/export/pdfDocument.ts'
import { type DateFilter, toStamp } from '#contract/dates.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { type CallQueryClient, useCallQuery } from '#kit/api/callQueries.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { periodText, toInput } from '#kit/format/period.ts'

/** The files of a list: the text of its CSV, and its PDF without owner and period. */
export interface ListFiles {
  csv: () => string
  pdf: () => Pick<PdfContent, 'title' | 'facts' | 'totals' | 'tables'>
}

interface Props {
  /** What is downloaded: `el estado de cuenta`. */
  what: string
  /** The beginning of the names of the files: `estado-de-cuenta`. */
  name: string
  loyaltyCode: string
  period: DateFilter
  load: (client: CallQueryClient, loyalty: Loyalty | undefined) => Promise<ListFiles>
}

export function ListDownload({ what, name, loyaltyCode, period, load }: Props) {
  const client = useQueryClient() as CallQueryClient
  const { clock } = useApp()
  const user = useSession()?.user
  const list = useCallQuery(loyalties, {}).data?.loyalties ?? user?.loyalties ?? []
  const loyalty = list.find((one) => one.loyaltyCode === loyaltyCode)
  const file = `${name}-${toInput(period.dateFrom)}-a-${toInput(period.dateTo)}`

  const makePdf = async () => {
    const [{ pdf }, { pdfBlob }] = await Promise.all([
      load(client, loyalty),
      import('#app/features/export/renderPdf.ts'),
    ])
    const { facts, ...content } = pdf()
    const createdAt = dateAndTime(toStamp(clock.now()))
    const owner = [
      { name: 'Titular', value: `${user?.firstName ?? ''} ${user?.firstSurname ?? ''}` },
      { name: 'Documento', value: user?.documentNumber ?? '' },
      { name: 'RUT', value: loyalty?.clientRUT ?? '' },
      { name: 'Programa', value: loyalty?.programmeName ?? '' },
      { name: 'Afiliación', value: loyaltyCode },
      { name: 'Período', value: periodText(period) },
      { name: 'Emitido', value: createdAt },
    ]
    const blob = await pdfBlob({
      ...content,
      subtitle: periodText(period),
      facts: [...owner, ...facts].filter(({ value }) => value !== ''),
      createdAt,
    })
    return { name: `${file}.pdf`, content: blob }
  }
  const makeCsv = async () => {
    const { csv } = await load(client, loyalty)
    const content = new Blob([csv()], { type: 'text/csv;charset=utf-8' })
    return { name: `${file}.csv`, content }
  }
  return <DownloadButtons what={what} formats={{ PDF: makePdf, CSV: makeCsv }} />
}
