import * as z from 'zod/mini'
import { vehicleTitle } from '#app/features/company/vehicleTitle.ts'
import { typedCents } from '#app/features/stationPayment/typedCents.ts'
import { type CompanyVehicle, companyStatement } from '#contract/loyalty/companyStatement.ts'
import { setVehicleLimit } from '#contract/loyalty/setVehicleLimit.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Field } from '#kit/form/Field.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { money } from '#kit/format/numbers.ts'

const LITRES = 'Escribí litros enteros, de 0 a 10.000; vacío, sin límite.'
const AMOUNT = 'Escribí un importe de 0 a $ 10.000.000; vacío, sin límite.'
const { millilitres, amount } = setVehicleLimit.request.shape
const LimitFields = z.object({
  litres: z.pipe(
    z.string().check(
      z.overwrite((typed) => typed.trim().replaceAll('.', '') || '0'),
      z.regex(/^\d{1,5}$/, LITRES),
    ),
    z.pipe(
      z.transform((typed: string) => Number(typed) * 1000),
      z.int().check(z.refine((whole) => millilitres.safeParse(whole).success, LITRES)),
    ),
  ),
  amount: z.pipe(
    z.transform((typed: string) => (typed.trim() === '' ? 0 : typedCents(typed))),
    z.number(AMOUNT).check(z.refine((cents) => amount.safeParse(cents).success, AMOUNT)),
  ),
})

interface Props {
  loyaltyCode: string
  /** The vehicle whose limits are set; undefined: the sheet is closed. */
  vehicle: CompanyVehicle | undefined
  onClose: () => void
}

/** The limits of a month of one vehicle of a company. */
export function VehicleLimitSheet({ vehicle, ...props }: Props) {
  const last = useLastDefined(vehicle)
  return (
    <LazySheet
      open={vehicle !== undefined}
      onClose={props.onClose}
      title={last ? `Límite del ${vehicleTitle(last)}` : ''}
    >
      {last && <LimitForm key={last.vehicleId} vehicle={last} {...props} />}
    </LazySheet>
  )
}

function LimitForm({ loyaltyCode, vehicle, onClose }: Props & { vehicle: CompanyVehicle }) {
  const form = useMutationForm({
    mutation: useCallMutation(setVehicleLimit, { invalidates: [companyStatement] }),
    schema: LimitFields,
    request: (fields) => ({
      loyaltyCode,
      vehicleId: vehicle.vehicleId,
      millilitres: fields.litres,
      amount: fields.amount,
    }),
    onSuccess: () => {
      showToast('Guardamos el límite.')
      onClose()
    },
  })
  return (
    <MutationForm form={form} action="guardar el límite" button="Guardar el límite">
      <p className="text-soft">
        Te avisamos cuando llegue al 80 % y cuando lo alcance. No frena ninguna carga.
      </p>
      <Field
        label="Litros por mes"
        name="litres"
        inputMode="numeric"
        autoComplete="off"
        optional
        defaultValue={vehicle.limitMillilitres ? String(vehicle.limitMillilitres / 1000) : ''}
      />
      <Field
        label="Pesos por mes"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        optional
        defaultValue={vehicle.limitAmount ? money(vehicle.limitAmount) : ''}
      />
    </MutationForm>
  )
}
