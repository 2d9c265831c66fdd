import { useMutation } from '@tanstack/react-query'
import { useApp } from '#app/context.ts'
import { AddedFields, OdometerAnswer } from '#app/features/car/AddedFields.tsx'
import { PurchaseNote } from '#app/features/car/carFields.ts'
import { pumpPriceText } from '#app/features/car/carFormat.ts'
import { submitPending } from '#app/offline/pendingCall.ts'
import { ODOMETER, type OdometerFields } from '#app/offline/pendingOdometer.ts'
import type { Car, LogEntry } from '#contract/entities/car/logEntry.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Select } from '#kit/form/Field.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres } from '#kit/format/numbers.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

const BUSY = new ApiError(
  '05',
  'Los kilómetros de otra carga esperan en este dispositivo: guardá estos cuando hayan salido.',
)

interface Props {
  entry: LogEntry
  own: readonly Car[]
  onDone: () => void
}

/** A purchase as the till reported it, with the fields that its driver adds. */
export function PurchaseForm({ entry, own, onDone }: Props) {
  const { id: rrn, plate, plateReported, odometer, note } = entry
  const app = useApp()
  const saving = useMutation({
    mutationFn: async (fields: OdometerFields) => {
      if ((await submitPending(ODOMETER, app, fields)) === 'busy') throw BUSY
    },
  })
  const form = useMutationForm({
    mutation: saving,
    schema: PurchaseNote,
    values: { odometer: odometer === null ? '' : String(odometer), note, plate },
    refusedFields: { odometer_order: 'odometer', odometer_jump: 'odometer' },
    request: (fields) => ({ rrn, ...fields, odometer: fields.odometer ?? null, confirmed: false }),
    onSuccess: onDone,
  })
  return (
    <MutationForm form={form} action="guardar los kilómetros" button="Guardar">
      <DescriptionList
        facts={[
          { name: 'Cuándo', value: dateAndTime(entry.datetime) },
          { name: 'Dónde', value: entry.place },
          { name: productName(entry.product), value: litres(entry.millilitres) },
          { name: 'Precio en el surtidor', value: pumpPriceText(entry) },
          { name: 'Pagaste', value: <Money cents={entry.amount} currency={entry.currency} /> },
          entry.returned && { name: 'La estación', value: 'registró una devolución' },
        ]}
      />
      {!plateReported && (
        <Select
          label="¿Con qué auto fue?"
          name="plate"
          placeholder="No sé"
          options={own
            .filter((car) => car.plate !== '')
            .map((car) => ({ value: car.plate, label: vehicleName(car) }))}
        />
      )}
      <AddedFields entry={odometer === null ? undefined : entry} fuel />
      <OdometerAnswer
        error={saving.error}
        onYes={() =>
          saving.variables &&
          saving.mutate({ ...saving.variables, confirmed: true }, { onSuccess: onDone })
        }
      />
    </MutationForm>
  )
}
