import { expect, test } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

const typeOf = (body: Uint8Array, contentType: string | null = null) =>
  mediaTypeOf({ url: 'https://a.example/x', body, contentType })

test.each([
  'BMI-1 is overexpressed.',
  'MZ twins were compared.',
  'RIFFs in music.',
  'ID3 proteins.',
  'PKC is an enzyme.',
])('text that begins like a file of another kind is text: %s', (text) => {
  expect(typeOf(Buffer.from(text), 'text/plain')).toBe('text')
})

test.each([
  ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.from([0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 255, 255])])],
  ['an archive', Buffer.from('PK\x03\x04 and then letters, many letters', 'latin1')],
  ['an image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
])('%s is none, whatever it is called', (_, body) => {
  expect(typeOf(body, 'text/plain')).toBeNull()
})
