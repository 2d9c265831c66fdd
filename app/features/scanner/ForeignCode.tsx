import { shortDate } from '#contract/dates.ts'
import { type FiscalDocument, fiscalDocument } from '#contract/fields/fiscalDocument.ts'
import { Money } from '#kit/display/Money.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

const MAX_SHOWN = 120

/** Names a scanned code that selects no debt: the fiscal document that it is of, or its text. */
export function ForeignCode({ text }: { text: string }) {
  const document = fiscalDocument(text)
  if (document) return <FiscalDocumentNotice document={document} qr={text} />
  return (
    <Alert tone="warn" title="Con este código no se paga">
      <p className="wrap-anywhere">Dice: «{text.slice(0, MAX_SHOWN)}»</p>
      <p>Buscá el QR de la caja o de tu factura, o escribí su número de referencia acá abajo.</p>
    </Alert>
  )
}

function FiscalDocumentNotice({ document, qr }: { document: FiscalDocument; qr: string }) {
  const { name, isSale, series, number, amount, date } = document
  return (
    <Alert title={`${name} ${series} ${number}`}>
      <p>
        De <Money cents={amount} />, del {shortDate(date)}.
      </p>
      <p>
        Es el comprobante de la DGI, no una factura para pagar acá. Lo leímos en este dispositivo:
        no abrimos ni mandamos nada.
        {isSale && ' Si esa compra no aparece en tus movimientos, reclamá sus puntos.'}
      </p>
      {isSale && (
        <div>
          <TextLink to="/movements" search={{ claims: 'all', qr: qr.trim() }}>
            Reclamar puntos
          </TextLink>
        </div>
      )}
    </Alert>
  )
}
