import { Camera } from 'lucide-react'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useNow } from '#app/device/useNow.ts'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { claimText } from '#app/features/claims/claimStates.ts'
import { TypedReceipt } from '#app/features/claims/typedReceipt.ts'
import { shortDate } from '#contract/dates.ts'
import { type FiscalDocument, fiscalDocument } from '#contract/fields/fiscalDocument.ts'
import { movements } from '#contract/financial/movements.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { cfeType } from '#contract/reference/cfeTypes.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Button } from '#kit/display/Button.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Money } from '#kit/display/Money.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { DayField } from '#kit/form/DayField.tsx'
import { Field, Select } from '#kit/form/Field.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'

/** The types of a sale, the frequent ones first. */
const TYPES = [101, 111, 201, 211].map((type) => ({
  value: String(type),
  label: cfeType(type)?.name ?? '',
}))

/**
 * Claims a purchase by the QR code of the address, or by what is typed from the receipt. The button that was
 * pressed goes away with its form: the focus stays here.
 */
export function ClaimForm({ loyaltyCode }: { loyaltyCode: string }) {
  const root = useRef<HTMLDivElement>(null)
  return (
    <div ref={root} tabIndex={-1} className="flex flex-col gap-3">
      <Steps loyaltyCode={loyaltyCode} onNext={() => root.current?.focus()} />
    </div>
  )
}

function Steps({ loyaltyCode, onNext }: { loyaltyCode: string; onNext: () => void }) {
  const now = useNow()
  const { params, setParams } = useSearchParams()
  const { qr = '' } = params
  const claiming = useCallMutation(claimPurchase, {
    invalidates: [purchaseClaims, movements, loyalties],
  })
  const document = fiscalDocument(qr)
  const restart = () => {
    claiming.reset()
    setParams({ qr: '' })
    onNext()
  }
  if (claiming.data) {
    const { claim } = claiming.data
    const isCredited = claim.state === 'credited'
    return (
      <>
        <Alert
          tone={isCredited ? 'good' : 'brand'}
          title={isCredited ? '¡Listo! Encontramos tu compra' : 'Recibimos tu reclamo'}
        >
          {claimText(claim, now)}
        </Alert>
        <Button kind="quiet" onClick={restart}>
          Reclamar otra compra
        </Button>
      </>
    )
  }
  if (document)
    return (
      <ScannedForm
        document={document}
        claiming={claiming}
        request={{ loyaltyCode, qr, receipt: null }}
        onType={restart}
        onSuccess={onNext}
      />
    )
  return (
    <>
      <ButtonLink to="/readScann" kind="quiet" wide>
        <Camera aria-hidden="true" size={20} />
        Escanear su QR
      </ButtonLink>
      <p className="text-soft">O escribí los datos que están impresos en el comprobante:</p>
      <TypedForm loyaltyCode={loyaltyCode} claiming={claiming} onSuccess={onNext} />
    </>
  )
}

type Claiming = ReturnType<typeof useCallMutation<typeof claimPurchase>>

interface ScannedProps {
  document: FiscalDocument
  claiming: Claiming
  request: Parameters<Claiming['mutate']>[0]
  onType: () => void
  onSuccess: () => void
}

function ScannedForm({ document, claiming, request, onType, onSuccess }: ScannedProps) {
  const form = useMutationForm({
    mutation: claiming,
    schema: z.object({}),
    request: () => request,
    onSuccess,
  })
  const { name, series, number, amount, date, rut } = document
  return (
    <>
      <MutationForm form={form} action="reclamar los puntos" button="Reclamar puntos">
        <DescriptionList
          facts={[
            { name: 'Comprobante', value: `${name} ${series} ${number}` },
            { name: 'RUT de la estación', value: rut },
            { name: 'Fecha', value: shortDate(date) },
            { name: 'Total a pagar', value: <Money cents={amount} />, strong: true },
          ]}
        />
      </MutationForm>
      <Button kind="plain" wide onClick={onType}>
        Usar otro comprobante
      </Button>
    </>
  )
}

interface TypedProps {
  loyaltyCode: string
  claiming: Claiming
  onSuccess: () => void
}

function TypedForm({ loyaltyCode, claiming, onSuccess }: TypedProps) {
  const form = useMutationForm({
    mutation: claiming,
    schema: TypedReceipt,
    refusedFields: { receipt_date: 'date', receipt_no_sale: 'type' },
    request: (receipt) => ({ loyaltyCode, receipt }),
    onSuccess,
  })
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <MutationForm form={form} action="reclamar los puntos" button="Reclamar puntos">
      <Select label="Tipo de comprobante" name="type" options={TYPES} />
      <Field
        label="RUT de la estación"
        name="rut"
        hint="Doce dígitos, arriba de todo."
        inputMode="numeric"
        maxLength={20}
        {...plain}
      />
      <FieldPair>
        <Field
          label="Serie"
          name="series"
          hint="Por ejemplo A."
          autoCapitalize="characters"
          maxLength={2}
          {...plain}
        />
        <Field label="Número" name="number" inputMode="numeric" maxLength={12} {...plain} />
      </FieldPair>
      <FieldPair>
        <DayField label="Fecha" name="date" hint="Día, mes y año: 07/09/2026." />
        <Field
          label="Total a pagar"
          name="amount"
          hint="Con centésimos: 1.234,50."
          inputMode="decimal"
          maxLength={20}
          {...plain}
        />
      </FieldPair>
      <Field
        label="Código de seguridad"
        name="securityCode"
        optional
        hint="Son 6 letras, números o signos, al lado del QR. Distingue mayúsculas. Sin él, tu reclamo lo mira una persona de la red."
        autoCapitalize="none"
        maxLength={6}
        {...plain}
      />
    </MutationForm>
  )
}
