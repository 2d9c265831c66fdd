import { useState } from 'react'
import * as z from 'zod/mini'
import type { AnswerOf } from '#contract/call.ts'
import { carFigures } from '#contract/car/carFigures.ts'
import { carLog } from '#contract/car/carLog.ts'
import { cars } from '#contract/car/cars.ts'
import { importCarLog } from '#contract/car/importCarLog.ts'
import { shortDate } from '#contract/dates.ts'
import {
  CAR_FILE_TOO_LARGE,
  type FileVehicle,
  filePlate,
  MAX_CAR_FILE_BYTES,
} from '#contract/entities/car/carFile.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { base64Of } from '#kit/browser/base64Of.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Field } from '#kit/form/Field.tsx'
import { Form, SubmitError, useForm } from '#kit/form/Form.tsx'
import { points } from '#kit/format/numbers.ts'

export const countText = (count: number): string =>
  `${points(count)} ${count === 1 ? 'anotación' : 'anotaciones'}`

interface Preview extends AnswerOf<typeof importCarLog> {
  file: string
}

/** Chooses a file, shows what an import of it would do, and imports it into the cars of the plates. */
export function CarImportForm({ onDone }: { onDone: () => void }) {
  const [preview, setPreview] = useState<Preview>()
  const [plates, setPlates] = useState<string[]>([])
  const call = useCallMutation(importCarLog, { invalidates: [cars, carLog, carFigures] })
  const form = useForm({ refusedFields: { invalid_request: 'file', car_log_full: 'file' } })
  const { vehicles = [], file = '' } = preview ?? {}

  async function choose(chosen: File | undefined) {
    setPreview(undefined)
    if (!chosen) return
    if (chosen.size > MAX_CAR_FILE_BYTES) return form.showAt('file', CAR_FILE_TOO_LARGE)
    const content = await base64Of(chosen).catch(() => '')
    if (content === '')
      return form.showAt('file', 'No pudimos leer el archivo, o está vacío: elegí otro.')
    call.mutate(
      { file: content, plates: [] },
      {
        onError: form.showRefusal,
        onSuccess: (answer) => {
          setPreview({ ...answer, file: content })
          setPlates(answer.vehicles.map(({ plate }) => plate))
        },
      },
    )
  }
  const { setParams } = useSearchParams()
  const submit = () => {
    const fields = Object.fromEntries(vehicles.map((_, place) => [nameOf(place), filePlate()]))
    const valid = preview && form.validate(z.object(fields))
    if (!valid) return
    const chosen = vehicles.map((_, place) => valid[nameOf(place)] ?? '')
    call.mutate(
      { file, plates: chosen },
      {
        onError: form.showRefusal,
        onSuccess: ({ imported }) => {
          onDone()
          const first = chosen.findIndex(Boolean)
          setParams({
            id: '',
            with: '',
            car: chosen[first] ?? '',
            // The period of the entries: they are seldom of the last days.
            dateFrom: vehicles[first]?.dateFrom.slice(0, 8) ?? '',
            dateTo: vehicles[first]?.dateTo.slice(0, 8) ?? '',
          })
          showToast(`Trajimos ${countText(imported)}`)
        },
      },
    )
  }
  const added = vehicles
    .filter((_, place) => plates[place]?.trim())
    .reduce((sum, one) => sum + one.added, 0)
  return (
    <Form form={form} onSubmit={submit}>
      <Field
        label="Archivo"
        name="file"
        type="file"
        accept=".csv,text/csv,text/comma-separated-values,text/plain"
        hint="Fuelio exporta un .zip: abrilo y elegí el .csv de tu auto. Primero ves qué se entendió; no guardamos nada hasta que lo traigas."
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {call.isPending && !preview && <p className="text-soft">Leyendo el archivo…</p>}
      {vehicles.map((vehicle, place) => (
        <Field
          key={nameOf(place)}
          label={vehicle.name ? `Matrícula de ${vehicle.name}` : 'Matrícula'}
          optional
          name={nameOf(place)}
          autoComplete="off"
          maxLength={12}
          value={plates[place] ?? ''}
          onChange={({ target }) => setPlates(plates.with(place, target.value))}
          hint={vehicleText(vehicle)}
        />
      ))}
      {preview && preview.problemCount > 0 && <Problems {...preview} />}
      <SubmitError action="traer el archivo" mutation={call} />
      {preview &&
        (vehicles.some((one) => one.added > 0) ? (
          <Button type="submit" wide busy={call.isPending} disabled={added === 0}>
            Traer {countText(added)}
          </Button>
        ) : (
          <p className="text-soft">No hay nada nuevo para traer.</p>
        ))}
    </Form>
  )
}

const nameOf = (place: number) => `plate${place}`

function vehicleText({ entries, known, reported, added, dateFrom, dateTo }: FileVehicle): string {
  return [
    `${countText(entries)}, del ${shortDate(dateFrom)} al ${shortDate(dateTo)}.`,
    known > 0 && `${points(known)} ya ${known === 1 ? 'está' : 'están'}.`,
    reported > 0 &&
      (reported === 1
        ? '1 carga ya está, la informó la estación.'
        : `${points(reported)} cargas ya están, las informó la estación.`),
    added > 0 && 'Si la dejás vacía, no se traen.',
  ]
    .filter(Boolean)
    .join(' ')
}

function Problems({ problems, problemCount }: Pick<Preview, 'problems' | 'problemCount'>) {
  const others = problemCount - problems.length
  return (
    <Alert
      tone="warn"
      title={
        problemCount === 1 ? '1 fila para revisar' : `${points(problemCount)} filas para revisar`
      }
    >
      <ul>
        {problems.map(({ row, sentence }) => (
          <li key={`${row} ${sentence}`} className="wrap-anywhere">
            Fila {row}: {sentence}
          </li>
        ))}
      </ul>
      {others > 0 && <p>Y {points(others)} más.</p>}
    </Alert>
  )
}
