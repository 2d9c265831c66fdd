import { useQueryClient } from '@tanstack/react-query'
import type { MadeFile } from '#app/device/saveFile.ts'
import { csvBlob } from '#app/features/export/csv.ts'
import { DownloadButtons } from '#app/features/export/DownloadButtons.tsx'
import { fileName } from '#app/features/movements/exportFileName.ts'
import { movementsRequest } from '#app/features/movements/movementsRequest.ts'
import { useExportOwner } from '#app/features/movements/useExportOwner.ts'
import type { DateFilter } from '#contract/dates.ts'
import { movements } from '#contract/financial/movements.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'

interface Props {
  loyaltyCode: string
  period: DateFilter
  /** Only the purchases at this station; empty for all. */
  branchCode: string
}

/** Downloads all purchases of a period. */
export function MovementsDownload({ loyaltyCode, period, branchCode }: Props) {
  const client = useQueryClient() as CallQueryClient
  const owner = useExportOwner(loyaltyCode, period)
  const fetchMovements = async () => {
    const request = movementsRequest(loyaltyCode, period, branchCode)
    const [file, pages] = await Promise.all([
      import('#app/features/movements/movementsExport.ts'),
      fetchAllPages(client, movements, { ...request, count: 1000 }),
    ])
    return { file, items: pages.flatMap((page) => page.movements) }
  }
  const makePdf = async (): Promise<MadeFile> => {
    const [{ file, items }, { pdfBlob }] = await Promise.all([
      fetchMovements(),
      import('#app/features/export/renderPdf.ts'),
    ])
    const station = branchCode === '' ? '' : (items[0]?.branchName ?? branchCode)
    return {
      name: fileName('movimientos', period, 'pdf'),
      content: await pdfBlob(file.movementsPdf(owner(), items, station)),
    }
  }
  const makeCsv = async (): Promise<MadeFile> => {
    const { file, items } = await fetchMovements()
    return {
      name: fileName('movimientos', period, 'csv'),
      content: csvBlob(file.movementsCsv(items)),
    }
  }
  return (
    <DownloadButtons label="Descargar los movimientos" formats={{ PDF: makePdf, CSV: makeCsv }} />
  )
}
