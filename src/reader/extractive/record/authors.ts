import { fold } from '../../../contents/index.ts'
import type { Document } from '../../../documents/index.ts'
import { isInstitution, sameName } from '../../../entities/index.ts'
import type { JudgeTask, Verdict } from '../../reader.ts'
import { placeOf } from '../place-of.ts'
import { claim, lineAt } from './claim.ts'

const asked =
  /^(?:(?:has|have|with|includes?|at least one|lists?|names?|hat|a|compte)\s+)?(?:an? |one |some |at least one |eine?n? |une? )?(?:co-?)?(?:authors?|autor(?:in|en)?|auteur(?:e|s)?)\s+(?:(?:who |that |which )?(?:is |are |works? |ist |est )?(?:employed|affiliated|based|working|from)?\s*)?(?:at|from|of|with|by|for|von|aus|an der|bei|de|à)\s+(?:the |der |l['’])?(?<organisation>.+)$/iu

/** The lines in which a paper or an article says who wrote it, before its text begins. */
const headLines = 25
const abstract = /^#*\s*(?:abstract|summary|introduction|zusammenfassung|résumé)\b/i

/** “Has an author at …”: by the line that names the authors and where they work. */
export function judgeAuthors({ criterion, subject, sources }: JudgeTask): Verdict | null {
  const wanted = asked.exec(criterion.trim().replace(/\.$/, ''))?.groups?.['organisation']
  if (wanted === undefined) return null
  const isWanted = matcherOf(wanted)
  if (!isWanted) return null
  const works = sources.filter(({ url, title }) => url === subject.url || title === subject.name)
  for (const work of works) {
    const authors = authorsOf(work)
    const found = authors.find(({ affiliation }) => isWanted(affiliation))
    if (found) {
      const reasoning = `On ${placeOf(work)}, ${found.name} is named as an author with ${found.affiliation}.`
      return claim('yes', reasoning, [lineAt(work, found.at)], 0.95)
    }
    if (authors.length > 0 && authors.every(({ affiliation }) => affiliation !== '')) {
      const reasoning = `On ${placeOf(work)}, the authors are named with where they work, and none is there.`
      return claim('no', reasoning, [lineAt(work, authors[0]!.at)])
    }
  }
  return null
}

function matcherOf(wanted: string): ((affiliation: string) => boolean) | null {
  const isNamed = /^\p{Lu}/u.test(wanted)
  if (isNamed) {
    const name = fold(wanted)
    return (affiliation) => sameName(affiliation, wanted) || ` ${fold(affiliation)} `.includes(` ${name} `)
  }
  if (/^an? (?:company|firm|business|start-?up)$|^industry$/i.test(wanted)) return isCompany
  if (/^an? (?:university|college|place of learning)$|^academia$/i.test(wanted)) return isInstitution
  return null
}

const publicBody =
  /(?<!\p{L})(?:institut\p{L}*|hospital|clinic|klinik\p{L}*|infirmary|cent(?:re|er)|laborator\p{L}+|ministry|office|agency|council|academy|society|foundation|service|survey|museum|observatory|independent|cnrs|inserm|nhs)(?!\p{L})/iu
const isCompany = (affiliation: string): boolean =>
  affiliation !== '' && !isInstitution(affiliation) && !publicBody.test(affiliation)

interface Author {
  readonly name: string
  /** Empty where the page does not say. */
  readonly affiliation: string
  readonly at: number
}

/** “Jo Ruiz (Aldwick Institute), Bo Lund (Tolbrug)”. */
const named = /(\p{Lu}[\p{L}.'’-]*(?:\s+\p{L}[\p{L}.'’-]*){1,4})\s*\(([^()]{2,120})\)/gu

function authorsOf(work: Document): Author[] {
  const names = (work.author ?? '').split(/,\s+|;\s*/).filter((name) => name.includes(' '))
  const authors: Author[] = []
  let at = 0
  for (const [place, line] of work.text.split('\n').entries()) {
    const start = at
    at += line.length + 1
    if (place >= headLines || (abstract.test(line.trim()) && authors.length > 0)) break
    const pairs = [...line.matchAll(named)]
    if (pairs.length === 0 || (names.length > 0 && !names.some((name) => line.includes(name)))) continue
    for (const { 1: name = '', 2: affiliation = '', index } of pairs)
      authors.push({ name, affiliation, at: start + index })
  }
  return authors
}
