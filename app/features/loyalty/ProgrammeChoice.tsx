import { Gift } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { counted } from '#app/features/loyalty/pointsTexts.ts'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { FieldError } from '#kit/form/Field.tsx'
import { longDate } from '#kit/format/dates.ts'

interface Props {
  programmes: readonly Programme[]
  chosen: string | undefined
  error: string | undefined
}

/** The choice of a programme: one radio button each, with who decides and the points that wait there. */
export function ProgrammeChoice({ programmes, chosen, error }: Props) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-label="Programa"
      className="flex min-w-0 flex-col gap-3"
      aria-invalid={Boolean(error)}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      {programmes.map((programme) => (
        <label
          key={programme.code}
          className="flex items-start gap-3.5 rounded-control border border-edge bg-surface p-4 transition-colors hover:border-ink has-checked:border-brand-text has-checked:bg-brand-tint"
        >
          <input
            type="radio"
            name="programme"
            value={programme.code}
            defaultChecked={programme.code === chosen}
            className="mt-0.5 size-5.5 shrink-0"
          />
          <span className="flex min-w-0 flex-col gap-1">
            <span className="font-semibold">{programme.name}</span>
            <span className="text-sm text-pretty">{approvalText(programme)}</span>
            <RetainedPoints programme={programme} />
          </span>
        </label>
      ))}
      <FieldError id={id} error={error} />
    </div>
  )
}

export const approvalText = ({ sponsored }: Programme): string =>
  sponsored
    ? 'Para quienes manejan con un auspiciante: primero te autoriza él y después Disa.'
    : 'Para quien carga con nosotros: lo autoriza Disa.'

/** The points that a programme keeps for a person who left it; nothing without any. */
export function RetainedPoints({ programme }: { programme: Programme }): ReactNode {
  const { retainedPoints, retainedUntil } = programme
  if (retainedPoints === 0) return null
  return (
    <span className="flex items-start gap-1.5 text-sm font-medium text-pretty text-brand-text">
      <Gift aria-hidden="true" size={18} className="mt-px shrink-0" />
      <span>
        Te guardamos {counted(retainedPoints)} hasta el {longDate(retainedUntil)}.
      </span>
    </span>
  )
}
