/** The meaning of a badge, alert or icon; it sets the background and the text colour. */
export type Tone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad'

export const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-soft',
  brand: 'bg-brand-tint text-brand-text',
  good: 'bg-good-tint text-good',
  warn: 'bg-sun-tint text-sun-text',
  bad: 'bg-bad-tint text-bad',
}
