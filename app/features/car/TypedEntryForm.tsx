import { useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { AddedFields, OdometerAnswer } from '#app/features/car/AddedFields.tsx'
import { TypedExpense, TypedTankful } from '#app/features/car/carFields.ts'
import { carFigures } from '#contract/car/carFigures.ts'
import { carLog } from '#contract/car/carLog.ts'
import { carReminders } from '#contract/car/carReminders.ts'
import { cars } from '#contract/car/cars.ts'
import { removeCarEntry } from '#contract/car/removeCarEntry.ts'
import { saveCarEntry } from '#contract/car/saveCarEntry.ts'
import { toDate } from '#contract/dates.ts'
import { type LogEntry, TYPED_KINDS } from '#contract/entities/car/logEntry.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { DayField } from '#kit/form/DayField.tsx'
import { Field, Select } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { decimals } from '#kit/format/numbers.ts'

const KINDS = Object.entries(TYPED_KINDS).map(([value, label]) => ({ value, label }))
const FUELS = PRODUCTS.filter(({ isFuel }) => isFuel).map(({ code, text }) => ({
  value: code,
  label: text,
}))
const CHANGED = { invalidates: [cars, carLog, carFigures, carReminders] }
const comma = (integer: number, places: number) => decimals(integer, places).replace('.', ',')

interface Props {
  /** The entry to change; undefined for a new one. */
  entry: LogEntry | undefined
  /** The plate of a new one. */
  plate: string
  onDone: () => void
}

/** A tankful elsewhere or an expense, new or to change. */
export function TypedEntryForm({ entry, plate, onDone }: Props) {
  const today = toDate(useNow())
  const [kind, setKind] = useState(entry?.kind ?? 'fuel')
  const isFuel = kind === 'fuel'
  const saving = useCallMutation(saveCarEntry, CHANGED)
  const form = useMutationForm({
    mutation: saving,
    schema: isFuel ? TypedTankful : TypedExpense,
    values: {
      kind,
      plate: entry?.plate ?? plate,
      date: (entry?.datetime ?? today).replace(/^(....)(..)(..).*$/, '$1-$2-$3'),
      ...(entry && {
        amount: comma(entry.amount, 2),
        millilitres: comma(entry.millilitres, 3),
        odometer: entry.odometer === null ? '' : String(entry.odometer),
        product: entry.product,
        place: entry.place,
        note: entry.note,
      }),
    },
    refusedFields: { odometer_order: 'odometer', odometer_jump: 'odometer' },
    request: (fields) => ({ entryId: entry?.id ?? '', ...fields }),
    onSuccess: onDone,
  })
  const removal = useConfirmedCall(removeCarEntry, {
    ...CHANGED,
    question: () => ({
      title: '¿Borrar esta anotación?',
      text: 'Se va de tu auto y de sus cuentas.',
      verb: 'Borrar la anotación',
      danger: true,
    }),
    request: (entryId: string) => ({ entryId }),
    onSuccess: onDone,
  })
  return (
    <>
      <MutationForm form={form} action="guardar la anotación" button="Guardar">
        <Select
          label="Qué anotás"
          name="kind"
          options={KINDS}
          onChange={({ target }) => setKind(target.value)}
        />
        <FieldPair>
          <DayField label="Fecha" name="date" />
          <Field label="Matrícula" name="plate" autoComplete="off" maxLength={12} />
        </FieldPair>
        {isFuel && (
          <FieldPair>
            <Select label="Combustible" name="product" options={FUELS} />
            <Field
              label="Litros"
              name="millilitres"
              inputMode="decimal"
              autoComplete="off"
              maxLength={9}
            />
          </FieldPair>
        )}
        <FieldPair>
          <Field
            label="Pagaste, en pesos"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
          />
          <Field label="Dónde" optional name="place" autoComplete="off" maxLength={80} />
        </FieldPair>
        <AddedFields entry={entry} fuel={isFuel} />
        <OdometerAnswer
          error={saving.error}
          onYes={() =>
            saving.variables &&
            saving.mutate({ ...saving.variables, confirmed: true }, { onSuccess: onDone })
          }
        />
      </MutationForm>
      {entry && (
        <>
          <SubmitError action="borrar la anotación" mutation={removal} />
          <Button kind="plain" wide onClick={() => removal.ask(entry.id)}>
            Borrar
          </Button>
          {removal.dialog}
        </>
      )}
    </>
  )
}
