import { Select } from '#kit/form/Select.tsx'

const SEXES = [
  { value: 'F', label: 'Femenino' },
  { value: 'M', label: 'Masculino' },
  { value: 'X', label: 'Otro' },
]

interface Props {
  defaultValue: string | undefined
  error: string | undefined
}

/** The sex of a profile. */
export function SexField(props: Props) {
  return (
    <Select
      {...props}
      label="Sexo"
      name="sex"
      autoComplete="sex"
      placeholder="Elegí"
      options={SEXES}
    />
  )
}
