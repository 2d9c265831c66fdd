import { useQueryClient } from '@tanstack/react-query'
import type { MadeFile } from '#app/device/saveFile.ts'
import { csvBlob } from '#app/features/export/csv.ts'
import { DownloadButtons } from '#app/features/export/DownloadButtons.tsx'
import { fileName } from '#app/features/movements/exportFileName.ts'
import { statementRequest } from '#app/features/movements/movementsRequest.ts'
import { useExportOwner } from '#app/features/movements/useExportOwner.ts'
import type { DateFilter } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'

interface Props {
  loyaltyCode: string
  period: DateFilter
}

/** Downloads the statement of a period with all of its lines. */
export function StatementDownload({ loyaltyCode, period }: Props) {
  const client = useQueryClient() as CallQueryClient
  const owner = useExportOwner(loyaltyCode, period)
  const fetchStatement = async () => {
    const request = statementRequest(loyaltyCode, period)
    const [file, pages] = await Promise.all([
      import('#app/features/movements/statementExport.ts'),
      fetchAllPages(client, accountStatus, { ...request, count: 1000 }),
    ])
    return { file, statement: file.completeStatement(pages) }
  }
  const makePdf = async (): Promise<MadeFile> => {
    const [{ file, statement }, { pdfBlob }] = await Promise.all([
      fetchStatement(),
      import('#app/features/export/renderPdf.ts'),
    ])
    return {
      name: fileName('estado-de-cuenta', period, 'pdf'),
      content: await pdfBlob(file.statementPdf(owner(), statement)),
    }
  }
  const makeCsv = async (): Promise<MadeFile> => {
    const { file, statement } = await fetchStatement()
    return {
      name: fileName('estado-de-cuenta', period, 'csv'),
      content: csvBlob(file.statementCsv(period, statement)),
    }
  }
  return (
    <DownloadButtons
      label="Descargar el estado de cuenta"
      formats={{ PDF: makePdf, CSV: makeCsv }}
    />
  )
}
