import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { matchesStation } from '#app/features/stations/stationSearch.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { branches } from '#contract/info/branches.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { RetryButton } from '#kit/feedback/QueryView.tsx'
import { useLoadingError } from '#kit/feedback/queryStatus.ts'
import { FieldFrame, type Option } from '#kit/form/Field.tsx'

type StationOption = Option & { branch?: Branch }

interface Props {
  value: string
  onChange: (code: string) => void
  hint: string
}

export function StationPicker({ value, onChange, hint: usualHint }: Props) {
  const query = useCallQuery(branches, {})
  const loadingError = useLoadingError(query)
  const options: StationOption[] = (query.data?.branches ?? []).map((branch) => ({
    value: branch.code,
    label: `${branch.name} · ${branch.address}`,
    branch,
  }))
  // A draft may name a station before the list is loaded.
  const chosen =
    options.find((option) => option.value === value) ??
    (value === '' ? null : { value, label: `Estación ${value}` })
  const hint = loadingError
    ? 'No pudimos traer las estaciones. Podés mandarlo sin elegir una.'
    : usualHint
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      onValueChange={(option) => onChange(option?.value ?? '')}
      filter={({ branch }, typed) => branch !== undefined && matchesStation(branch, typed)}
      isItemEqualToValue={(option, other) => option.value === other.value}
    >
      <FieldFrame name="branchCode" label="Sobre qué estación" optional hint={hint}>
        {({ className, ...control }) => (
          <div className="relative">
            <Combobox.Input
              {...control}
              placeholder="Ninguna en especial"
              className={`${className} pr-24 text-ellipsis`}
            />
            <div className="absolute inset-y-0 right-0 flex items-center">
              <Combobox.Clear
                aria-label="No elegir ninguna estación"
                className="flex size-12 items-center justify-center rounded-full text-soft hover:text-ink"
              >
                <X aria-hidden="true" size={18} />
              </Combobox.Clear>
              <Combobox.Trigger
                aria-label="Ver las estaciones"
                className="flex size-12 items-center justify-center rounded-full text-soft hover:text-ink"
              >
                <ChevronDown aria-hidden="true" size={20} />
              </Combobox.Trigger>
            </div>
          </div>
        )}
      </FieldFrame>
      {loadingError && <RetryButton query={query} />}
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} className="z-40 outline-none">
          <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-control border border-line bg-surface shadow-float">
            <Combobox.Empty className="text-soft">
              <p className="px-4 py-3.5">No hay una estación así.</p>
            </Combobox.Empty>
            <Combobox.List className="py-1 data-empty:hidden">
              {(option: StationOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 data-highlighted:bg-brand-tint data-highlighted:text-brand-text"
                >
                  <span className="min-w-0 flex-1">{option.label}</span>
                  <Combobox.ItemIndicator>
                    <Check aria-hidden="true" size={18} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
