import { useLocation } from '@tanstack/react-router'
import { ScanLine } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import * as z from 'zod/mini'
import { useNow } from '#app/device/useNow.ts'
import { DebtList } from '#app/features/payments/DebtList.tsx'
import { debtsLike, pendingPaymentOf } from '#app/features/payments/debtSummary.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { DEBTS_BY_CARD } from '#app/requests.ts'
import type { AnswerOf } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconLink } from '#kit/display/IconButton.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, useForm } from '#kit/form/Form.tsx'

/** A chunk of its own: the list is drawn without the dialog library. */
const PayDebt = lazyComponent(
  async () => (await import('#app/features/payments/PayDebt.tsx')).PayDebt,
)

interface Props {
  title?: string
  /** Before the list: the scanner of the screen that has one. */
  scanner?: ReactNode
}

export function DebtsToPay({ title = 'Pagar', scanner }: Props) {
  const debts = useCallQuery(getDebts, DEBTS_BY_CARD)
  useEffect(() => whenIdle(PayDebt.preload), [])
  return (
    <AppScreen
      title={title}
      actions={
        !scanner && (
          <IconLink
            to="/readScann"
            label="Escanear un código"
            icon={<ScanLine aria-hidden="true" />}
          />
        )
      }
    >
      {scanner}
      <QueryView
        query={debts}
        skeleton={
          <>
            <Skeleton shape="hero" />
            <Skeleton shape="row" count={5} />
          </>
        }
      >
        {(data) => <Owed {...data} />}
      </QueryView>
    </AppScreen>
  )
}

function Owed({ debts, geopay }: AnswerOf<typeof getDebts>) {
  const now = useNow()
  const hasSearch = useLocation({ select: ({ pathname }) => pathname !== '/payment' })
  const { chosen, choose, close } = useSelectedParam('reference')
  const payments = useCallQuery(getPayments, toRange(lastDays(now))).data?.payments ?? []
  const debt = debts.find(({ reference }) => reference === chosen)
  const shown = useLastDefined(debt)
  // Also when a refetch no longer contains it.
  const isOpen = shown?.reference === (debt?.reference ?? chosen)
  return (
    <>
      {hasSearch && <FindDebt debts={debts} onFound={choose} />}
      {chosen !== '' && !isOpen && (
        <Alert tone="warn" title={`No encontramos ${chosen} entre tus deudas`}>
          Puede que ya esté paga: fijate en Mis pagos.
        </Alert>
      )}
      <DebtList debts={debts} payments={payments} now={now} onChoose={choose} />
      {shown && (
        <PayDebt
          key={shown.reference}
          debt={shown}
          openPayment={pendingPaymentOf(shown, payments)}
          geopay={geopay}
          open={isOpen}
          onClose={close}
        />
      )}
    </>
  )
}

interface FindDebtProps {
  debts: readonly Debt[]
  onFound: (reference: string) => void
}

const Search = z.object({ reference: z.string() })

function FindDebt({ debts, onFound }: FindDebtProps) {
  const form = useForm()
  const submit = () => {
    const { reference = '' } = form.validate(Search) ?? {}
    const [found, other] = debtsLike(debts, reference)
    if (found && !other) onFound(found.reference)
    else if (reference.trim() === '') form.showAt('reference', MISSING)
    else form.showAt('reference', other ? SEVERAL : NOT_FOUND)
  }
  return (
    <Card title="Buscá tu deuda">
      <Form form={form} onSubmit={submit}>
        <Field
          label="Número de referencia"
          name="reference"
          hint="Está en tu factura, por ejemplo FAC-000123456."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" kind="quiet">
          Buscar
        </Button>
      </Form>
    </Card>
  )
}

const MISSING = 'Escribí el número de referencia.'
const SEVERAL =
  'Hay más de una deuda con esas letras y números: escribila con sus guiones, como en la factura.'
const NOT_FOUND =
  'No encontramos esa referencia entre tus deudas. Revisala, o fijate si ya la pagaste.'
