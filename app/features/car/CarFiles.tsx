import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CarImportForm, countText } from '#app/features/car/CarImportForm.tsx'
import { fuelioText, plainText } from '#app/features/car/carFiles.ts'
import { carName } from '#app/features/car/carFormat.ts'
import { DownloadButtons } from '#app/features/export/DownloadButtons.tsx'
import { carFigures } from '#contract/car/carFigures.ts'
import { carLog } from '#contract/car/carLog.ts'
import { cars } from '#contract/car/cars.ts'
import { undoCarImport } from '#contract/car/undoCarImport.ts'
import { shortDate } from '#contract/dates.ts'
import type { CarImport } from '#contract/entities/car/carFile.ts'
import type { Car } from '#contract/entities/car/logEntry.ts'
import { type CallQueryClient, useCallQuery } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { Button } from '#kit/display/Button.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List } from '#kit/display/List.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'

const EVER = { dateFrom: '19000101000000', dateTo: '29991231235959' }

/** The files of a log: what comes in, with what came in before, and what goes out; without a car only the first. */
export function CarFiles({ car }: { car?: Car | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const imports = useCallQuery(cars, {}).data?.imports ?? []
  const undo = useConfirmedCall(undoCarImport, {
    invalidates: [cars, carLog, carFigures],
    question: ({ entries }: CarImport) => ({
      title: '¿Deshacer lo que trajiste?',
      verb: 'Deshacer',
      danger: true,
      text: `Se ${entries === 1 ? 'borra' : 'borran'} ${countText(entries)}, también lo que les hayas cambiado después.`,
    }),
    request: ({ importId }) => ({ importId }),
    onSuccess: ({ removed }) => showToast(`Borramos ${countText(removed)}`),
  })
  const opening = (
    <Button kind={car ? 'quiet' : 'plain'} wide onClick={() => setOpen(true)}>
      Traer de Fuelio, Drivvo o{'\u00A0'}un{'\u00A0'}CSV
    </Button>
  )
  return (
    <>
      {car ? (
        <List label="Archivos">
          <Disclosure title="Archivos">
            {opening}
            {imports.map((one) => (
              <div key={one.importId} className="flex flex-wrap items-center justify-end gap-x-3">
                <span className="min-w-0 flex-1 basis-[10rem]">{importText(one)}</span>
                <Button
                  kind="plain"
                  aria-label={`Deshacer ${importText(one)}`}
                  onClick={() => undo.ask(one)}
                >
                  Deshacer
                </Button>
              </div>
            ))}
            <SubmitError action="deshacer lo que trajiste" mutation={undo} />
            <p>Llevate la libreta de este auto cuando quieras:</p>
            <CarDownload car={car} />
          </Disclosure>
        </List>
      ) : (
        opening
      )}
      <LazySheet open={isOpen} onClose={() => setOpen(false)} title="Traer una libreta">
        <CarImportForm onDone={() => setOpen(false)} />
      </LazySheet>
      {undo.dialog}
    </>
  )
}

const importText = ({ entries, dateFrom, dateTo }: CarImport) =>
  `${countText(entries)}, del ${shortDate(dateFrom)} al ${shortDate(dateTo)}`

function CarDownload({ car }: { car: Car }) {
  const client = useQueryClient() as CallQueryClient
  const { plate } = car
  const load = async () => {
    const pages = await fetchAllPages(client, carLog, { plate, ...EVER, count: 1000 })
    return pages.flatMap(({ entries }) => entries)
  }
  const name = `libreta-${plate.toLowerCase() || 'sin-matricula'}`
  const fileOf = (text: string, ending = '') => ({
    name: `${name}${ending}.csv`,
    content: new Blob([text], { type: 'text/csv;charset=utf-8' }),
  })
  return (
    <DownloadButtons
      what="la libreta"
      formats={{
        CSV: async () => fileOf(plainText(await load())),
        Fuelio: async () => fileOf(fuelioText(carName(car), plate, await load()), '-fuelio'),
      }}
    />
  )
}
