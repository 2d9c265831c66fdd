import { use, useState } from 'react'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import { Field, FormContext, Select } from '#kit/form/Field.tsx'

const OTHER = 'other'
const MAKES = [
  ...VEHICLE_MAKES.map(({ code, text }) => ({ value: code, label: text })),
  { value: OTHER, label: 'Otra marca' },
]
const FUELS = PRODUCTS.filter(({ isFuel }) => isFuel).map(({ code, text }) => ({
  value: code,
  label: text,
}))

/**
 * The fields of `VehicleDraft`, inside a form. The field `mark` is the list of makes, or the text
 * beside it when another make is chosen.
 */
export function VehicleFields() {
  const { values, errors } = use(FormContext)
  const { listedMark, mark = listedMark } = values
  const [choice, setChoice] = useState(() =>
    !mark || MAKES.some(({ value }) => value === mark) ? mark : OTHER,
  )
  const isOther = choice === OTHER
  return (
    <>
      <Select
        label="Marca"
        name={isOther ? 'listedMark' : 'mark'}
        placeholder="Elegí"
        options={MAKES}
        defaultValue={choice}
        onChange={(event) => setChoice(event.target.value)}
      />
      {isOther && (
        <Field
          label="¿Qué marca es?"
          name="mark"
          autoComplete="off"
          maxLength={40}
          defaultValue={mark === OTHER ? '' : mark}
        />
      )}
      <FieldPair>
        <Field
          label="Matrícula"
          hint={errors.plate ? undefined : 'Por ejemplo SBA 1234.'}
          name="plate"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
        <Select label="Combustible" name="fuel" placeholder="Elegí" options={FUELS} />
      </FieldPair>
    </>
  )
}
