import { use, useState } from 'react'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import { Field, FormContext, Select } from '#kit/form/Field.tsx'
import { referenceItems } from '#kit/format/referenceLists.ts'

const OTHER = 'other'
function makeOptions() {
  const received = referenceItems('marks')
  const makes = received.length > 0 ? received : VEHICLE_MAKES
  return [
    ...makes.map(({ code, text }) => ({ value: code, label: text })),
    { value: OTHER, label: 'Otra marca' },
  ]
}
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
  const [makes] = useState(makeOptions)
  const [choice, setChoice] = useState(() =>
    !mark || makes.some(({ value }) => value === mark) ? mark : OTHER,
  )
  const isOther = choice === OTHER
  return (
    <>
      <Select
        label="Marca"
        name={isOther ? 'listedMark' : 'mark'}
        placeholder="Elegí"
        options={makes}
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
