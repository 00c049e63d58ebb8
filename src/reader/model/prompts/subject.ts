import type { Subject } from '../../reader.ts'
import { given } from './reading.ts'

export function describeSubject({ type, name, url }: Subject): string {
  const parts = [
    ...(name ? [given('Subject', name)] : []),
    ...(type ? [given('Kind of subject', type)] : []),
    ...(url ? [given('Address of the subject', url)] : []),
  ]
  return parts.length > 0 ? parts.join('\n') : 'Subject: whom or what the sources are about.'
}
