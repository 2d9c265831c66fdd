import type { ObjectPage } from '#contract/console/objectPage.ts'
import { dateAndTime } from '#kit/format/dates.ts'

type Said = NonNullable<ObjectPage['conversation']>

const SIDES: Record<Said[number]['side'], { classes: string; name: string }> = {
  driver: { classes: 'mr-8 bg-sunken', name: '' },
  network: { classes: 'ml-8 bg-brand-tint', name: 'La red' },
  note: { classes: 'mx-4 border border-dashed border-edge', name: 'Nota interna' },
}

/** What was said, the oldest first: the driver at the left, the network at the right. */
export function Conversation({ said }: { said: Said }) {
  return (
    <ol aria-label="Conversación" className="flex flex-col gap-3">
      {said.map(({ side, by, stamp, text }, place) => (
        <li
          key={place}
          className={`flex flex-col gap-1 rounded-card px-4 py-3 ${SIDES[side].classes}`}
        >
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
          <p className="figures text-sm text-soft">
            {[SIDES[side].name, by, dateAndTime(stamp)].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  )
}
