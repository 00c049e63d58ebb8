/** What was done, where adding “ed” does not say it. */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    'be=been become=become begin=begun bring=brought build=built buy=bought choose=chosen come=come cost=cost cut=cut do=done ' +
    'draw=drawn drive=driven eat=eaten fall=fallen feel=felt find=found fly=flown get=got give=given go=gone grow=grown have=had ' +
    'hear=heard hold=held keep=kept know=known lead=led learn=learned leave=left lend=lent let=let lose=lost make=made mean=meant ' +
    'meet=met pay=paid put=put read=read rise=risen run=run say=said see=seen sell=sold send=sent set=set show=shown shut=shut ' +
    'sing=sung sit=sat sleep=slept speak=spoken spend=spent spread=spread stand=stood swim=swum take=taken teach=taught tell=told ' +
    'think=thought understand=understood wear=worn win=won write=written'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]), // so written
)

/** “make” → “made”, “supply chains” stays what it is: only a verb in plain form has such a form. */
export function doneForm(gloss: string): string {
  const [verb = '', ...rest] = gloss.split(' ')
  const done =
    irregular.get(verb) ??
    (verb.endsWith('ed')
      ? verb
      : verb.endsWith('e')
        ? `${verb}d`
        : /[^aeiou]y$/.test(verb)
          ? `${verb.slice(0, -1)}ied`
          : `${verb}ed`)
  return [done, ...rest].join(' ')
}
