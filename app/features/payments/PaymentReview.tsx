import { BadgePercent, CreditCard, LockKeyhole, type LucideIcon, Sparkles } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { dueText } from '#app/features/payments/debtSummary.ts'
import { expectedTaxRefund } from '#app/features/payments/taxRefund.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { money, points } from '#kit/format/numbers.ts'
import type { Tone } from '#kit/style/tone.ts'

interface Props {
  debt: Debt
  isBegun: boolean
  /** Selected tip, in cents. */
  tip: number
  onTip: (tip: number) => void
}

export function PaymentReview({ debt, isBegun, tip, onTip }: Props) {
  const now = useNow()
  const { amount, currency } = debt
  return (
    <>
      <div>
        <p className="font-semibold">{debt.concept}</p>
        <p className="text-soft">
          {debt.merchantName} · {dueText(debt, now)}
        </p>
      </div>
      {isBegun && (
        <Alert title="Ya empezaste este pago">
          Podés seguir donde lo dejaste. Si ya escribiste la tarjeta en otra ventana, terminalo ahí.
        </Alert>
      )}
      {debt.tipAmount > 0 && <Tip debt={debt} tip={tip} onTip={onTip} />}
      <DescriptionList
        facts={[
          tip > 0 && { name: 'Importe', value: money(amount, currency) },
          tip > 0 && { name: 'Propina', value: money(tip, currency) },
          { name: 'Se va a cobrar', value: money(amount + tip, currency), strong: true },
        ]}
      />
      <PaymentHints debt={debt} tip={tip}>
        Aparecen en tu cuenta cuando el pago se confirma.
      </PaymentHints>
    </>
  )
}

interface HintsProps {
  debt: Debt
  tip?: number
  /** When the points of the debt appear. */
  children: string
}

/** What to know before paying: the expected tax refund, instalments, points, and where the card is typed. */
export function PaymentHints({ debt, tip = 0, children }: HintsProps) {
  const refund = expectedTaxRefund(debt)
  return (
    <ul className="flex flex-col gap-4 rounded-control bg-sunken/50 p-4">
      <Hint icon={BadgePercent} tone={refund.cents > 0 ? 'good' : 'neutral'} {...refund} />
      <Hint icon={CreditCard} {...installmentsOf(debt, tip)} />
      {debt.points > 0 && (
        <Hint
          icon={Sparkles}
          tone="warn"
          title={`Sumás ${points(debt.points)} puntos`}
          text={children}
        />
      )}
      <Hint
        icon={LockKeyhole}
        title="La tarjeta la escribís en la página de GEOPay"
        text="Es la pasarela de pagos. Los datos de tu tarjeta nunca pasan por Surtidor."
      />
    </ul>
  )
}

function Tip({ debt, tip, onTip }: Pick<Props, 'debt' | 'tip' | 'onTip'>) {
  const suggested = String(debt.tipAmount)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm text-soft">¿Querés dejar propina? Es opcional.</p>
      <SegmentedControl
        label="Propina"
        options={[
          { value: '0', label: 'Sin propina' },
          { value: suggested, label: `${money(debt.tipAmount, debt.currency)} de propina` },
        ]}
        value={String(tip)}
        onChange={(value) => onTip(Number(value))}
      />
    </div>
  )
}

function installmentsOf({ installments, amount, currency }: Debt, tip: number) {
  if (installments === 1) return { title: 'En un solo pago', text: 'No se puede pagar en cuotas.' }
  const each = money(Math.round((amount + tip) / installments), currency)
  return {
    title: `En hasta ${installments} cuotas`,
    text: `Las elegís al escribir la tarjeta: en ${installments}, cada cuota es de ${each}.`,
  }
}

interface HintProps {
  icon: LucideIcon
  tone?: Tone
  title: string
  text: string
}

function Hint({ icon, tone = 'neutral', title, text }: HintProps) {
  return (
    <li className="flex gap-3.5">
      <IconCircle icon={icon} tone={tone} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-soft">{text}</p>
      </div>
    </li>
  )
}
