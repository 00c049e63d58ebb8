import { expect, test } from 'vitest'
import { dropsQualifier } from './qualifiers.ts'

test.for([
  ['Manufactures in more than one country', 'Everything is manufactured in Bielefeld.', true],
  ['Manufactures in more than one country', 'We have plants in Leeds and Porto.', false],
  ['Manufactures in more than one country', 'Made in three countries.', false],
  ['Builds its own robots', 'A cell built with a robot from a third party is available.', true],
  ['Builds its own robots', 'Orrin builds robots.', false],
  ['Sells to businesses only', 'We sell to businesses.', true],
  ['Sells to businesses only', 'We do not sell to consumers.', false],
  ['All its trains are electric', 'We run electric trains.', true],
  ['All its trains are electric', 'Every train of ours is electric.', false],
  ['Takes place every two years', 'The fair is biennial.', false],
  ['Has won an award', 'Business of the Year 2024 (runner-up).', true],
  ['Has won an award', 'Winner in 2023, runner-up in 2024.', false],
  ['Is majority-owned by its staff', 'The staff own shares.', true],
  ['Is majority-owned by its staff', 'The staff own 61 per cent.', false],
] as const)('“%s”, and “%s” leaves a part of it out: %s', ([criterion, said, drops]) => {
  expect(dropsQualifier(criterion, said)).toBe(drops)
})
