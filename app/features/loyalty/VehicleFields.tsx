import { useState } from 'react'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import type { Draft } from '#app/features/account/formDraft.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { FieldErrors } from '#kit/form/useFormValidation.ts'

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
export function VehicleFields({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  const { listedMark, mark = listedMark } = draft
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
        error={isOther ? undefined : errors.mark}
      />
      {isOther && (
        <Field
          label="¿Qué marca es?"
          name="mark"
          autoComplete="off"
          maxLength={40}
          defaultValue={mark === OTHER ? '' : mark}
          error={errors.mark}
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
          defaultValue={draft.plate}
          error={errors.plate}
        />
        <Select
          label="Combustible"
          name="fuel"
          placeholder="Elegí"
          options={FUELS}
          defaultValue={draft.fuel}
          error={errors.fuel}
        />
      </FieldPair>
    </>
  )
}
