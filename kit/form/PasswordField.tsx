import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldTexts } from '#kit/form/Field.tsx'

interface Props extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {}

/** A password field with a button that shows the text; by default for the account's present password. */
export function PasswordField({
  label,
  hint,
  error,
  name = 'password',
  autoComplete = 'current-password',
  ...input
}: Props) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      {({ className, ...control }) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            name={name}
            autoComplete={autoComplete}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${className} pr-13`}
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
      )}
    </FieldFrame>
  )
}
