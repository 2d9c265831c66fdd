import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { describedBy } from '#kit/form/describedBy.ts'
import { FieldFrame, type FieldTexts } from '#kit/form/FieldFrame.tsx'
import { fieldClasses } from '#kit/style/fieldClasses.ts'

interface Props extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {}

/** A password field with a button that shows the text. */
export function PasswordField({ label, hint, error, ...input }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...input}
          {...describedBy(id, { hint, error })}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${fieldClasses} pr-13`}
        />
        <button
          type="button"
          aria-label="Mostrar la contraseña"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-control text-soft hover:text-ink"
        >
          <Icon aria-hidden="true" size={20} />
        </button>
      </div>
    </FieldFrame>
  )
}
