import { useNow } from '#app/device/useNow.ts'
import { counted } from '#app/features/loyalty/pointsTexts.ts'
import { POINT_CALLS } from '#app/features/rewards/pointCalls.ts'
import { isUsable, voucherStyle, voucherText } from '#app/features/rewards/voucherState.ts'
import type { Voucher } from '#contract/entities/redemption.ts'
import { groupedCode } from '#contract/fields/groupedCode.ts'
import { returnVoucher } from '#contract/loyalty/returnVoucher.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { QrCode } from '#kit/display/QrCode.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { money } from '#kit/format/numbers.ts'

interface Props {
  voucher: Voucher
  open: boolean
  onClose: () => void
}

/** One voucher: while it can be used its QR and code for the till, and the button that gives it back. */
export function VoucherSheet({ voucher, open, onClose }: Props) {
  const now = useNow()
  const { code, title, text, points, discount, datetime, branches } = voucher
  const { label, tone } = voucherStyle(voucher, now)
  const usable = isUsable(voucher, now)
  const giving = useConfirmedCall(returnVoucher, {
    invalidates: POINT_CALLS,
    question: () => ({
      title: '¿Devolver el vale?',
      verb: 'Devolver el vale',
      text: `Te devolvemos ${counted(points)} y el vale deja de servir en la caja.`,
      danger: true,
    }),
    request: (subject: Voucher) => ({ voucherId: subject.id }),
    onSuccess: () => {
      onClose()
      showToast(`Devolviste el vale: tenés de nuevo ${counted(points)}.`)
    },
  })
  return (
    <LazySheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        (usable || giving.error) && (
          <div className="flex flex-col gap-3">
            <SubmitError action="devolver el vale" mutation={giving} />
            {usable && (
              <Button kind="quiet" wide onClick={() => giving.ask(voucher)}>
                Devolver el vale
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <p className="text-sm text-soft">{voucherText(voucher, now)}</p>
      </div>
      {usable && (
        <div className="flex flex-col items-center gap-3">
          <div className="w-full max-w-56 rounded-control bg-code-ground p-2">
            <QrCode value={code} label={`Código QR del vale: ${title}`} />
          </div>
          <p className="figures text-center text-xl font-bold tracking-wide">{groupedCode(code)}</p>
          <p className="text-pretty">Mostralo en la caja: sirve una sola vez.</p>
        </div>
      )}
      <p className="text-pretty wrap-anywhere">{text}</p>
      <DescriptionList
        facts={[
          discount > 0 && { name: 'Descuento', value: money(discount) },
          { name: 'Costó', value: counted(points) },
          { name: 'Lo canjeaste', value: dateAndTime(datetime) },
          branches.length > 0 && { name: 'Dónde', value: branches.join(', ') },
        ]}
      />
      {giving.dialog}
    </LazySheet>
  )
}
