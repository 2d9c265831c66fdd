import type { DateFilter } from '#contract/dates.ts'
import { Text } from '#kit/display/Text.tsx'
import { DateRange } from '#kit/form/DateRange.tsx'
import { periodText } from '#kit/format/period.ts'
import { Stack } from '#kit/layout/Stack.tsx'

interface Props {
  value: DateFilter
  onChange: (period: DateFilter) => void
  now: Date
}

/** Selects the period of a list and shows it in words. */
export function PeriodFilter(props: Props) {
  return (
    <Stack gap="small">
      <DateRange {...props} />
      <Text kind="small">Estás viendo {periodText(props.value)}.</Text>
    </Stack>
  )
}
