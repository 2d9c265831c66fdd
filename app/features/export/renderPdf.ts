import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import regular from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import { type PdfContent, pdfDocument } from '#app/features/export/pdfDocument.ts'

/** A PDF as a file. The library and its fonts, 0.5 MB, are loaded by the first call. */
export async function pdfBlob(content: PdfContent): Promise<Blob> {
  const { default: pdfmake } = await import('pdfmake/build/pdfmake.min.js')
  const address = (path: string) => new URL(path, location.href).href
  pdfmake.setFonts({ Roboto: { normal: address(regular), bold: address(bold) } })
  return pdfmake.createPdf(pdfDocument(content)).getBlob()
}
