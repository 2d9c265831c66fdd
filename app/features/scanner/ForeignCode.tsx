import { type FiscalDocument, fiscalDocument } from '#app/features/scanner/fiscalDocument.ts'
import { Money } from '#kit/display/Money.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { shortDate } from '#kit/format/dates.ts'

/** Characters of a foreign code that are shown. */
const MAX_SHOWN = 120

/** Names a scanned code that selects no debt: the fiscal document that it is of, or its text. */
export function ForeignCode({ text }: { text: string }) {
  const document = fiscalDocument(text)
  if (document) return <FiscalDocumentNotice document={document} />
  return (
    <Alert tone="warn" title="No es un código de Surtidor">
      <p className="wrap-anywhere">Dice: «{text.slice(0, MAX_SHOWN)}»</p>
      <p>Buscá el QR de tu factura, o escribí su número de referencia acá abajo.</p>
    </Alert>
  )
}

function FiscalDocumentNotice({ document }: { document: FiscalDocument }) {
  const { name, isSale, series, number, amount, date } = document
  return (
    <Alert title={`${name} ${series} ${number}`}>
      <p>
        De <Money cents={amount} />, del {shortDate(date)}.
      </p>
      <p>
        {isSale && 'Guardalo: con esto vas a poder reclamar puntos. '}
        Es el comprobante de la DGI, no una factura para pagar acá. Lo leímos en tu teléfono: no
        abrimos ni mandamos nada.
      </p>
    </Alert>
  )
}
