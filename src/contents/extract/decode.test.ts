import { expect, test } from 'vitest'
import { decodeBody } from './decode.ts'

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex')

test.each([
  ['the byte order mark wins over the header', bytes('efbbbf c3bc'), 'text/html; charset=iso-8859-1', 'ü'],
  ['the header is followed', bytes('fc'), 'text/html; charset=iso-8859-1', 'ü'],
  ['what browsers take ISO 8859-1 for', bytes('80 93 94 81'), 'text/html; charset=iso-8859-1', '€“”\u0081'],
  ['UTF-16 by its mark', bytes('fffe fc00'), null, 'ü'],
  ['no declaration, valid UTF-8', bytes('c3bc'), null, 'ü'],
  ['no declaration, not UTF-8', bytes('fc'), null, 'ü'],
  ['a wrong declaration is seen through', bytes('c3bc'), 'text/html; charset=windows-1252', 'ü'],
  ['an encoding nobody knows', bytes('c3bc'), 'text/html; charset=klingon', 'ü'],
  ['Japanese in ASCII bytes', bytes('1b2442 4673 1b2842'), 'text/html; charset=iso-2022-jp', '二'],
])('%s', (_name, body, contentType, expected) => {
  expect(decodeBody(body, contentType)).toBe(expected)
})

test('the declaration inside the page is found', () => {
  const page = Buffer.concat([Buffer.from('<!doctype html><meta charset="shift_jis"><p>'), bytes('93f1')])
  expect(decodeBody(page, 'text/html')).toContain('二')
})
