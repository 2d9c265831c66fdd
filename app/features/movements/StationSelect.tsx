import { branches } from '#contract/info/branches.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useLoadingError } from '#kit/feedback/queryStatus.ts'
import { RetryButton } from '#kit/feedback/RetryButton.tsx'
import { Select } from '#kit/form/Select.tsx'

interface Props {
  /** The selected station; empty for all. */
  code: string
  onChoose: (code: string) => void
}

/** Selects one station of the network, or all. */
export function StationSelect({ code, onChoose }: Props) {
  const stations = useCallQuery(branches, {})
  const error = useLoadingError(stations)
  const options = (stations.data?.branches ?? [])
    .map((branch) => ({ value: branch.code, label: branch.name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'es'))
  // The address may contain a code before the list is loaded, or one that does not exist any more.
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
