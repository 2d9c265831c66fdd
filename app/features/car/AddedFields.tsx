import { useState } from 'react'
import type { LogEntry } from '#contract/entities/car/logEntry.ts'
import type { ApiError } from '#kit/api/apiError.ts'
import { Button } from '#kit/display/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'

/** The fields that a driver adds to any entry. */
export function AddedFields({ entry, fuel }: { entry?: LogEntry | undefined; fuel: boolean }) {
  return (
    <>
      <Field
        label="Kilómetros del tablero"
        optional={!fuel}
        name="odometer"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        hint="El total, sin decimales: 45.230."
      />
      {fuel && (
        <div>
          <Checkbox name="full" defaultChecked={entry?.full ?? true}>
            Llené el tanque
          </Checkbox>
          <Checkbox name="missed" defaultChecked={entry?.missed ?? false}>
            Antes hubo una carga que no está acá
          </Checkbox>
        </div>
      )}
      <Field label="Nota" optional name="note" autoComplete="off" maxLength={200} />
    </>
  )
}

/** The answer to the question about an odometer, until it is changed or sent again. */
export function OdometerAnswer({ error, onYes }: { error: ApiError | null; onYes: () => void }) {
  const [answered, setAnswered] = useState<ApiError>()
  const isAsked = error?.reason === 'odometer_order' || error?.reason === 'odometer_jump'
  if (!isAsked || error === answered) return null
  return (
    <Button
      kind="quiet"
      wide
      onClick={() => {
        setAnswered(error)
        onYes()
      }}
    >
      Sí, está bien así
    </Button>
  )
}
