import { AddedFields, OdometerAnswer } from '#app/features/car/AddedFields.tsx'
import { PurchaseNote } from '#app/features/car/carFields.ts'
import { pumpPriceText } from '#app/features/car/carFormat.ts'
import { carFigures } from '#contract/car/carFigures.ts'
import { carLog } from '#contract/car/carLog.ts'
import { cars } from '#contract/car/cars.ts'
import { saveCarPurchase } from '#contract/car/saveCarPurchase.ts'
import type { Car, LogEntry } from '#contract/entities/car/logEntry.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Select } from '#kit/form/Field.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres } from '#kit/format/numbers.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

interface Props {
  entry: LogEntry
  own: readonly Car[]
  onDone: () => void
}

/** A purchase as the till reported it, with the fields that its driver adds. */
export function PurchaseForm({ entry, own, onDone }: Props) {
  const { id: rrn, plate, plateReported, odometer, note } = entry
  const saving = useCallMutation(saveCarPurchase, { invalidates: [cars, carLog, carFigures] })
  const form = useMutationForm({
    mutation: saving,
    schema: PurchaseNote,
    values: { odometer: odometer === null ? '' : String(odometer), note, plate },
    refusedFields: { odometer_order: 'odometer', odometer_jump: 'odometer' },
    request: (fields) => ({ rrn, ...fields }),
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
