import type { Condition, Slot } from './condition.ts'

/** Whether a condition speaks of one of these. */
export const hasConcept = ({ slots }: Pick<Condition, 'slots'>, wanted: readonly string[]): boolean =>
  slots.some(({ concepts }) => wanted.some((concept) => concepts.has(concept)))

const among = (words: string) => {
  const list = words.split(' ')
  return (condition: Pick<Condition, 'slots'>): boolean => hasConcept(condition, list)
}

/** “Speaks at a conference in September” is true of what is planned for then. */
export const isScheduled = among(
  'speak speaker leave conference announce delay take-place perform exhibition meeting closure hire job-opening layoff redundancy retire',
)

/** What was once done stays done: a certificate was granted, a trial was made. */
export const isAct = among(
  'certify rct randomised preregister retract peer-review find test use compare measure public-company acquired-state layoff insolvent study doctorate release-openly shut-down improve rise fall fund receive',
)

/** What one has for good, however long ago it was done: a degree, a prize, a book, a company that one founded. */
export const isKept = among('doctorate master bachelor win award author found patent')

/** What happens once: another time for it than the one asked for contradicts. */
export const happensOnce = among('found born doctorate ipo acquired-state retire join appoint insolvent')

/** What says more of a number of things than that there are so many. */
export const isDeed = (slot: Slot): boolean =>
  hasConcept(
    { slots: [slot] },
    'found acquire hire layoff lead supervise win retract close-site raise author'.split(' '),
  )

/** Verbs that a page seldom spends a word on: whoever speaks of its pilot plant operates one. */
export const isPlainVerb = (slot: Slot): boolean =>
  hasConcept({ slots: [slot] }, ['operate', 'make', 'develop', 'offer', 'employ', 'examine'])

/** A plan for a plant is a plan to open it. */
export const isStartingVerb = (slot: Slot): boolean =>
  hasConcept({ slots: [slot] }, ['open-site', 'launch', 'expand'])

/** A paper finds and reports what it says, and uses and tests what it speaks of. */
export const isTellingVerb = (slot: Slot): boolean =>
  hasConcept({ slots: [slot] }, ['declare', 'report', 'find', 'conduct', 'use', 'examine', 'test'])
