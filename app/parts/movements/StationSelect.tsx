import { branches } from '#contract/info/branches.ts'
import { RetryButton } from '#kit/feedback/RetryButton.tsx'
import { Select } from '#kit/form/Select.tsx'
import { useLoadingError } from '#kit/feedback/queryStatus.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'

interface Props {
  /** The chosen station; empty for all. */
  code: string
  onChoose: (code: string) => void
}

/** One station of the network, or all of them. */
export function StationSelect({ code, onChoose }: Props) {
  const stations = useCallQuery(branches, {})
  const error = useLoadingError(stations)
  const options = (stations.data?.branches ?? [])
    .map((branch) => ({ value: branch.code, label: branch.name }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'es'))
  // The address may name one before the list is here, or one that is gone.
  if (code && !options.some(({ value }) => value === code))
    options.push({ value: code, label: `Estación ${code}` })
  return (
    <>
      <Select
        label="Estación"
        placeholder="Todas las estaciones"
        options={options}
        value={code}
        onChange={(event) => onChoose(event.target.value)}
        hint={error ? 'No pudimos traer las estaciones.' : undefined}
      />
      {error && <RetryButton query={stations} />}
    </>
  )
}
