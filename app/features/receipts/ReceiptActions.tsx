import { useQueryClient } from '@tanstack/react-query'
import { FileText, Mail, Share2 } from 'lucide-react'
import { NO_CAR } from '#app/carAddress.ts'
import { useApp } from '#app/context.ts'
import { fileActions, type MadeFile, saveFile, shareFile } from '#app/device/saveFile.ts'
import { fileErrorText, useFileMutation } from '#app/features/export/useFileMutation.ts'
import type { Purchase } from '#app/features/receipts/receiptPdf.ts'
import type { AnswerOf } from '#contract/call.ts'
import { toStamp } from '#contract/dates.ts'
import { branches } from '#contract/info/branches.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import { type CallQueryClient, callQueryOptions, useCallMutation } from '#kit/api/callQueries.ts'
import { useLastResult } from '#kit/api/useLastResult.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { dateAndTime } from '#kit/format/dates.ts'

export function ReceiptActions(purchase: Purchase) {
  const { payment, movement } = purchase
  const client = useQueryClient() as CallQueryClient
  const { clock } = useApp()
  const reference = payment ? payment.id : movement.rrn
  const can = fileActions()
  const tankful = tankfulOf(purchase)

  const make = async (): Promise<MadeFile> => {
    const [{ receiptPdf }, { pdfBlob }, address] = await Promise.all([
      import('#app/features/receipts/receiptPdf.ts'),
      import('#app/features/export/renderPdf.ts'),
      movement ? addressOf(client, movement.branchCode) : '',
    ])
    const createdAt = dateAndTime(toStamp(clock.now()))
    const name = (payment?.reference ?? movement?.rrn ?? '').replaceAll(/[^\w-]/g, '-')
    return {
      name: `comprobante-${name}.pdf`,
      content: await pdfBlob(receiptPdf(purchase, address, createdAt)),
    }
  }
  const file = useFileMutation(make)
  const mail = useCallMutation(mailReceipt)
  const { onSettled, ...mailed } = useLastResult<AnswerOf<typeof mailReceipt>>()
  const ofFile = (send: typeof saveFile) => ({
    busy: file.isPending && file.variables === send,
    onClick: () => file.mutate(send),
  })
  const actions = [
    can.share && { label: 'Compartir', Icon: Share2, ...ofFile(shareFile) },
    can.download && { label: 'Descargar PDF', Icon: FileText, ...ofFile(saveFile) },
    reference !== undefined && {
      label: 'Enviar a mi correo',
      Icon: Mail,
      busy: mail.isPending,
      onClick: () =>
        mail.mutate({ kind: payment ? 'payment' : 'movement', reference }, { onSettled }),
    },
  ]
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">Comprobante</legend>
      {payment?.maskedCard === '' && (
        <p className="text-sm text-soft">
          Sin conexión el PDF sale sin la tarjeta ni la autorización: no las guardamos en este
          dispositivo.
        </p>
      )}
      {file.last.error && (
        <Alert key={`file ${file.last.count}`} tone="bad">
          {fileErrorText(file.last.error)}
        </Alert>
      )}
      <SubmitError action="mandar el comprobante" mutation={mail} />
      {mailed.data && (
        <Alert tone="good" title="Listo, te lo mandamos">
          Va a {mailed.data.sentTo}. Si no llega en unos minutos, mirá en el correo no deseado.
        </Alert>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-2">
        {actions
          .filter((action) => !!action)
          .map(({ label, Icon, busy, onClick }) => (
            <Button key={label} kind="quiet" wide busy={busy} onClick={onClick}>
              {!busy && <Icon aria-hidden="true" size={20} />}
              {label}
            </Button>
          ))}
      </div>
      {tankful && (
        <TextLink
          to="/listLoyaltyMovements"
          search={{ car: tankful.plate || NO_CAR, id: tankful.rrn }}
        >
          Agregar los kilómetros
        </TextLink>
      )}
    </fieldset>
  )
}

/** What the log of a car has of the purchase; nothing before the station has reported it. */
function tankfulOf({ payment, movement }: Purchase) {
  if (payment) return payment.state === 'PAID' && payment.station?.tankful
  return movement.millilitres > 0 && movement.sale?.reversal?.kind !== 'void' && movement
}

/** The address of a station, without a network from the stored answer; empty when it is not known. */
async function addressOf(client: CallQueryClient, code: string): Promise<string> {
  const options = callQueryOptions(branches, {})
  const { branches: stations } = await client
    .ensureQueryData<AnswerOf<typeof branches>>({ ...options, networkMode: 'always' })
    .catch(() => ({ branches: [] }))
  return stations.find((station) => station.code === code)?.address ?? ''
}
