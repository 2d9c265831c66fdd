import { TONES, type Tone } from '#kit/style/tone.ts'

interface Props {
  tone?: Tone
  children: string
}

export function Badge({ tone = 'neutral', children }: Props) {
  return (
    <span
      className={`inline-block rounded-full [td_&]:whitespace-nowrap px-2.5 py-0.5 text-sm font-medium ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
