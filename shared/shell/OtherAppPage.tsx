import type { ReactNode } from 'react'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { buttonClasses } from '#kit/style/buttonClasses.ts'

interface Props {
  firstName: string
  /** The program that the user's roles open, with its article: `la consola`. */
  program: string
  href: string
  signOut: ReactNode
  children: ReactNode
}

/** For a user whose roles open no page of this program but do open the other one. */
export function OtherAppPage({ firstName, program, href, signOut, children }: Props) {
  return (
    <AuthLayout title={`Hola, ${firstName}`}>
      <EmptyState
        picture="signpost"
        title={`Tu lugar es ${program}`}
        action={
          <div className="flex flex-col gap-2">
            <a href={href} className={buttonClasses('primary', true)}>
              Ir a {program}
            </a>
            {signOut}
          </div>
        }
      >
        {children}
      </EmptyState>
    </AuthLayout>
  )
}
