import type { Reading, Subject } from '../reader.ts'

/** Types as people write them, by the name under which rules know them. */
const written: Readonly<Record<string, string>> = {
  paper: 'research_paper',
  study: 'research_paper',
  preprint: 'research_paper',
  publication: 'research_paper',
  scientific_paper: 'research_paper',
  journal_article: 'research_paper',
  news: 'article',
  news_article: 'article',
  news_story: 'article',
  blog_post: 'article',
  people: 'person',
  researcher: 'person',
  firm: 'company',
  business: 'company',
  startup: 'company',
  start_up: 'company',
}

const typeOf = (type: string): string => {
  const plain = type
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return written[plain] ?? plain
}

/** Has a question about a “research paper” read like one about a `research_paper`. */
export const ofKnownType =
  <Task extends { readonly subject: Subject }, Result>(
    read: (task: Task, reading: Reading) => Promise<Result>,
  ): ((task: Task, reading: Reading) => Promise<Result>) =>
  (task, reading) => {
    const { subject } = task
    return read(
      subject.type === undefined ? task : { ...task, subject: { ...subject, type: typeOf(subject.type) } },
      reading,
    )
  }
